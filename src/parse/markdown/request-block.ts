import { isRequestLine } from './fence-kind.ts';
import { joinSources, type SourceText, sliceSource, sourceLines } from './source-text.ts';

/** One `METHOD /path` request as written. */
export interface WrittenRequest {
  readonly method: string;
  readonly target: SourceText;
  readonly headers: readonly { readonly name: string; readonly value: SourceText }[];
  readonly body?: SourceText;
  readonly response?: SourceText;
  /** The comment above, or what stands behind the path. */
  readonly title?: string;
  /** The lines it was read from. */
  readonly lines: SourceText;
  /** The first line that was not understood. */
  readonly unread?: SourceText;
}

export interface SplitBlock {
  readonly requests: readonly WrittenRequest[];
  /** Lines outside every request, in order. */
  readonly rest: SourceText;
}

/** Takes the requests out of a block. In shell, a line that fits no part of a request ends it; elsewhere it is `unread`. */
export function splitRequests(block: SourceText, isShell: boolean): SplitBlock {
  const lines = sourceLines(block);
  const requests: WrittenRequest[] = [];
  const rest: SourceText[] = [];
  let comment: SourceText | undefined;
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    if (line === undefined) break;
    if (!isRequestLine(line.text)) {
      comment = /^\s*(?:#|\/\/)/.test(line.text) ? line : undefined;
      rest.push(line);
      i++;
      continue;
    }
    const { request, next } = readRequest(lines, i, comment, isShell);
    if (comment !== undefined) rest.pop();
    comment = undefined;
    requests.push(request);
    i = next;
  }
  return { requests, rest: joinSources(rest, '\n') };
}

type Part = 'headers' | 'body' | 'response';

