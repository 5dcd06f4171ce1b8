import { hasMark, type Marks } from '../../../http/url/marks.ts';
import type { HeaderTemplate } from '../../../ir/request.ts';
import { literalText } from '../../../ir/text.ts';
import { decidedNames, type HeaderLine, readHeader, sentHeaders } from './headers.ts';
import type { Operation } from './operation.ts';
import { endsLine } from './reading.ts';
import { isStop, refused, type Stop, unmapped } from './stop.ts';
import { timeCondition } from './time-condition.ts';

/** What curl calls itself; the version whose behaviour is modelled. */
export const curlUserAgent = 'curl/7.88.1';
const compressedEncodings = 'deflate, gzip, br, zstd';
/** curl drops a longer cookie line. */
const longestCookie = 4095;

export type BodyKind = 'none' | 'form' | 'multipart' | 'upload' | 'chunked';

export interface RequestHeaders {
  readonly headers: readonly HeaderTemplate[];
  readonly impliedHeaders: readonly HeaderTemplate[];
  readonly decided: ReadonlySet<string>;
}

export function requestHeaders(operation: Operation, body: BodyKind, marks: Marks): RequestHeaders | Stop {
  const lines = withOneHost(operation.headers.map(readHeader));
  const decided = decidedNames(lines);
  const problem = lineProblem(operation) ?? framingProblem(lines, body);
  if (problem !== undefined) return problem;
  const explicit = explicitHeaders(operation, body, decided);
  if (isStop(explicit)) return explicit;
  return {
    headers: [...pairs(explicit, marks), ...sentHeaders(lines, marks)],
    impliedHeaders: pairs(impliedHeaders(operation, body, decided), marks),
    decided,
  };
}

/** curl sends the first `Host` and no other. */
function withOneHost(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  const isHost = (line: HeaderLine) => 'name' in line && line.name.toLowerCase() === 'host';
  const first = lines.findIndex(isHost);
  if (first < 0) return lines;
  return lines.filter((line, index) => index === first || !isHost(line));
}

type Pair = readonly [name: string, value: string];

function pairs(list: readonly Pair[], marks: Marks): readonly HeaderTemplate[] {
  return list.map(([name, value]) => ({ name: literalText(name), value: marks.text(value) }));
}

/** Options that are headers by another name, in wire order; `-H` wins over each. */
function explicitHeaders(operation: Operation, body: BodyKind, decided: ReadonlySet<string>): readonly Pair[] | Stop {
  const out: Pair[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '' && !decided.has(name.toLowerCase())) out.push([name, value]);
  };
  if (operation.bearer !== undefined && operation.basic) return unmapped('`--basic` and `--oauth2-bearer` together');
  add('Authorization', operation.bearer === undefined ? undefined : `Bearer ${operation.bearer}`);
  if (operation.range !== undefined && operation.range !== '') {
    if (body !== 'none' && !decided.has('range')) return unmapped('`-r` with a request that has a body');
    add('Range', `bytes=${operation.range}`);
  }
  add('User-Agent', operation.userAgent);
  if (operation.json) add('Accept', 'application/json');
  add('Referer', operation.referer?.replace(/;auto.*$/s, ''));
  const cookies = operation.cookies.join(';');
  if (cookies.length > longestCookie) return unmapped('the cookies are longer than curl sends');
  add('Cookie', cookies);
  const condition = operation.timeCondition === undefined ? undefined : timeCondition(operation.timeCondition);
  if (operation.timeCondition !== undefined && condition === undefined)
    return unmapped('`-z` with a date we do not read');
  if (condition !== undefined) add(...condition);
  if (operation.json) add('Content-Type', 'application/json');
  return out;
}

/** What curl adds by itself. */
function impliedHeaders(operation: Operation, body: BodyKind, decided: ReadonlySet<string>): readonly Pair[] {
  const out: Pair[] = [];
  const add = (name: string, value: string) => {
    if (!decided.has(name.toLowerCase())) out.push([name, value]);
  };
  if (operation.userAgent === undefined) add('User-Agent', curlUserAgent);
  if (!operation.json) add('Accept', '*/*');
  if (operation.compressed) add('Accept-Encoding', compressedEncodings);
  if (body === 'chunked') add('Transfer-Encoding', 'chunked');
  if (operation.json) return out;
  if (body === 'form') add('Content-Type', 'application/x-www-form-urlencoded');
  else if (body === 'multipart') add('Content-Type', 'multipart/form-data');
  return out;
}

function lineProblem(operation: Operation): Stop | undefined {
  const { bearer, userAgent, referer, range, method } = operation;
  const values = [bearer, userAgent, referer, range, method, ...operation.cookies];
  const bad = values.find((value) => value !== undefined && endsLine(value));
  return bad === undefined ? undefined : refused('map/header-control', 'a header value holds a line end or NUL');
}

/** A length of our own choosing is how requests are smuggled; the one that says "no body" is harmless. */
function framingProblem(lines: readonly HeaderLine[], body: BodyKind): Stop | undefined {
  for (const line of lines) {
    if (!('name' in line)) continue;
    const name = line.name.toLowerCase();
    const value = line.kind === 'send' ? line.value.trim() : '';
    const shape = headerShape(line.name);
    if (shape !== undefined) return shape;
    if (name === 'content-length' && !(value === '0' && body === 'none')) return framing(line.name);
    if (name === 'transfer-encoding' && !(value.toLowerCase() === 'chunked' && body !== 'none'))
      return framing(line.name);
    if (name === 'host' && value === '') return unmapped('a request without `Host`');
    if (name === 'content-type' && value === '' && body === 'multipart')
      return unmapped('a form without `Content-Type`');
  }
  return undefined;
}

function framing(name: string): Stop {
  return refused('map/header-framing', `\`${name}\` is set by hand`);
}

/** A header name is a token; what is not would be read in two ways. */
function headerShape(name: string): Stop | undefined {
  if (hasMark(name) || /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return undefined;
  return refused('map/header-control', `\`${name}\` is no header name`);
}
