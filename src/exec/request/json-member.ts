import type { Json } from '../../ir/json.ts';

/**
 * The text of a JSON object with the value of one member replaced and every other byte kept: numbers that no double holds, the
 * order of members and the spaces between them are what was reviewed. Undefined where there is no such member, or two.
 */
export function replaceMember(text: string, key: string, value: Json): string | undefined {
  const [found, another] = memberValues(text).filter((member) => member.key === key);
  if (found === undefined || another !== undefined) return undefined;
  return text.slice(0, found.start) + JSON.stringify(value) + text.slice(found.end);
}

interface MemberValue {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** Of a text that is known to be one object. */
function memberValues(text: string): readonly MemberValue[] {
  const out: MemberValue[] = [];
  let depth = 0;
  let key = '';
  let from: number | undefined;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g)) {
    if (depth === 1 && from !== undefined && (token === ',' || token === '}')) {
      out.push({ key, ...trimmed(text, from, index) });
      from = undefined;
    } else if (depth === 1 && from === undefined) {
      if (token.startsWith('"')) key = JSON.parse(token) as string;
      if (token === ':') from = index + 1;
    }
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return out;
}

function trimmed(text: string, from: number, to: number): { readonly start: number; readonly end: number } {
  const value = text.slice(from, to);
  return { start: from + value.length - value.trimStart().length, end: from + value.trimEnd().length };
}
