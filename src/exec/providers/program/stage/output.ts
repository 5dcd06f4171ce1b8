import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stageLimits } from './budget.ts';
import { survey } from './survey.ts';

/** A result that a program left in /output. */
export interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export type Collected =
  | { readonly kind: 'collected'; readonly files: readonly OutputFile[] }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };

/** Plain files only: a link would lead to a file of the host, and a pipe would never end. */
export function collectOutput(folder: string): Collected {
  const { outputBytes, outputFiles } = stageLimits;
  const found = survey(folder, stageLimits.writtenEntries);
  const files = [...(found ?? [])].filter(([, { kind }]) => kind === 'file').sort(([a], [b]) => (a < b ? -1 : 1));
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  if (found === undefined || files.length > outputFiles || total > outputBytes) {
    const message = `/output holds more than ${outputFiles} files or ${outputBytes} bytes`;
    return { kind: 'refused', code: 'limit/output', message };
  }
  const odd = [...found].find(([, { kind }]) => kind === 'other')?.[0];
  if (odd !== undefined)
    return { kind: 'refused', code: 'program/odd-output', message: `\`/output/${odd}\` is a link or no plain file` };
  return {
    kind: 'collected',
    files: files.map(([path]) => ({ path, bytes: Uint8Array.from(readFileSync(join(folder, path))) })),
  };
}