/** `Headers:`, `Body (JSON):`, `Returns:` and what may follow on the line; an arrow is `Returns:` too. */
const partLabel =
  /^\s*(?:[-*] )?\**(?:(headers?|(?:request )?body|payload|json|returns?|response|output)(?: ?\([^)\n]{0,60}\))?\**\s*(?::|(?=[{[])|$)|(→|->|=>))\**\s*/i;
const headerLine = /^\s*(?:[-*] )?([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]+(\S.*)$/;

interface Reading {
  readonly lines: readonly SourceText[];
  readonly isShell: boolean;
  readonly headers: { readonly name: string; readonly value: SourceText }[];
  body: SourceText | undefined;
  response: SourceText | undefined;
  unread: SourceText | undefined;
  part: Part;
  /** The line to read next. */
  at: number;
}

function readRequest(
  lines: readonly SourceText[],
  first: number,
  comment: SourceText | undefined,
  isShell: boolean,
): { readonly request: WrittenRequest; readonly next: number } {
  const line = lines[first] ?? { text: '', segments: [] };
  const reading: Reading = {
    lines,
    isShell,
    headers: [],
    body: undefined,
    response: undefined,
    unread: undefined,
    part: 'headers',
    at: first + 1,
  };
  while (reading.at < lines.length && readLine(reading)) reading.at++;
  const { headers, body, response, unread } = reading;
  const title = titleOf(line.text) ?? comment?.text.replace(/^\s*(?:#+|\/\/)\s*/, '');
  return {
    request: {
      method: /[A-Z]+/.exec(line.text)?.[0] ?? 'GET',
      target: targetOf(line),
      headers,
      ...(body === undefined ? {} : { body }),
      ...(response === undefined ? {} : { response }),
      ...(title === undefined || title === '' ? {} : { title }),
      lines: joinSources(lines.slice(first, reading.at), '\n'),
      ...(unread === undefined ? {} : { unread }),
    },
    next: reading.at,
  };
}

/** False where the request ends before this line. */
function readLine(reading: Reading): boolean {
  const here = reading.lines[reading.at];
  if (here === undefined || isRequestLine(here.text)) return false;
  if (here.text.trim() === '')
    return !(reading.unread !== undefined || (reading.isShell && reading.body !== undefined));
  if (/^\s*(?:#|\/\/)/.test(here.text)) return !isRequestLine(reading.lines[reading.at + 1]?.text ?? '');
  const label = partLabel.exec(here.text);
  if (label !== null) reading.part = partNamed(label[1] ?? label[2] ?? '');
  const rest = label === null ? here : sliceSource(here, label[0].length, here.text.length);
  if (rest.text.trim() === '') return true;
  return /^\s*[[{]/.test(rest.text) ? readStructure(reading, rest) : readText(reading, rest);
}

/** JSON: the body, or the answer where a label or an earlier body says so. */
function readStructure(reading: Reading, rest: SourceText): boolean {
  const structure = structureAt(reading.lines, reading.at, rest);
  if (reading.part === 'response' || reading.body !== undefined) {
    reading.response ??= structure.text;
    reading.part = 'response';
  } else {
    reading.body = structure.text;
    reading.part = 'headers';
  }
  reading.at = structure.lastLine;
  return true;
}

function readText(reading: Reading, rest: SourceText): boolean {
  if (reading.part === 'response') return true;
  const header = headerLine.exec(rest.text);
  if (header !== null && reading.part === 'headers' && reading.body === undefined) {
    const [, name = '', value = ''] = header;
    const start = rest.text.indexOf(value, rest.text.indexOf(name) + name.length + 1);
    reading.headers.push({ name, value: sliceSource(rest, start, rest.text.trimEnd().length) });
    return true;
  }
  if (reading.isShell) return false;
  reading.unread ??= rest;
  return true;
}

function partNamed(word: string): Part {
  const lower = word.toLowerCase();
  if (lower.startsWith('header')) return 'headers';
  return /body|payload|json/.test(lower) ? 'body' : 'response';
}

const requestHead = /^\s*[A-Z]+[ \t]+/;

/** The path or URL: up to white space, but `<user id>` is one stand-in. */
function targetOf(line: SourceText): SourceText {
  const start = requestHead.exec(line.text)?.[0].length ?? 0;
  const length = /^(?:<[^<>\n]{1,80}>|[^\s<]|<)*/.exec(line.text.slice(start, start + 4000))?.[0].length ?? 0;
  return sliceSource(line, start, start + length);
}

/** `GET /users HTTP/1.1` has none; `GET /users   List users` and `GET /users # list` have one. */
function titleOf(line: string): string | undefined {
  const start = requestHead.exec(line)?.[0].length ?? 0;
  const length = /^(?:<[^<>\n]{1,80}>|[^\s<]|<)*/.exec(line.slice(start, start + 4000))?.[0].length ?? 0;
  const rest = line.slice(start + length).trim();
  if (rest === '' || /^HTTP\/[\d.]+$/.test(rest)) return undefined;
  return rest.replace(/^(?:#+|\/\/|[-–—→:]+|\()\s*/, '').replace(/\)$/, '');
}

/** From an opening bracket to the one that closes it; a remark behind that is left out. */
function structureAt(
  lines: readonly SourceText[],
  first: number,
  rest: SourceText,
): { readonly text: SourceText; readonly lastLine: number } {
  const taken: SourceText[] = [];
  let depth = 0;
  let quoted = false;
  for (let i = first; i < lines.length; i++) {
    const line = i === first ? rest : (lines[i] ?? rest);
    for (let at = 0; at < line.text.length; at++) {
      const c = line.text[at];
      if (c === '\\') at++;
      else if (c === '"') quoted = !quoted;
      else if (quoted) continue;
      else if (c === '{' || c === '[') depth++;
      else if ((c === '}' || c === ']') && --depth === 0) {
        const isRemark = /^\s*(?:(?:\([^()]*\)|[,;])\s*|#.*|\/\/.*)?$/.test(line.text.slice(at + 1));
        taken.push(isRemark ? sliceSource(line, 0, at + 1) : line);
        return { text: joinSources(taken, '\n'), lastLine: i };
      }
    }
    taken.push(line);
  }
  return { text: joinSources(taken, '\n'), lastLine: lines.length - 1 };
}
