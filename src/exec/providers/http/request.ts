import type { NetworkEffect } from '../../../ir/effect.ts';
import type { SecretText } from '../../secret-text.ts';
import type { CookieJar } from './cookies.ts';

/** The one request object: checked, shown, hashed, recorded and sent. */
export interface HttpRequest {
  readonly method: string;
  /** `https://host[:port]`, canonical: lower case, no default port, addresses in their usual spelling. */
  readonly origin: string;
  /** Path and query, one character a byte. */
  readonly target: SecretText;
  /**
   * In wire order, `Host` first. Nothing is added but what `auth`, `cookies` and redirects ask for. An empty `Content-Length`
   * is filled in, because only the provider knows how long secrets and files are.
   */
  readonly headers: readonly Header[];
  readonly body?: readonly BodyPiece[];
  readonly auth?: { readonly kind: 'basic' | 'digest'; readonly user: SecretText; readonly password: SecretText };
  readonly redirects: Redirects;
  readonly decompress: boolean;
  /** For the whole operation, as curl's `--max-time`. */
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Only for methods that may be repeated, and only where no byte of an answer came or its status says that it may be otherwise later. */
  readonly retries?: number;
  readonly output: Output;
  readonly failOnStatus: boolean;
  readonly includeHeaders: boolean;
  /** curl's `-D`: the heads of all answers. */
  readonly headerFile?: FileOutput;
  /** curl's `-c`: the cookies at the end. */
  readonly cookieJar?: FileOutput;
  /** curl's `-w`. */
  readonly writeOut?: string;
}

export type Header = readonly [name: string, value: SecretText];

export type BodyPiece =
  | { readonly text: SecretText }
  | { readonly bytes: Uint8Array }
  | { readonly file: string; readonly open: (path: string) => Promise<OpenFile> };

/** A granted file, opened by whoever checked the grant. */
export interface OpenFile {
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

export type Redirects =
  | { readonly policy: 'none' }
  | { readonly policy: 'follow' | 'same-origin'; readonly max: number };

export type Output = { readonly kind: 'result' } | { readonly kind: 'discard' } | FileOutput;

export interface FileOutput {
  readonly kind: 'file';
  readonly write: () => Promise<FileSink>;
}

/** A granted file being written. `abandon` after a failure: what was written is not a result. */
export interface FileSink {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly abandon: () => Promise<void>;
}

/** What the approval allows this call to reach. */
export interface NetworkGrant {
  /** Whose connections these are: none is shared between two holders. */
  readonly holder: string;
  readonly effects: readonly NetworkEffect[];
  readonly covers: (method: string, origin: string, path: string) => boolean;
  /** Loopback and private origins that the approval names as such: `localhost` or an address, never a name that resolves there. */
  readonly privateOrigins: readonly string[];
  /** Origins that the user's own policy names: whatever they resolve to may be reached. */
  readonly policyOrigins: readonly string[];
  /** Secrets may go over plain http to a granted loopback origin. */
  readonly plainHttpLoopback: boolean;
}

export interface HttpCall {
  readonly request: HttpRequest;
  readonly grant: NetworkGrant;
  /** Cookies of the operation; left out, none are kept or sent. */
  readonly cookies?: CookieJar;
}

export interface HttpLimits {
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly connectMs: number;
  /** Of a decompressed answer. */
  readonly decodedBytes: number;
  /** Decompressed to compressed, from `ratioFrom` bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
  readonly idleMs: number;
  readonly idleConnections: number;
  readonly retryDelayMs: number;
}

export const defaultLimits: HttpLimits = {
  headerBytes: 65_536,
  headerCount: 500,
  connectMs: 30_000,
  decodedBytes: 67_108_864,
  ratio: 200,
  ratioFrom: 1_048_576,
  idleMs: 4_000,
  idleConnections: 128,
  retryDelayMs: 1_000,
};
