import type { Span } from './span.ts';
import type { Text } from './text.ts';

/**
 * One HTTP request as a tool would send it, with holes where the source left them.
 * curl, wget, HTTPie, endpoint forms and OpenAPI all end here, so there is one inference and one provider.
 */
export interface RequestTemplate {
  readonly method: Text;
  /** Absolute: scheme added, glob expanded, dot segments removed, `-G` data appended; no fragment, no userinfo. */
  readonly url: Text;
  /** Pairs appended to the URL's query (endpoint forms and OpenAPI; curl writes them into `url`). */
  readonly query?: readonly HeaderTemplate[];
  /** Pairs of the Cookie header (OpenAPI's cookie parameters). */
  readonly cookies?: readonly HeaderTemplate[];
  /** The headers the command sets, in order, names as written. Never Host unless the command sets it. */
  readonly headers: readonly HeaderTemplate[];
  /** What the tool adds by itself (User-Agent, Accept, Content-Type …), in wire order; Host and Content-Length excluded. */
  readonly impliedHeaders: readonly HeaderTemplate[];
  /** `-u user:password` and userinfo in the URL. */
  readonly basicAuth?: { readonly user: Text; readonly password: Text };
  readonly body?: BodyTemplate;
  readonly redirects: RedirectPolicy;
  /** `-f`: a status of 400 or more is a failure instead of an answer. */
  readonly failOnStatus: boolean;
  /** `-i`, `-I`: response headers are part of the output. */
  readonly includeHeaders: boolean;
  /** `--compressed`. */
  readonly decompress: boolean;
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly retries?: number;
  /** Where the answer goes; `createDirs` is the mode of folders that are missing on the way, less the mask. */
  readonly output:
    | { readonly kind: 'stdout' }
    | { readonly kind: 'file'; readonly path: Text; readonly createDirs?: '750' | '777' }
    | { readonly kind: 'none' };
  /** `-D FILE`: the heads of all answers; those of a further request of the command are added. */
  readonly headerFile?: { readonly path: Text; readonly append?: true };
  /** `-c FILE`: the cookies at the end. */
  readonly cookieJar?: Text;
  /** `-w`: text printed after the answer. */
  readonly writeOut?: Text;
  /** Other files the command writes. */
  readonly writes: readonly Text[];
  /** `-b FILE`: cookies read from a file. */
  readonly cookieFile?: Text;
  readonly span: Span;
}

export interface HeaderTemplate {
  readonly name: Text;
  readonly value: Text;
}

export type RedirectPolicy =
  | { readonly kind: 'none' }
  /** `-L`: our redirect policy, at most `max` hops; credentials never cross an origin. */
  | { readonly kind: 'follow'; readonly max: number }
  | { readonly kind: 'same-origin'; readonly max: number };

export type BodyTemplate =
  /** Bytes as given. `parts` are joined; a part may be a file's content or standard input. */
  | { readonly kind: 'bytes'; readonly parts: readonly BodyPart[] }
  /** `multipart/form-data`. */
  | { readonly kind: 'multipart'; readonly fields: readonly MultipartField[] }
  /** Built from the operation's inputs (endpoint forms and OpenAPI). */
  | { readonly kind: 'json'; readonly value: JsonTemplate }
  | { readonly kind: 'form'; readonly fields: readonly { readonly name: string; readonly value: Text }[] };

export type BodyPart =
  | { readonly kind: 'text'; readonly text: Text }
  /** `--data-urlencode name=value`: the value is percent-encoded where it is put in. */
  | { readonly kind: 'urlencoded'; readonly text: Text }
  /** `-d @file` strips CR, LF and NUL; `--data-binary @file` and `-T` keep bytes; `--data-urlencode @file` encodes. */
  | { readonly kind: 'file'; readonly path: Text; readonly mode: 'strip' | 'keep' | 'urlencoded' }
  | { readonly kind: 'stdin'; readonly mode: 'strip' | 'keep' | 'urlencoded' };

export interface MultipartField {
  readonly name: Text;
  readonly value:
    | { readonly kind: 'text'; readonly text: Text }
    | { readonly kind: 'file'; readonly path: Text; readonly attach: boolean }
    | { readonly kind: 'stdin'; readonly attach: boolean };
  readonly filename?: Text;
  readonly contentType?: Text;
  readonly headers: readonly HeaderTemplate[];
}

export type JsonTemplate =
  | { readonly kind: 'text'; readonly text: Text }
  | { readonly kind: 'value'; readonly value: null | boolean | number }
  | { readonly kind: 'param'; readonly name: string; readonly optional: boolean }
  | { readonly kind: 'object'; readonly members: readonly { readonly key: string; readonly value: JsonTemplate }[] }
  | { readonly kind: 'array'; readonly items: readonly JsonTemplate[] };
