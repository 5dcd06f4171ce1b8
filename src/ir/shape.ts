import type { Json } from './json.ts';

/** Undefined when the value has the shape, else where it first does not: `calls[0].tier`. */
export type Shape<_T> = (value: Json | undefined, depth: number) => string | undefined;

interface Optional<T> {
  readonly optional: Shape<T>;
}

/** One entry a field: the compiler sees to it that none is forgotten and none is made up. */
type Fields<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? Optional<T[K]> : Shape<T[K]>;
};

const deepest = 2_000;

export const text: Shape<string> = (value) => (typeof value === 'string' ? undefined : '');
export const number: Shape<number> = (value) => (typeof value === 'number' ? undefined : '');
export const flag: Shape<boolean> = (value) => (typeof value === 'boolean' ? undefined : '');
export const anything: Shape<Json> = (value) => (value === undefined ? '' : undefined);

export const map: Shape<{ readonly [key: string]: Json }> = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? undefined : '';

export function only<const T extends Json>(...allowed: readonly T[]): Shape<T> {
  return (value) => (allowed.some((one) => one === value) ? undefined : '');
}

export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return (value, depth) => {
    if (!Array.isArray(value) || depth > deepest) return '';
    for (const [index, item] of value.entries()) {
      const wrong = shape(item as Json, depth + 1);
      if (wrong !== undefined) return `[${index}]${wrong}`;
    }
    return undefined;
  };
}

export function record<T>(fields: Fields<T>): Shape<T> {
  const known = Object.entries<Shape<unknown> | Optional<unknown>>(fields).map(([key, field]) => {
    const needed = typeof field === 'function';
    return { key, needed, shape: needed ? field : field.optional };
  });
  const names = new Set(known.map(({ key }) => key));
  return (value, depth) => {
    if (map(value, depth) !== undefined || depth > deepest) return '';
    const members = value as { readonly [key: string]: Json };
    for (const key of Object.keys(members)) if (!names.has(key)) return `.${key}`;
    for (const { key, needed, shape } of known) {
      const member = Object.hasOwn(members, key) ? members[key] : undefined;
      if (member === undefined && !needed) continue;
      const wrong = shape(member, depth + 1);
      if (wrong !== undefined) return `.${key}${wrong}`;
    }
    return undefined;
  };
}

/** A union of records, told apart by `kind`. */
export function byKind<T extends { readonly kind: string }>(
  rows: { readonly [K in T['kind']]: Shape<Extract<T, { readonly kind: K }>> },
): Shape<T> {
  const shapes = new Map<string, Shape<unknown>>(Object.entries(rows));
  return (value, depth) => {
    const kind = map(value, depth) === undefined ? (value as { readonly kind?: Json }).kind : undefined;
    const shape = typeof kind === 'string' ? shapes.get(kind) : undefined;
    return shape === undefined ? '.kind' : shape(value, depth);
  };
}

/** For shapes that hold themselves. */
export function later<T>(shape: () => Shape<T>): Shape<T> {
  return (value, depth) => shape()(value, depth);
}
