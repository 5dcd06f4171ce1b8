import type { Json, Schema } from '../../ir/json.ts';
import {
  asBoolean,
  asList,
  asNumber,
  asString,
  type DataNode,
  entriesOf,
  get,
  type MapNode,
  toJson,
} from '../data/index.ts';
import type { Refs } from './refs.ts';

/** How far a schema is written out; what lies beyond is `{}`, which accepts anything. */
const maxLevels = 12;

/** Nodes that one schema may have once written out. */
export const inputBudget = 1500;
export const outputBudget = 400;

/** A schema with its references written out. Recursion and everything beyond the budget end in `{}`. */
export function inlineSchema(node: DataNode | undefined, refs: Refs, budget: number): Schema {
  return inline(node, { refs, left: budget, open: [], cuts: 0, deepest: 0 });
}

interface Inlining {
  readonly refs: Refs;
  left: number;
  /** Pointers that are being written out. */
  readonly open: string[];
  /** How often something was left out. */
  cuts: number;
  /** The deepest level reached. */
  deepest: number;
}

function inline(node: DataNode | undefined, state: Inlining): Schema {
  if (node?.kind !== 'map') return {};
  const pointer = state.refs.pointerOf(node);
  const known = pointer === undefined ? undefined : state.refs.inlined.get(pointer);
  if (known !== undefined && known.size <= state.left && state.open.length + known.height <= maxLevels) {
    state.left -= known.size;
    state.deepest = Math.max(state.deepest, state.open.length + known.height);
    return described(known.schema, node);
  }
  if (state.left-- <= 0 || state.open.length > maxLevels || (pointer !== undefined && state.open.includes(pointer))) {
    state.cuts++;
    return {};
  }
  const target = state.refs.resolve(node);
  if (target?.kind !== 'map') return {};
  return pointer === undefined ? writeOut(target, '', state) : described(remembered(target, pointer, state), node);
}

function writeOut(target: MapNode, pointer: string, state: Inlining): Schema {
  state.open.push(pointer);
  state.deepest = Math.max(state.deepest, state.open.length);
  const schema = convert(target, state);
  state.open.pop();
  return schema;
}

/**
 * A schema that was written out whole is the same wherever it is used: nothing in it leads back to what is open, or it
 * would have been cut. So it is kept, and shared.
 */
function remembered(target: MapNode, pointer: string, state: Inlining): Schema {
  const { left, cuts, deepest } = state;
  state.deepest = state.open.length;
  const schema = writeOut(target, pointer, state);
  if (state.cuts === cuts) {
    const height = state.deepest - state.open.length;
    state.refs.inlined.set(pointer, { schema, size: left - state.left + 1, height });
  }
  state.deepest = Math.max(deepest, state.deepest);
  return schema;
}

/** From 3.1 on a description may stand beside a reference. */
function described(schema: Schema, node: DataNode): Schema {
  const description = asString(get(node, 'description'));
  return description === undefined ? schema : { ...schema, description };
}

const types: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

function convert(node: MapNode, state: Inlining): Schema {
  const out: Record<string, Json> = {};
  for (const { key, value } of node.entries) {
    const json = keyword(key, value, state);
    if (json !== undefined) out[key] = json;
  }
  exclusiveBounds(node, out);
  tupleItems(node, out, state);
  return nullable(node, out);
}

/** The keywords of JSON Schema 2020-12 that say what a value is; examples, XML and extensions are left out. */
function keyword(key: string, value: DataNode, state: Inlining): Json | undefined {
  switch (key) {
    case 'type':
      return typeOf(value);
    case 'title':
    case 'description':
    case 'format':
      return asString(value);
    case 'default':
    case 'const':
      return toJson(value);
    case 'enum':
      return value.kind === 'list' ? toJson(value) : undefined;
    case 'required':
      return value.kind === 'list' ? value.items.map(asString).filter((name) => name !== undefined) : undefined;
    case 'pattern':
      return isPattern(asString(value)) ? (asString(value) ?? '') : undefined;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return asNumber(value);
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return count(value);
    case 'uniqueItems':
    case 'readOnly':
    case 'writeOnly':
      return asBoolean(value) === true ? true : undefined;
    default:
      return subschemas(key, value, state);
  }
}

