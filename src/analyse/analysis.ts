import type { FoundAt, FoundPackage, FoundUndecided, FoundVariable } from './findings.ts';
import type { ScriptText } from './source.ts';

/** What a script was seen to do; texts still hold what is not known, for whoever decides what that becomes. */
export interface Analysis {
  readonly requests: readonly ScriptRequest[];
  readonly files: readonly ScriptFile[];
  readonly programs: readonly ScriptProgram[];
  readonly variables: readonly FoundVariable[];
  readonly packages: readonly FoundPackage[];
  readonly undecided: readonly FoundUndecided[];
  /** Files of the bundle that run beside the script. */
  readonly modules: readonly string[];
}

export interface ScriptRequest {
  /** Upper case; `*` where the text leaves it open. */
  readonly method: string;
  readonly url: ScriptText;
  readonly fields: readonly RequestField[];
  readonly at: FoundAt;
}

/** A place of a request and what is put there: `header:authorization`, `query:key`, `body:/token`, `basic:password`. */
export interface RequestField {
  readonly slot: string;
  readonly text: ScriptText;
}

export interface ScriptFile {
  readonly kind: 'read' | 'write';
  readonly path: ScriptText;
  readonly at: FoundAt;
}

export type ScriptProgram =
  | { readonly kind: 'words'; readonly words: readonly ScriptText[]; readonly open: boolean; readonly at: FoundAt }
  | { readonly kind: 'shell'; readonly text: ScriptText; readonly at: FoundAt };
