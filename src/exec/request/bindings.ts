import type { Json } from '../../ir/json.ts';
import type { BodyPart, BodyTemplate, RequestTemplate } from '../../ir/request.ts';
import { literalOf, literalText, type Text } from '../../ir/text.ts';
import { plainText } from '../evaluate/encode.ts';
import { type ValueProblem, valueProblem } from '../evaluate/problem.ts';

/** A literal of the request that the caller replaces: `query:q`, `body:/limit`. */
export interface Replacement {
  readonly name: string;
  readonly bind: string;
  readonly value: Json;
}

/** The request with the caller's values in the places that the manifest marks as theirs, and nowhere else. */
export function replaceLiterals(
  template: RequestTemplate,
  replacements: readonly Replacement[],
): RequestTemplate | ValueProblem {
  let out = template;
  for (const { name, bind, value } of replacements) {
    const colon = bind.indexOf(':');
    const key = bind.slice(colon + 1);
    const place = bind.slice(0, colon);
    const next = place === 'query' ? inQuery(out, key, value) : inBody(out, key, value);
    if (next === undefined) return valueProblem('plan/bind', `\`${name}\` has no place in the request`);
    out = next;
  }
  return out;
}

function inQuery(template: RequestTemplate, key: string, value: Json): RequestTemplate | undefined {
  const url = literalOf(template.url) ?? '';
  const mark = url.indexOf('?');
  if (mark < 0) return undefined;
  const pairs = replacePair(url.slice(mark + 1), key, value);
  return pairs === undefined ? undefined : { ...template, url: literalText(url.slice(0, mark + 1) + pairs) };
}

function inBody(template: RequestTemplate, pointer: string, value: Json): RequestTemplate | undefined {
  const body = template.body === undefined ? undefined : replacedBody(template.body, unescapePointer(pointer), value);
  return body === undefined ? undefined : { ...template, body };
}

function replacedBody(body: BodyTemplate, key: string, value: Json): BodyTemplate | undefined {
  switch (body.kind) {
    case 'bytes': {
      const parts = replaceFirst(body.parts, (part) => replacedPart(part, key, value));
      return parts === undefined ? undefined : { kind: 'bytes', parts };
    }
    case 'multipart': {
      const text = { kind: 'text', text: literalText(plainText(value)) } as const;
      const fields = replaceFirst(body.fields, (field) =>
        literalOf(field.name) === key && field.value.kind === 'text' ? { ...field, value: text } : undefined,
      );
      return fields === undefined ? undefined : { kind: 'multipart', fields };
    }
    case 'json':
    case 'form':
      return undefined;
  }
}

function replacedPart(part: BodyPart, key: string, value: Json): BodyPart | undefined {
  if (part.kind !== 'text') return undefined;
  const text = replacedText(part.text, key, value);
  return text === undefined ? undefined : { kind: 'text', text };
}

function replacedText(text: Text, key: string, value: Json): Text | undefined {
  const written = literalOf(text) ?? '';
  const members = jsonObject(written);
  if (members === undefined) {
    const pairs = replacePair(written, key, value);
    return pairs === undefined ? undefined : literalText(pairs);
  }
  if (!Object.hasOwn(members, key)) return undefined;
  // Written anew from its own members, in their order.
  const entries = Object.entries(members).map(([name, member]) => [name, name === key ? value : member] as const);
  return literalText(JSON.stringify(Object.fromEntries(entries)));
}

function jsonObject(text: string): { readonly [key: string]: Json } | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as { readonly [key: string]: Json })
      : undefined;
  } catch {
    return undefined;
  }
}

/** `a=1&b=2` with one value replaced; undefined where there is no such pair. */
function replacePair(text: string, key: string, value: Json): string | undefined {
  const pairs = replaceFirst(text.split('&'), (pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || decoded(pair.slice(0, equals)) !== key) return undefined;
    return `${pair.slice(0, equals)}=${encodeURIComponent(plainText(value))}`;
  });
  return pairs?.join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function replaceFirst<T>(items: readonly T[], replace: (item: T) => T | undefined): readonly T[] | undefined {
  for (const [index, item] of items.entries()) {
    const next = replace(item);
    if (next !== undefined) return items.with(index, next);
  }
  return undefined;
}

function unescapePointer(pointer: string): string {
  return pointer.replace(/^\//, '').replaceAll('~1', '/').replaceAll('~0', '~');
}
