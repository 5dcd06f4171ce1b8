import type { HeaderTemplate, RequestTemplate } from '../ir/request.ts';
import { literalOf } from '../ir/text.ts';
import { isProblem } from './url/problem.ts';
import { appendQuery, curlReading, readUrl, type UrlParts } from './url/read.ts';
import { bodyBytes } from './wire/body.ts';
import { byteString, urlencodeText } from './wire/bytes.ts';
import { isWireProblem, literalValue, type WireProblem, type WireSource } from './wire/source.ts';

export type { WireProblem, WireSource } from './wire/source.ts';

/** A request as it goes out. Target and header values hold one character for each byte. */
export interface WireRequest {
  readonly kind: 'wire';
  readonly method: string;
  /** `https://host:8080` */
  readonly origin: string;
  readonly target: string;
  /** In wire order, `Host` first. */
  readonly headers: readonly WireHeader[];
  readonly body?: Uint8Array;
}

export type WireHeader = readonly [name: string, value: string];

/** The exact request of a template without holes: `Host`, `Authorization`, `Content-Length` and boundary put in. */
export function toWire(request: RequestTemplate, source: WireSource): WireRequest | WireProblem {
  const method = literalValue(request.method, 'method');
  if (isWireProblem(method)) return method;
  const url = readTarget(request);
  if (isWireProblem(url)) return url;
  const body = request.body === undefined ? undefined : bodyBytes(request.body, contentType(request), source);
  if (isWireProblem(body)) return body;
  const headers = wireHeaders(request, url, body, source.boundary);
  if (isWireProblem(headers)) return headers;
  const target = byteString(url.path + (url.query === undefined ? '' : `?${url.query}`));
  return { kind: 'wire', method, origin: url.origin, target, headers, ...(body === undefined ? {} : { body }) };
}

/** What the command says, else what is implied. */
function contentType({ headers, impliedHeaders }: RequestTemplate): string {
  const given = [...headers, ...impliedHeaders].find(({ name }) => literalOf(name)?.toLowerCase() === 'content-type');
  return given === undefined ? '' : (literalOf(given.value) ?? '');
}

function readTarget(request: RequestTemplate): UrlParts | WireProblem {
  const text = literalValue(request.url, 'url');
  if (isWireProblem(text)) return text;
  const parts = readUrl(text, curlReading);
  if (isProblem(parts)) return { kind: 'problem', reason: 'url', detail: parts.message };
  const pairs = literalPairs(request.query ?? []);
  if (isWireProblem(pairs)) return pairs;
  if (pairs.length === 0) return parts;
  return appendQuery(parts, pairs.map(([name, value]) => `${urlencodeText(name)}=${urlencodeText(value)}`).join('&'));
}

function wireHeaders(
  request: RequestTemplate,
  url: UrlParts,
  body: Uint8Array | undefined,
  boundary: string,
): readonly WireHeader[] | WireProblem {
  const own = literalPairs(request.headers);
  if (isWireProblem(own)) return own;
  const implied = literalPairs(request.impliedHeaders);
  if (isWireProblem(implied)) return implied;
  const cookies = literalPairs(request.cookies ?? []);
  if (isWireProblem(cookies)) return cookies;
  const authorization = basicHeader(request);
  if (isWireProblem(authorization)) return authorization;
  const isType = ([name]: WireHeader) => name.toLowerCase() === 'content-type';
  const before = implied.filter((header) => !isType(header));
  const all = [
    ...(find(own, 'host') === undefined ? [hostHeader(url)] : []),
    ...authorization,
    ...before,
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.map(([n, v]) => `${n}=${v}`).join('; ')] as const]),
    ...own,
    ...lengthHeader(body, [...own, ...implied]),
    ...implied.filter(isType),
  ];
  const typed = request.body?.kind === 'multipart' ? all.map((header) => withBoundary(header, boundary)) : all;
  return typed.map(([name, value]) => [byteString(name), byteString(value)] as const);
}

function withBoundary([name, value]: WireHeader, boundary: string): WireHeader {
  return name.toLowerCase() === 'content-type' ? [name, `${value}; boundary=${boundary}`] : [name, value];
}

function hostHeader({ origin }: UrlParts): WireHeader {
  return ['Host', origin.slice(origin.indexOf('://') + 3)];
}

function lengthHeader(body: Uint8Array | undefined, headers: readonly WireHeader[]): readonly WireHeader[] {
  if (body === undefined) return [];
  const given = find(headers, 'content-length') ?? find(headers, 'transfer-encoding');
  return given === undefined ? [['Content-Length', String(body.length)]] : [];
}

function find(headers: readonly WireHeader[], wanted: string): WireHeader | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted);
}

/** A variable that held `user:password` as a whole stands in `user`. */
function basicHeader({ basicAuth }: RequestTemplate): readonly WireHeader[] | WireProblem {
  if (basicAuth === undefined) return [];
  const user = literalValue(basicAuth.user, 'user');
  if (isWireProblem(user)) return user;
  const password = literalValue(basicAuth.password, 'password');
  if (isWireProblem(password)) return password;
  const login = password === '' && user.includes(':') ? user : `${user}:${password}`;
  return [['Authorization', `Basic ${btoa(byteString(login))}`]];
}

/** A variable that held a whole header stands in its name. */
function literalPairs(headers: readonly HeaderTemplate[]): readonly WireHeader[] | WireProblem {
  const out: WireHeader[] = [];
  for (const header of headers) {
    const name = literalValue(header.name, 'header name');
    if (isWireProblem(name)) return name;
    const value = literalValue(header.value, name);
    if (isWireProblem(value)) return value;
    const colon = value === '' ? name.indexOf(':') : -1;
    out.push(colon < 0 ? [name, value] : [name.slice(0, colon), name.slice(colon + 1).trimStart()]);
  }
  return out;
}
