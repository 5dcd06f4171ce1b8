import type { Encoding } from '../../ir/expr.ts';
import type { Json } from '../../ir/json.ts';
import { multipartFields } from './multipart-fields.ts';

/** A text of a body that stands in a place of its own, and how a value is written there. */
export interface BodyPlace {
  /** `body:/auth/token`; `body:` for a body that has no places. */
  readonly slot: string;
  readonly text: string;
}

export interface BodyPlaces {
  readonly encode: Encoding;
  readonly places: readonly BodyPlace[];
}

/** By the type that the request names, as its server will read it. */
export function bodyPlaces(body: string, contentType: string): BodyPlaces {
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  const media = type.trim();
  if (media === 'application/x-www-form-urlencoded') return { encode: 'form', places: formPlaces(body) };
  if (media === 'multipart/form-data') return { encode: 'raw', places: multipartPlaces(body, contentType) };
  const json =
    media === 'application/json' || media.endsWith('+json') || /^\s*[[{]/.test(body) ? parsed(body) : undefined;
  if (json !== undefined) return { encode: 'json-string', places: jsonPlaces(json.value, '', 0) };
  return { encode: 'raw', places: [{ slot: 'body:', text: body }] };
}

function formPlaces(body: string): readonly BodyPlace[] {
  return body.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=');
    const key = equals < 0 ? undefined : decoded(pair.slice(0, equals));
    return key === undefined ? [] : [{ slot: memberSlot(key), text: pair.slice(equals + 1) }];
  });
}

function multipartPlaces(body: string, contentType: string): readonly BodyPlace[] {
  return multipartFields(body, contentType).map(({ name, value }) => ({ slot: memberSlot(name), text: value }));
}

const deepest = 64;

/** Strings only, and only values: what stands in a key is in no place. */
function jsonPlaces(value: Json, pointer: string, depth: number): readonly BodyPlace[] {
  if (typeof value === 'string') return [{ slot: `body:${pointer}`, text: value }];
  if (value === null || typeof value !== 'object' || depth > deepest) return [];
  return Object.entries(value as { readonly [key: string]: Json }).flatMap(([key, member]) =>
    jsonPlaces(member, `${pointer}/${escaped(key)}`, depth + 1),
  );
}

function memberSlot(name: string): string {
  return `body:/${escaped(name)}`;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function parsed(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
