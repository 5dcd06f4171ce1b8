import type { Json, Schema } from '../ir/json.ts';
import type { Collector } from './infer/collector.ts';

/** The operation's input schema: what the format declares wins, what the text shows is added. */
export function inputSchema(collector: Collector, declared: Schema | undefined): Schema {
  const properties = new Map<string, Json>();
  const required = new Set<string>();
  for (const [name, { schema, required: needed }] of collector.inputs) {
    const bind = collector.bindings.find((binding) => binding.name === name)?.bind;
    properties.set(name, bind === undefined ? schema : { ...schema, bind });
    if (needed) required.add(name);
  }
  const known = declaredProperties(declared);
  const wanted = declaredRequired(declared);
  for (const [name, schema] of known) {
    if (collector.secretInputs.has(name) && !properties.has(name)) continue;
    properties.set(name, mergeSchemas(properties.get(name), schema));
    if (wanted.has(name)) required.add(name);
    else if (hasDefault(schema) || declared !== undefined) required.delete(name);
  }
  return { type: 'object', properties: Object.fromEntries(properties), required: [...required] };
}

function declaredProperties(schema: Schema | undefined): readonly (readonly [string, Schema])[] {
  const properties = schema?.properties;
  if (properties === undefined || properties === null || typeof properties !== 'object' || Array.isArray(properties))
    return [];
  return Object.entries(properties as { readonly [key: string]: Schema });
}

function declaredRequired(schema: Schema | undefined): ReadonlySet<string> {
  const required = schema?.required;
  return new Set(Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : []);
}

function hasDefault(schema: Schema): boolean {
  return typeof schema === 'object' && schema !== null && 'default' in schema;
}

function mergeSchemas(inferred: Json | undefined, declared: Schema): Json {
  if (inferred === undefined || inferred === null || typeof inferred !== 'object' || Array.isArray(inferred))
    return declared;
  return typeof declared === 'object' && declared !== null ? { ...inferred, ...declared } : declared;
}
