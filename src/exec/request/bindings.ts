import type { Json } from '../../ir/json.ts';
import type { BodyPart, BodyTemplate, RequestTemplate } from '../../ir/request.ts';
import { literalOf, literalText, type Text } from '../../ir/text.ts';
import { encodeValue, plainText } from '../evaluate/encode.ts';
import { type ValueProblem, valueProblem } from '../evaluate/problem.ts';
import { replaceMember } from './json-member.ts';

/** A literal of the request that the caller replaces: `query:q`, `body:/limit`. */
export interface Replacement {
  readonly name: string;
  readonly bind: string;
  readonly value: Json;
}

/** A value for a body: itself, and as it is written in a form. */
interface Given {
  readonly value: Json;
  readonly written: string;
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
    const written = encodeValue(name, value, place === 'query' ? 'query' : 'form');
    if (typeof written !== 'string') return written;
    const next = place === 'query' ? inQuery(out, key, written) : inBody(out, key, { value, written });
    if (next === undefined) return valueProblem('plan/bind', `\`${name}\` has no place in the request`);
    out = next;
  }
  return out;
}

function inQuery(template: RequestTemplate, key: string, written: string): RequestTemplate | undefined {
  const url = literalOf(template.url) ?? '';
  const mark = url.indexOf('?');
  if (mark < 0) return undefined;
  const pairs = replacePair(url.slice(mark + 1), key, written);
  return pairs === undefined ? undefined : { ...template, url: literalText(url.slice(0, mark + 1) + pairs) };
}

function inBody(template: RequestTemplate, pointer: string, given: Given): RequestTemplate | undefined {
  const body = template.body === undefined ? undefined : replacedBody(template.body, unescapePointer(pointer), given);
  return body === undefined ? undefined : { ...template, body };
}

function replacedBody(body: BodyTemplate, key: string, given: Given): BodyTemplate | undefined {
  switch (body.kind) {
    case 'bytes': {
      const parts = replaceFirst(body.parts, (part) => replacedPart(part, key, given));
      return parts === undefined ? undefined : { kind: 'bytes', parts };
    }
    case 'multipart': {
      const text = { kind: 'text', text: literalText(plainText(given.value)) } as const;
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

function replacedPart(part: BodyPart, key: string, given: Given): BodyPart | undefined {
  if (part.kind !== 'text') return undefined;
  const text = replacedText(part.text, key, given);
  return text === undefined ? undefined : { kind: 'text', text };
}

function replacedText(text: Text, key: string, { value, written: encoded }: Given): Text | undefined {
  const written = literalOf(text) ?? '';
  const replaced = isJsonObject(written) ? replaceMember(written, key, value) : replacePair(written, key, encoded);
  return replaced === undefined ? undefined : literalText(replaced);
}

function isJsonObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as Json;
    return value !== null && typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** `a=1&b=2` with one value replaced; undefined where there is no such pair. */
function replacePair(text: string, key: string, written: string): string | undefined {
  const pairs = replaceFirst(text.split('&'), (pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0 || decoded(pair.slice(0, equals)) !== key) return undefined;
    return `${pair.slice(0, equals)}=${written}`;
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
