import type { ProgramFile } from '../../market/program.ts';
import { bundledScript } from './bundled-script.ts';
import type { CommandRefusal } from './command.ts';
import type { ProgramArgs } from './program-args.ts';

/**
 * The options of an interpreter as words. What it loads first is code, or settings that can name code: a file of the skill, or
 * nothing.
 */
export function interpreterOptions(
  { options = [], loads = [] }: ProgramArgs,
  bundle: ReadonlyMap<string, ProgramFile>,
): readonly string[] | CommandRefusal {
  const words = [...options];
  for (const { option, path, digest } of loads) {
    const file = bundledScript({ script: path, ...(digest === undefined ? {} : { digest }) }, bundle);
    if (file.kind === 'refused') return file;
    words.push(...(option.startsWith('--') ? [`${option}=${file.path}`] : [option, file.path]));
  }
  return words;
}
