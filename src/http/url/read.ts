import { readAuthority } from './host.ts';
import { hasMark, isMarkAt } from './marks.ts';
import { encodePath, removeDotSegments } from './path.ts';
import { isProblem, noncanonical, type UrlProblem, wrongScheme } from './problem.ts';

/** A URL as curl reads it. Strings are marked: a hole is one lone surrogate. */
export interface UrlParts {
  readonly kind: 'url';
  /** Undefined when a hole decides it: `$BASE/x`, `$SCHEME://host`. */
  readonly scheme?: string;
  /** What stands in front of the path: `https://host:8080`, `$BASE`. No userinfo, default port left out. */
  readonly origin: string;
  readonly userinfo?: string;
  /** `/` at least, except behind an origin that is all hole. */
  readonly path: string;
  /** Without `?`; the empty string for a URL that ends in `?`. */
  readonly query?: string;
}

export interface UrlReading {
  /** For a URL that names no scheme. */
  readonly defaultScheme: string;
  readonly guess: boolean;
}

/** curl without `--proto-default`. */
export const curlReading: UrlReading = { defaultScheme: 'http', guess: true };

const forbidden = /[\u0000-\u0020\u007f\\]/;
const namedScheme = /^([A-Za-z0-9+.-]+):(\/+)/;
const holeScheme = /^[A-Za-z0-9+.\-\uDC00-\uDFFF]*:\/\//u;
const guessedScheme = /^(ftp|dict|ldap|imap|smtp|pop3)\./i;

export function readUrl(url: string, reading: UrlReading): UrlParts | UrlProblem {
  if (forbidden.test(url)) return noncanonical('white space, a control character or a backslash');
  const named = namedScheme.exec(url);
  if (named !== null) return withScheme(url, named[1] ?? '', named[2] ?? '', named[0].length);
  const hole = holeScheme.exec(url);
  if (hole !== null) return readRest(undefined, hole[0], url.slice(hole[0].length));
  if (isMarkAt(url, 0)) return readOpaque(url);
  return withoutScheme(url, reading);
}

function withScheme(url: string, written: string, slashes: string, length: number): UrlParts | UrlProblem {
  const scheme = written.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return wrongScheme(written);
  if (slashes !== '//') return noncanonical('`//` must follow the scheme');
  return readRest(scheme, `${scheme}://`, url.slice(length));
}

function withoutScheme(url: string, reading: UrlReading): UrlParts | UrlProblem {
  const guessed = reading.guess ? guessedScheme.exec(url) : null;
  if (guessed !== null) return wrongScheme(guessed[1] ?? '');
  const opaque = /^([A-Za-z][A-Za-z0-9+.-]*):(?![0-9\uDC00-\uDFFF])/u.exec(url);
  if (opaque !== null) return wrongScheme(opaque[1] ?? '');
  return readRest(reading.defaultScheme, `${reading.defaultScheme}://`, url);
}

function readRest(scheme: string | undefined, prefix: string, rest: string): UrlParts | UrlProblem {
  const end = authorityEnd(rest);
  const login = rest.slice(0, end);
  const at = login.indexOf('@');
  if (at !== login.lastIndexOf('@')) return noncanonical('more than one `@` in front of the host');
  const authority = readAuthority(login.slice(at + 1), scheme);
  if (isProblem(authority)) return authority;
  const tail = readTail(rest.slice(end), '/', hasMark(login));
  if (isProblem(tail)) return tail;
  const origin = prefix + authority.host + (authority.port === undefined ? '' : `:${authority.port}`);
  return {
    kind: 'url',
    ...(scheme === undefined ? {} : { scheme }),
    origin,
    ...(at < 0 ? {} : { userinfo: login.slice(0, at) }),
    ...tail,
  };
}

/** `$BASE/x`: the hole may hold scheme, host and some path, so only what surely is none of them may follow it. */
function readOpaque(url: string): UrlParts | UrlProblem {
  const end = authorityEnd(url);
  const origin = url.slice(0, end);
  if (!/^[A-Za-z0-9._:\-\uDC00-\uDFFF]*$/u.test(origin)) return noncanonical('characters no host name has');
  const tail = readTail(url.slice(end), '', true);
  return isProblem(tail) ? tail : { kind: 'url', origin, ...tail };
}

function authorityEnd(rest: string): number {
  const end = rest.search(/[/?#]/);
  return end < 0 ? rest.length : end;
}

function readTail(
  tail: string,
  emptyPath: string,
  openStart: boolean,
): { readonly path: string; readonly query?: string } | UrlProblem {
  const hash = tail.indexOf('#');
  const target = hash < 0 ? tail : tail.slice(0, hash);
  const mark = target.indexOf('?');
  const path = removeDotSegments(encodePath(mark < 0 ? target : target.slice(0, mark)), openStart);
  if (typeof path !== 'string') return path;
  return { path: path === '' ? emptyPath : path, ...(mark < 0 ? {} : { query: target.slice(mark + 1) }) };
}

/** Without userinfo and fragment. */
export function writeUrl(parts: UrlParts): string {
  return parts.origin + parts.path + (parts.query === undefined ? '' : `?${parts.query}`);
}

/** Adds pairs to the query; `&` only where something that does not end in one stands before it. */
export function appendQuery(parts: UrlParts, pairs: string): UrlParts {
  const before = parts.query ?? '';
  const joint = before === '' || before.endsWith('&') ? '' : '&';
  return { ...parts, query: before + joint + pairs };
}
