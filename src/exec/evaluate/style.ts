import type { ParamStyle } from '../../ir/expr.ts';
import type { Json } from '../../ir/json.ts';
import { plainText } from './encode.ts';

export type TextPair = readonly [name: string, value: string];

const separators: Partial<Record<ParamStyle, string>> = { comma: ',', space: ' ', pipe: '|', tab: '\t' };

/** A list or an object as pairs of a query, a form or cookies; a scalar is one pair whatever the style. */
export function styledPairs(name: string, value: Json, style: ParamStyle | undefined): readonly TextPair[] {
  if (value === null || typeof value !== 'object') return [[name, plainText(value)]];
  if (style === undefined || style === 'json') return [[name, JSON.stringify(value)]];
  const members = Array.isArray(value) ? undefined : Object.entries(value as { readonly [key: string]: Json });
  if (members === undefined) {
    const items = (value as readonly Json[]).map(plainText);
    const separator = separators[style];
    return separator === undefined ? items.map((item) => [name, item]) : [[name, items.join(separator)]];
  }
  if (style === 'deep-object') return members.map(([key, member]) => [`${name}[${key}]`, plainText(member)]);
  const separator = separators[style];
  if (separator === undefined) return members.map(([key, member]) => [key, plainText(member)]);
  return [[name, members.flatMap(([key, member]) => [key, plainText(member)]).join(separator)]];
}

/** The same inside a path or a header, where there are no pairs: items, each written by `write`. */
export function styledText<P>(
  value: Json,
  style: ParamStyle,
  write: (item: string) => string | P,
): readonly (string | P)[] | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (style === 'json') return [write(JSON.stringify(value))];
  if (Array.isArray(value)) return value.map((item) => write(plainText(item as Json)));
  const members = Object.entries(value as { readonly [key: string]: Json });
  const joint = style === 'spread' ? '=' : ',';
  return members.map(([key, member]) => {
    const left = write(key);
    const right = write(plainText(member));
    if (typeof left !== 'string') return left;
    return typeof right === 'string' ? `${left}${joint}${right}` : right;
  });
}
