import type { ReadCode } from '../code.ts';
import { parsePython } from './parse.ts';
import { readBody } from './read-statement.ts';
import { Reader } from './reader.ts';

/** Python text as code. */
export function readPython(source: string): ReadCode {
  const parsed = parsePython(source);
  if (parsed.kind === 'unread') return parsed;
  const reader = new Reader(parsed.text, parsed.place);
  const body = readBody(parsed.top, reader);
  return reader.tooDeep === undefined
    ? { kind: 'code', body }
    : { kind: 'unread', why: 'it is nested too deeply', at: reader.tooDeep };
}
