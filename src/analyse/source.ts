import type { Span } from '../ir/span.ts';
import type { Text } from '../ir/text.ts';
import type { ReadCode } from './code.ts';
import type { TextPiece } from './value.ts';

/** A script as a command starts it. */
export interface ScriptSource {
  readonly language: 'python' | 'javascript';
  readonly text: string;
  /** Path inside the bundle; undefined for code that stands on a command line. */
  readonly path?: string;
  /** Where the code starts in its source, and which source that is. */
  readonly span: Span;
  /** The words behind the script's name; undefined where nobody can list them. */
  readonly words: readonly Text[] | undefined;
  /** Variables that the command itself gives it. */
  readonly env: ReadonlyMap<string, Text>;
}

/** What the analysis may ask: other files of the bundle, and the meaning of commands that a script starts. */
export interface Analyser {
  readonly source: ScriptSource;
  /** Sources that were read before, by path. */
  readonly known: Map<string, ReadCode>;
  /** Text of a bundle file; undefined where there is none or it is not UTF-8. */
  readonly readFile: (path: string) => string | undefined;
  readonly hasFile: (path: string) => boolean;
  /** A file of the bundle lies below this path. */
  readonly hasFolder: (path: string) => boolean;
  /** Folders of the bundle in which modules are looked for. */
  readonly searchRoots: () => readonly string[];
  readonly addSearchRoot: (path: string) => void;
}

/** A text with what is not known in it, for whoever decides what that becomes. */
export type ScriptText = readonly TextPiece[];
