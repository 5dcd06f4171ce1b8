import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadTool } from '../capabilities/load.ts';
import { privateDirectory, writePrivateFile } from '../store/private-file.ts';
import type { Host } from './open-host.ts';

export type Accepted =
  | { readonly kind: 'accepted'; readonly file: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };

/** Puts a table among those of the home. One that is there is a person's own work and stays. */
export function acceptTool(host: Host, program: string, text: string): Accepted {
  const file = join(host.home, 'tools', `${program}.yaml`);
  const checked = loadTool(text, file);
  if (checked.kind === 'bad')
    return { kind: 'refused', code: 'tool/table', message: checked.diagnostics[0]?.message ?? 'it does not check' };
  if (checked.tool.program !== program || !/^[A-Za-z0-9][\w.+-]*$/.test(program))
    return { kind: 'refused', code: 'tool/table', message: `\`${program}\` is not the program of the table` };
  if (existsSync(file))
    return {
      kind: 'refused',
      code: 'tool/there',
      message: `\`${file}\` is there already`,
      remedy: 'add to it by hand',
    };
  privateDirectory(join(host.home, 'tools'));
  writePrivateFile(file, text);
  return { kind: 'accepted', file };
}
