import type { Diagnostic } from '../../ir/diagnostic.ts';
import type { ShellProgram } from '../../ir/shell-program.ts';
import type { Binding, SetupLine, SuppliedFile } from '../../ir/skill.ts';
import { parseShell } from '../../shell/parse.ts';
import type { BlockEffects, DefinedFunction } from './defined-functions.ts';
import { type SourceText, sourceOffset } from './source-text.ts';

/** One thing the block does: linked statements, with the assignments that hold before them. */
export interface ShellPiece {
  readonly program: ShellProgram;
  readonly scope: readonly Binding[];
  /** The comment above or behind the first command. */
  readonly comment?: string;
}

export interface ShellBlock extends BlockEffects {
  readonly pieces: readonly ShellPiece[];
  readonly setup: readonly SetupLine[];
  /** `export NAME=text`: holds in later blocks too. */
  readonly exports: readonly Binding[];
  /** Files that heredocs write as they stand. */
  readonly files: readonly SuppliedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ShellBlockContext {
  readonly source: string;
  readonly underInstall: boolean;
  readonly scope: readonly Binding[];
  /** Functions of the blocks in front. */
  readonly functions: readonly DefinedFunction[];
  /** Every name that a function in front may have, carried along or not. */
  readonly defined: ReadonlySet<string>;
}

export const nothing: ShellBlock = {
  pieces: [],
  setup: [],
  exports: [],
  files: [],
  functions: [],
  defines: [],
  unsettled: [],
  assigned: [],
  diagnostics: [],
};

/** More statements than this in one block are not taken apart. */
export const maxStatements = 400;

export function parseSource(text: SourceText, source: string) {
  return parseShell(text.text, source, (offset) => sourceOffset(text, offset));
}
