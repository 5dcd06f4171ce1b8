import { hasMark } from '../../../http/url/marks.ts';
import { appendQuery, readUrl, type UrlParts, writeUrl } from '../../../http/url/read.ts';
import { hidePlaceholders } from '../../../http/url/split.ts';
import { urlencode } from './data.ts';
import type { Node, Operation } from './operation.ts';
import { type Reading, shown } from './reading.ts';
import { dynamic, isStop, orStop, refused, type Stop, unmapped, usage } from './stop.ts';

/** Where a request goes. Strings are marked. */
export interface Target {
  readonly url: string;
  /** Decoded. */
  readonly userinfo?: string;
  /** The path before `-G` data, for `-O`. */
  readonly path: string;
}

export function readTarget(
  operation: Operation,
  node: Node,
  url: string,
  query: string | undefined,
  reading: Reading,
): Target | Stop {
  const { marks } = reading;
  if (url === '') return usage('an empty URL');
  const guess = operation.defaultScheme === undefined;
  const scheme = { defaultScheme: operation.defaultScheme ?? 'http', guess };
  const asWritten = orStop(readUrl(hidePlaceholders(url, marks), scheme), shown(url, marks));
  if (isStop(asWritten)) return asWritten;
  const problem = partsProblem(operation, asWritten, url);
  if (problem !== undefined) return problem;
  const named = withFileName(asWritten, node);
  if (isStop(named)) return named;
  // curl writes the URL out and reads it again, so that `#` in the data starts a fragment.
  const queried = query === undefined ? named : reread(appendQuery(named, query), reading);
  if (isStop(queried)) return queried;
  const userinfo = asWritten.userinfo === undefined ? undefined : decodeLogin(asWritten.userinfo);
  if (isStop(userinfo)) return userinfo;
  return { url: writeUrl(queried), path: asWritten.path, ...(userinfo === undefined ? {} : { userinfo }) };
}

function reread(parts: UrlParts, { marks }: Reading): UrlParts | Stop {
  const text = writeUrl(parts);
  const again = orStop(readUrl(text, { defaultScheme: 'http', guess: true }), shown(text, marks));
  return isStop(again) ? { ...again, help: 'use `--data-urlencode` instead of `-d`' } : again;
}

function partsProblem(operation: Operation, parts: UrlParts, url: string): Stop | undefined {
  if (operation.noUserinfo && parts.userinfo !== undefined) return usage('a user name in the URL is switched off');
  if (operation.pathAsIs && /\/\.{1,2}(?:[/?#]|$)/.test(url)) {
    return refused('map/url-noncanonical', 'dot segments that `--path-as-is` keeps');
  }
  return protocolProblem(operation.protocols, parts.scheme);
}

/** `--proto =https`, `-all,https`, `https`: only what surely allows the URL's scheme passes. */
function protocolProblem(protocols: string | undefined, scheme: string | undefined): Stop | undefined {
  if (protocols === undefined) return undefined;
  if (hasMark(protocols) || scheme === undefined) return dynamic('`--proto` with a variable');
  let allowed = true;
  for (const item of protocols.split(',')) {
    const match = /^([=+-]*)([a-z0-9]+)$/i.exec(item);
    if (match === null) return unmapped('`--proto` in a form we do not read');
    const [, signs = '', name = ''] = match;
    const hit = name.toLowerCase() === 'all' || name.toLowerCase() === scheme;
    if (signs === '=') allowed = hit;
    else if (signs === '-') allowed &&= !hit;
    else allowed ||= hit;
  }
  return allowed ? undefined : usage(`\`--proto ${protocols}\` does not allow ${scheme}`);
}

/** `-T file` to a URL that ends in `/` adds the file's name. */
function withFileName(parts: UrlParts, { upload }: Node): UrlParts | Stop {
  if (upload === undefined || upload === '' || upload === '-' || upload === '.') return parts;
  if (/[{}[\]]/.test(upload)) return unmapped('`-T` with several files');
  if (parts.path !== '' && !parts.path.endsWith('/')) return parts;
  if (parts.path === '' || hasMark(upload)) return dynamic('whether `-T` adds the file name to the URL is not known');
  const name = upload.slice(Math.max(upload.lastIndexOf('/'), upload.lastIndexOf('\\')) + 1);
  const path = `${parts.path}${escapeName(name)}`.replace(/%[0-9A-Fa-f]{2}/g, (byte) => byte.toLowerCase());
  const { query, ...rest } = parts;
  return { ...rest, path, ...(query === undefined || query === '' ? {} : { query }) };
}

function escapeName(name: string): string {
  return urlencode(name).replaceAll('+', '%20');
}

/** Percent escapes of user and password are decoded before they are sent. */
function decodeLogin(userinfo: string): string | Stop {
  if (!userinfo.includes('%')) return userinfo;
  const colon = userinfo.indexOf(':');
  const parts = colon < 0 ? [userinfo] : [userinfo.slice(0, colon), userinfo.slice(colon + 1)];
  const decoded = parts.map(decode);
  const [user, password] = decoded;
  if (user === undefined || user.includes(':') || (decoded.length > 1 && password === undefined)) {
    return refused('map/url-noncanonical', 'the user name or password in the URL is not plain text');
  }
  return password === undefined ? user : `${user}:${password}`;
}

/** Undefined for bytes that are no UTF-8 and for control characters, which curl refuses. */
function decode(text: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const escapes = text.match(/(?:%[0-9A-Fa-f]{2})+/g) ?? [];
  let out = text;
  for (const run of escapes) {
    const plain = decodeUtf8(run);
    if (plain === undefined) return undefined;
    out = out.replace(run, () => plain);
  }
  return out;
}

function decodeUtf8(escapes: string): string | undefined {
  const bytes = Uint8Array.from(escapes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16));
  if (bytes.some((byte) => byte < 0x20 || byte === 0x7f)) return undefined;
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.includes('\ufffd') ? undefined : text;
}
