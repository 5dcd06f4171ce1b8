import type { Json } from '../../ir/json.ts';

/** A member of a JSON object or of a form, as it stands in a text. */
export interface WrittenMember {
  readonly name: string;
  readonly value: string;
  /** Exactly this part of the text; `put` gives the same with another value. */
  readonly written: string;
  readonly put: (value: string) => string;
}

/**
 * The JSON of an answer: the whole of it, or what is left of it without a byte order mark, the heads of `curl -i` and what stands before
 * and behind (`)]}'`, the text of `curl -w`), or its lines.
 */
export function documentsIn(text: string): readonly Json[] {
  const body = behindHeads(text);
  const whole = parsed(body) ?? parsed(body.slice(body.search(/[[{]/), endOfLast(body)));
  if (whole !== undefined) return [whole];
  return body.split('\n').flatMap((line) => {
    const document = parsed(line.slice(Math.max(0, line.search(/[[{]/))));
    return document === undefined ? [] : [document];
  });
}

/** Members with a name that `isWanted`, wherever they stand: a text need not be valid JSON, and may say one name twice. */
export function membersIn(text: string, isWanted: (name: string) => boolean): readonly WrittenMember[] {
  return [...quotedMembers(text, isWanted), ...text.split('\n').flatMap((line) => formMembers(line.trim(), isWanted))];
}

function* quotedMembers(text: string, isWanted: (name: string) => boolean): Generator<WrittenMember> {
  for (const { 0: head, 1: name = '', index } of text.matchAll(
    /"((?:[^"\\\n]|\\.){1,200})"[\t\n\r ]{0,100}:[\t\n\r ]{0,100}(?=")/g,
  )) {
    const key = parsed(`"${name}"`);
    if (typeof key !== 'string' || !isWanted(key)) continue;
    const written = quotedAt(text, index + head.length);
    const value = parsed(written);
    if (typeof value === 'string') yield { name: key, value, written, put: (other) => JSON.stringify(other) };
  }
}

/** The string that begins at this quote, up to the next one that is not escaped. */
function quotedAt(text: string, start: number): string {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return text.slice(start, end + 1);
}

function formMembers(line: string, isWanted: (name: string) => boolean): readonly WrittenMember[] {
  if (!line.includes('=') || /[\s"<>{}]/.test(line)) return [];
  return line.split('&').flatMap((pair): readonly WrittenMember[] => {
    const equals = pair.indexOf('=');
    const name = decoded(pair.slice(0, equals));
    if (equals <= 0 || !isWanted(name)) return [];
    const value = decoded(pair.slice(equals + 1));
    return [{ name, value, written: pair.slice(equals), put: (other) => `=${other}` }];
  });
}

function behindHeads(text: string): string {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (text.startsWith('HTTP/1.', at)) {
    const end = text.indexOf('\r\n\r\n', at);
    if (end === -1) break;
    at = end + 4;
    if (text.startsWith('\ufeff', at)) at += 1;
  }
  return text.slice(at);
}

function endOfLast(text: string): number {
  return Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
