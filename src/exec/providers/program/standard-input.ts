import type { ProgramContext } from '../../market/program.ts';
import { readGranted } from '../io/read-granted.ts';
import type { CommandRefusal } from './command.ts';
import type { ProgramArgs } from './program-args.ts';

const MOST = 64 * 1024 * 1024;

/** What the program reads: text of the call, a file, or what the step before gave. */
export function standardInput(args: ProgramArgs, context: ProgramContext): Uint8Array | CommandRefusal {
  if (typeof args.stdin === 'string') return Buffer.from(args.stdin);
  if (args.stdin_file === undefined) return context.stdin;
  const found = readGranted(context.grants, args.stdin_file, MOST);
  if (found.kind === 'read') return found.bytes;
  const own = found.code === 'io/not-found' ? context.bundle.get(args.stdin_file)?.bytes() : undefined;
  return own ?? found;
}
