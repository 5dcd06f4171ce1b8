import type { Call, SecretUse } from '../../../ir/plan.ts';
import type { ProgramFile } from '../../market/program.ts';

/** A word with what is not text in it: secrets by name, and inputs of the caller, each written for its place. */
export type WordText = readonly (string | { readonly secret: string } | { readonly param: string })[];

/** `{id}`, `YOUR_KEY`: as the author wrote it, and what it stands for. */
export interface StandIn {
  readonly written: string;
  readonly part: WordText[number];
}

/** One command of a program that runs, before anybody knows what it means. */
export interface RunningCommand {
  readonly words: readonly WordText[];
  /** As effects name it: `.`, `sub`, `~/x`, `/abs`. */
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly stdin: { readonly kind: 'none' | 'pipe' } | { readonly kind: 'text'; readonly text: string };
}

export interface MappedCall {
  readonly call: Call;
  readonly uses: readonly SecretUse[];
}

export type MappedWords =
  | { readonly kind: 'calls'; readonly calls: readonly MappedCall[] }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy?: string };

/** The compiler's own mapper, handed in: what was reviewed and what runs have one meaning. */
export interface WordMapper {
  readonly map: (command: RunningCommand, bundle: ReadonlyMap<string, ProgramFile>) => MappedWords;
  /** Whether the name leads to something that could run. */
  readonly knows: (name: string) => boolean;
}
