import { replaceHidden } from '../ir/visible.ts';

/** JSON in which every character can be seen: hidden ones stand as `\u202e`, which reads back the same. */
export function jsonText(value: unknown, indent = 2): string {
  return JSON.stringify(value, undefined, indent)
    .split('\n')
    .map((line) => replaceHidden(line, escapeUnits))
    .join('\n');
}

/** `\uXXXX`, twice for a code point beyond the first plane. */
export function escapeUnits(code: number): string {
  const text = String.fromCodePoint(code);
  return Array.from({ length: text.length }, (_, at) => `\\u${hex4(text.charCodeAt(at))}`).join('');
}

function hex4(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}
