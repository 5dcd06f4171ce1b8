import type { ProgramContext } from '../../market/program.ts';
import type { BoundProgram } from './bound-program.ts';
import { type CommandRefusal, commandRefusal } from './command.ts';

/**
 * Why what would run is not what was approved: someone put another one in its place since. What the approval does not name
 * was not known then, and is judged by its words alone.
 */
export function otherProgram(
  { name, path, digest }: BoundProgram,
  { programs }: ProgramContext,
): CommandRefusal | undefined {
  const approved = programs.filter((one) => one.name === name);
  const isSame = approved.some((one) => one.path === path && (one.digest === undefined || one.digest === digest));
  if (approved.length === 0 || isSame) return undefined;
  return commandRefusal(
    'program/changed',
    `\`${name}\` is not the program that was approved`,
    'approve the call again',
  );
}
