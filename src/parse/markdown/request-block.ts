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

type Part = 'headers' | 'body' | 'response' | 'skip';

/** `Headers:`, `Body (JSON):`, `Returns:` and what may follow on the line. */
const partLabel =
  /^\s*(?:[-*] )?\**(headers?|(?:request )?body|payload|json|returns?|response|output|→|->|=>)(?: ?\([^)\n]{0,60}\))?\**\s*(?::|(?=[{[])|$)\**\s*/i;
const headerLine = /^\s*(?:[-*] )?([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]+(\S.*)$/;

function readRequest(
  lines: readonly SourceText[],
  first: number,
  comment: SourceText | undefined,
  isShell: boolean,
): { readonly request: WrittenRequest; readonly next: number } {
  const line = lines[first] ?? { text: '', segments: [] };
  const headers: { name: string; value: SourceText }[] = [];
  const parts = new Map<'body' | 'response', SourceText>();
  let unread: SourceText | undefined;
  let part: Part = 'headers';
  let i = first + 1;
  for (; i < lines.length; i++) {
    const here = lines[i];
    if (here === undefined || isRequestLine(here.text)) break;
    if (here.text.trim() === '') {
      if (part === 'skip' || (isShell && parts.size > 0)) break;
      continue;
    }
    if (/^\s*(?:#|\/\/)/.test(here.text)) {
      if (isRequestLine(lines[i + 1]?.text ?? '')) break;
      continue;
    }
    const label = partLabel.exec(here.text);
    const named = label === null ? undefined : partNamed(label[1] ?? '');
    const rest = named === undefined ? here : sliceSource(here, label?.[0].length ?? 0, here.text.length);
    if (named !== undefined) part = named;
    if (rest.text.trim() === '') continue;
    if (/^\s*[[{]/.test(rest.text)) {
      const end = structureEnd(lines, i, rest);
      const key: 'body' | 'response' =
        part === 'response' || (part === 'headers' && parts.has('body')) ? 'response' : 'body';
      if (!parts.has(key)) parts.set(key, joinSources([rest, ...lines.slice(i + 1, end + 1)], '\n'));
      else if (key === 'body') unread ??= rest;
      i = end;
      part = key === 'body' ? 'headers' : 'response';
      continue;
    }
    const header = headerLine.exec(rest.text);
    if (part === 'response') continue;
    if (header !== null && part === 'headers' && !parts.has('body')) {
      headers.push({
        name: header[1] ?? '',
        value: trimmed(rest, rest.text.indexOf(header[2] ?? '', header[1]?.length ?? 0)),
      });
      continue;
    }
    if (isShell) break;
    unread ??= rest;
    part = 'skip';
  }
  const title = titleOf(line.text) ?? comment?.text.replace(/^\s*(?:#+|\/\/)\s*/, '');
  const body = parts.get('body');
  const response = parts.get('response');
  return {
    request: {
      method: /[A-Z]+/.exec(line.text)?.[0] ?? 'GET',
      target: targetOf(line),
      headers,
      ...(body === undefined ? {} : { body }),
      ...(response === undefined ? {} : { response }),
      ...(title === undefined || title === '' ? {} : { title }),
      lines: joinSources(lines.slice(first, i), '\n'),
      ...(unread === undefined ? {} : { unread }),
    },
    next: i,
  };
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

function trimmed(line: SourceText, start: number): SourceText {
  return sliceSource(line, start, line.text.trimEnd().length);
}

/** The line on which the brackets that open here are closed; the last line if they never are. */
function structureEnd(lines: readonly SourceText[], first: number, rest: SourceText): number {
  let depth = 0;
  let quoted = false;
  for (let i = first; i < lines.length; i++) {
    const text = i === first ? rest.text : (lines[i]?.text ?? '');
    for (let at = 0; at < text.length; at++) {
      const c = text[at];
      if (c === '\\') at++;
      else if (c === '"') quoted = !quoted;
      else if (quoted) continue;
      else if (c === '{' || c === '[') depth++;
      else if (c === '}' || c === ']') depth--;
    }
    if (depth <= 0) return i;
  }
  return lines.length - 1;
}
