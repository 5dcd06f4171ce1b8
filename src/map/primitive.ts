import type { Bundle } from '../ir/bundle.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import type { Effect } from '../ir/effect.ts';
import type { ObjectExpr } from '../ir/expr.ts';
import type { CodePlace, CoreCapability, Understanding } from '../ir/plan.ts';
import type { RequestTemplate } from '../ir/request.ts';
import type { Span } from '../ir/span.ts';
import type { Hole, Text } from '../ir/text.ts';

/** One simple command: what the shell would hand to `execve`, with holes where the text leaves them open. */
export interface CommandWords {
  /** The command word first. */
  readonly words: readonly Text[];
  /** One for each word. */
  readonly spans: readonly Span[];
  /** `NAME=value` in front of the command. */
  readonly env: ReadonlyMap<string, Text>;
  /** `export A=1`: the words have no `A=1`, and the command has something to do. */
  readonly assigns?: true;
  /** Variables that the program exported before and that could steer what it starts. */
  readonly inherited?: readonly string[];
  /** Whether something is piped or redirected into it; `text` when the content itself is known (heredoc, here-string). */
  readonly stdin:
    | { readonly kind: 'none' }
    | { readonly kind: 'pipe' }
    | { readonly kind: 'text'; readonly text: Text }
    | { readonly kind: 'file'; readonly path: Text };
  readonly span: Span;
}

/** A program name's meaning: words in, calls out. Pure; the same function before review and at run time. */
export type Primitive = (command: CommandWords, context: MapContext) => Mapped;

export type Mapped =
  /** Several drafts run one after the other (`curl` with two URLs, `--next`). */
  | { readonly kind: 'mapped'; readonly drafts: readonly Draft[]; readonly diagnostics: readonly Diagnostic[] }
  /** Not understood exactly: becomes `sandbox.tool`, no network, no secret, with approval. */
  | { readonly kind: 'unknown'; readonly reason: Diagnostic }
  /** Understood, and never to run. */
  | { readonly kind: 'refused'; readonly reason: Diagnostic };

export type Draft = HttpDraft | PlainDraft;

export interface HttpDraft {
  readonly kind: 'http';
  readonly request: RequestTemplate;
  readonly span: Span;
}

export interface PlainDraft {
  readonly kind: 'plain';
  readonly capability: Exclude<CoreCapability, 'network.http-fetch'>;
  readonly args: ObjectExpr<Hole>;
  readonly effects: readonly DraftEffect[];
  readonly understanding: Understanding;
  /** Code that nobody has seen: the highest tier, whatever runs it. */
  readonly unreviewed?: true;
  /** Nested commands (`sh -c`, `xargs`, bundled shell script): mapped the same way, for `shell.run`. */
  readonly script?: {
    readonly text: string;
    readonly path?: string;
    readonly span: Span;
    /** Runs in the shell around it, whose functions it knows: at once (`eval`), or some time later (`trap`). */
    readonly inShell?: 'now' | 'later';
    /** `sh -c text name word`: the first word is `$0`. */
    readonly nameFirst?: true;
  };
  readonly span: Span;
}

export type DraftEffect = {
  /** The line of code it was found in. */
  readonly place?: CodePlace;
} & (
  | { readonly kind: 'read'; readonly path: Text }
  | { readonly kind: 'write'; readonly path: Text }
  | { readonly kind: 'process'; readonly program: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'output' }
  | { readonly kind: 'network'; readonly method: string; readonly origin: Text; readonly path: string }
  | { readonly kind: 'secret'; readonly name: string; readonly origin: string; readonly slot: string }
  /** Of a command that code starts: every hole of it is decided. */
  | { readonly kind: 'decided'; readonly effect: Effect }
);

export interface MapContext {
  /** Files of the bundle; undefined when only a command line is mapped. */
  readonly bundle?: Bundle;
  /** Working directory inside the bundle or workspace, after `cd`; `.` at first. */
  readonly cwd: string;
  /** Maps the command behind a wrapper (`sudo`, `env`, `timeout` …) with the same table. */
  readonly mapCommand: (command: CommandWords) => Mapped;
}
