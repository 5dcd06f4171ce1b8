import { type CompileSettings, toolsAt, visible } from '../index.ts';
import { homeOf } from './home.ts';
import type { Terminal } from './terminal.ts';

/** Every verb reads commands with the same tables. A file that does not count is told once. */
export function ownTools({ env, err }: Terminal): Required<Pick<CompileSettings, 'tools'>> {
  const { table, diagnostics } = toolsAt(homeOf(env), process.cwd());
  for (const { message } of diagnostics) err(`skillc: ${visible(message)}\n`);
  return { tools: table };
}
