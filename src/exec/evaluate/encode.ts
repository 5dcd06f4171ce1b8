import { urlencodeText } from '../../http/wire/bytes.ts';
import type { Encoding } from '../../ir/expr.ts';
import type { Json } from '../../ir/json.ts';
import { type ValueProblem, valueProblem } from './problem.ts';

/** A caller's value, written for the place where it stands: it can fill the place and never leave it. */
export function encodeValue(name: string, value: Json, encoding: Encoding): string | ValueProblem {
  if (encoding === 'json') return JSON.stringify(value);
  const text = plainText(value);
  if (!text.isWellFormed()) return bad(name, 'is not well-formed text');
  switch (encoding) {
    case 'json-string':
      return JSON.stringify(text).slice(1, -1);
    case 'segment':
      return segment(name, text);
    case 'query':
      return percent(text);
    case 'form':
      return urlencodeText(text);
    case 'header':
      return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(text) ? bad(name, 'holds a control character') : text;
    case 'argument':
    case 'raw':
      return text.includes('\0') ? bad(name, 'holds NUL') : text;
  }
}

/** A string as it is, anything else as JSON writes it. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Exactly one part of a path: nothing that a server could take for two, or for none. */
function segment(name: string, text: string): string | ValueProblem {
  if (text === '' || text === '.' || text === '..') return bad(name, 'must be one part of a path');
  if (/[/\\\u0000-\u001f\u007f]/.test(text)) return bad(name, 'holds `/`, `\\` or a control character');
  return percent(text);
}

function percent(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function bad(name: string, why: string): ValueProblem {
  return valueProblem('input/value', `\`${name}\` ${why}`);
}