function subschemas(key: string, value: DataNode, state: Inlining): Json | undefined {
  switch (key) {
    case 'properties':
    case 'patternProperties':
      return value.kind === 'map' ? members(value, state) : undefined;
    case 'items':
    case 'not':
    case 'if':
    case 'then':
    case 'else':
    case 'contains':
    case 'propertyNames':
      return value.kind === 'map' ? inline(value, state) : undefined;
    case 'additionalProperties':
      return value.kind === 'map' ? inline(value, state) : asBoolean(value);
    case 'oneOf':
    case 'anyOf':
    case 'allOf':
    case 'prefixItems':
      return alternatives(value, state);
    default:
      return undefined;
  }
}

function members(node: MapNode, state: Inlining): Json {
  const out: Record<string, Json> = {};
  for (const { key, value } of node.entries) out[key] = inline(value, state);
  return out;
}

function alternatives(value: DataNode, state: Inlining): Json | undefined {
  const items = asList(value);
  return items === undefined || items.length === 0 ? undefined : items.map((item) => inline(item, state));
}

/** `file` of Swagger 2.0 is text; words that are no type say nothing. */
function typeOf(value: DataNode): Json | undefined {
  const name = asString(value);
  if (name === 'file') return 'string';
  if (name !== undefined) return types.has(name) ? name : undefined;
  const names = (asList(value) ?? []).map((item) => (item.kind === 'null' ? 'null' : asString(item)));
  const known = [...new Set(names.filter((item) => item !== undefined && types.has(item)))] as string[];
  return known.length === 0 ? undefined : known.length === 1 ? (known[0] ?? '') : known;
}

function count(value: DataNode): number | undefined {
  const number = asNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function isPattern(pattern: string | undefined): boolean {
  if (pattern === undefined || pattern.length > 1000) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Up to OpenAPI 3.0 `exclusiveMinimum` is a flag beside `minimum`; in 2020-12 it is the bound itself. */
function exclusiveBounds(node: MapNode, out: Record<string, Json>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const limit = out[bound];
    if (asBoolean(get(node, flag)) !== true || limit === undefined) continue;
    out[flag] = limit;
    delete out[bound];
  }
}

/** `items: [a, b]` became `prefixItems`. */
function tupleItems(node: MapNode, out: Record<string, Json>, state: Inlining): void {
  const items = get(node, 'items');
  if (items?.kind !== 'list') return;
  const tuple = alternatives(items, state);
  if (tuple !== undefined) out.prefixItems = tuple;
}

function nullable(node: MapNode, out: Record<string, Json>): Schema {
  const isNullable = asBoolean(get(node, 'nullable', 'x-nullable')) === true;
  if (!isNullable || typeof out.type !== 'string' || out.type === 'null') return out;
  const values = out.enum;
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...out, ...withNull, type: [out.type, 'null'] };
}

/** The properties of an object schema with its `allOf` parts, or undefined when it is not simply an object. */
export function objectParts(
  node: DataNode | undefined,
  refs: Refs,
  depth: number = 0,
): { readonly properties: ReadonlyMap<string, DataNode>; readonly required: ReadonlySet<string> } | undefined {
  const schema = refs.resolve(node);
  if (schema?.kind !== 'map' || depth > maxLevels) return undefined;
  if (get(schema, 'oneOf', 'anyOf', 'not', 'if') !== undefined) return undefined;
  const type = asString(get(schema, 'type'));
  if (type !== undefined && type !== 'object') return undefined;
  const properties = new Map<string, DataNode>();
  const required = new Set<string>();
  for (const part of asList(get(schema, 'allOf')) ?? []) {
    const inner = objectParts(part, refs, depth + 1);
    if (inner === undefined) return undefined;
    for (const [name, value] of inner.properties) properties.set(name, value);
    for (const name of inner.required) required.add(name);
  }
  for (const { key, value } of entriesOf(get(schema, 'properties'))) properties.set(key, value);
  for (const name of asList(get(schema, 'required')) ?? []) required.add(asString(name) ?? '');
  return properties.size === 0 && depth === 0 ? undefined : { properties, required };
}
