import type { Json } from '../../../ir/json.ts';
import type { Mount } from '../../sandbox/sandbox.ts';

/** What is started inside, and what it needs besides the files of the call. */
export interface ProgramCommand {
  readonly kind: 'command';
  /** Absolute, inside. */
  readonly program: string;
  readonly args: readonly string[];
  /** Variables of the interpreter itself. */
  readonly env: { readonly [name: string]: string };
  readonly mounts: readonly Mount[];
  /** Where it starts, when that is not the place of the call: what it does about it stands in its arguments. */
  readonly cwd?: string;
  /** In front of what the caller gives on standard input; `only` takes its place. */
  readonly stdin?: Uint8Array;
  /** For messages: `python3`. */
  readonly name: string;
  /** What runs, by content: part of the record. */
  readonly facts: { readonly [name: string]: Json };
}

export interface CommandRefusal {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

export function commandRefusal(code: string, message: string, remedy?: string): CommandRefusal {
  return { kind: 'refused', code, message, ...(remedy === undefined ? {} : { remedy }) };
}

/** Folders and files of the host at the same place inside, read-only. */
export function readOnly(paths: readonly string[]): readonly Mount[] {
  return paths.map((path) => ({ kind: 'path', host: path, at: path, access: 'read' }));
}
