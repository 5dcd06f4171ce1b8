import type { Json, Schema } from './json.ts';

const maxDepth = 24;
const maxItems = 50;

/** The JSON Schema that one example shows. Nothing is `required`: an example cannot say so. */
export function schemaOf(value: Json): Schema {
  return describe(value, maxDepth);
}

/** The schema of an example whose value is what the caller gets when nothing is given. */
export function schemaWithDefault(value: Json): Schema {
  return { ...schemaOf(value), default: value };
}

function describe(value: Json, depth: number): Schema {
  if (value === null || depth === 0) return {};
  if (typeof value === 'string') return { type: 'string' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: Number.isSafeInteger(value) ? 'integer' : 'number' };
  return Array.isArray(value) ? describeArray(value, depth) : describeObject(value as Members, depth);
}

type Members = { readonly [key: string]: Json };

function describeArray(items: readonly Json[], depth: number): Schema {
  const schemas = items.slice(0, maxItems).map((item) => describe(item, depth - 1));
  const merged = schemas.reduce<Schema | undefined>((a, b) => (a === undefined ? b : merge(a, b)), undefined);
  return merged === undefined ? { type: 'array' } : { type: 'array', items: merged };
}

function describeObject(members: Members, depth: number): Schema {
  const properties = Object.entries(members).map(([key, value]) => [key, describe(value, depth - 1)] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The tightest schema of our subset that accepts what either accepts. */
function merge(a: Schema, b: Schema): Schema {
  if (a.type === undefined || b.type === undefined) return {};
  if (a.type === 'object' && b.type === 'object') return mergeObjects(a, b);
  if (a.type === 'array' && b.type === 'array') return mergeArrays(a, b);
  if (a.type === b.type) return a;
  return isNumeric(a) && isNumeric(b) ? { type: 'number' } : {};
}

function mergeObjects(a: Schema, b: Schema): Schema {
  const merged = new Map(Object.entries((a.properties ?? {}) as Record<string, Schema>));
  for (const [key, schema] of Object.entries((b.properties ?? {}) as Record<string, Schema>)) {
    const known = merged.get(key);
    merged.set(key, known === undefined ? schema : merge(known, schema));
  }
  return { type: 'object', properties: Object.fromEntries(merged) };
}

function mergeArrays(a: Schema, b: Schema): Schema {
  if (a.items === undefined) return b;
  if (b.items === undefined) return a;
  return { type: 'array', items: merge(a.items as Schema, b.items as Schema) };
}

function isNumeric(schema: Schema): boolean {
  return schema.type === 'integer' || schema.type === 'number';
}
