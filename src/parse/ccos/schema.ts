import { diagnose } from '../../ir/diagnostic.ts';
import type { Json, Schema } from '../../ir/json.ts';
import { asBoolean, asList, asString, type DataNode, entriesOf, get } from '../data/index.ts';
import { type InputField, inputSchema } from '../openapi/inputs.ts';
import { inlineSchema, inputBudget, outputBudget } from '../openapi/schema.ts';
import type { Reading } from './report.ts';

const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['str', 'string'],
  ['text', 'string'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['number', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['boolean', 'boolean'],
  ['bool', 'boolean'],
  ['array', 'array'],
  ['list', 'array'],
  ['object', 'object'],
  ['map', 'object'],
  ['dict', 'object'],
]);

/** `input: {query: {type: string, required: true}}`, the same as JSON Schema, or a list of names. */
export function readInputs(reading: Reading, operation: DataNode): readonly InputField[] {
  const node = get(operation, 'input_schema') ?? get(operation, 'input');
  if (node === undefined || node.kind === 'null') return [];
  if (isJsonSchema(node)) return schemaFields(reading, node);
  if (node.kind === 'list') {
    return node.items.flatMap((item) => {
      const name = asString(item) ?? asString(get(item, 'name'));
      return name === undefined ? [] : [readField(reading, name, item.kind === 'map' ? item : undefined)];
    });
  }
  if (node.kind !== 'map')
    reading.diagnostics.push(diagnose('parse/field-type', '`input` must be a map of fields', node.span));
  return entriesOf(node).map(({ key, value }) => readField(reading, key, value));
}

export function readOutput(reading: Reading, operation: DataNode): Schema | undefined {
  const node = get(operation, 'output_schema') ?? get(operation, 'output');
  if (node?.kind !== 'map') return undefined;
  if (isJsonSchema(node)) return inlineSchema(node, reading.refs, outputBudget);
  const fields = node.entries.map(({ key, value }) => readField(reading, key, value));
  return inputSchema(fields.map((field) => ({ ...field, required: false })));
}

/** A field may well be called `type`: then its value is a map, and not the name of a type. */
function isJsonSchema(node: DataNode): boolean {
  const type = asString(get(node, 'type'));
  if (get(node, '$ref')?.kind === 'string') return true;
  return (
    get(node, 'properties')?.kind === 'map' || (type !== undefined && typeNames.has(type) && hasOnlyKeywords(node))
  );
}

const keywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'description',
  'title',
  'additionalProperties',
  '$schema',
]);

function hasOnlyKeywords(node: DataNode): boolean {
  return entriesOf(node).every(({ key }) => keywords.has(key));
}

function schemaFields(reading: Reading, node: DataNode): readonly InputField[] {
  const schema = reading.refs.resolve(node);
  const required = new Set((asList(get(schema, 'required')) ?? []).map(asString));
  return entriesOf(get(schema, 'properties')).map(({ key, value }) => {
    const field = readField(reading, key, value);
    return { ...field, required: required.has(key) || asBoolean(get(value, 'required')) === true };
  });
}

/** A map says what it is; a bare word is its type, and `string?` may be left out. */
function readField(reading: Reading, name: string, node: DataNode | undefined): InputField {
  if (node?.kind === 'map') {
    const required = asBoolean(get(node, 'required')) === true;
    return { name, schema: fieldSchema(reading, node), required };
  }
  const word = asString(node)?.trim().toLowerCase() ?? 'string';
  const type = typeNames.get(word.replace(/\?$/, ''));
  if (type === undefined && node !== undefined) {
    reading.diagnostics.push(diagnose('parse/field-type', `\`${name}\` has no type that is known`, node.span));
  }
  return { name, schema: type === undefined ? {} : { type }, required: type !== undefined && !word.endsWith('?') };
}

function fieldSchema(reading: Reading, node: DataNode): Schema {
  const schema: Schema = inlineSchema(node, reading.refs, inputBudget);
  const written = asString(get(node, 'type'));
  if (schema.type !== undefined || written === undefined) return schema;
  const type: Json | undefined = typeNames.get(written.toLowerCase());
  if (type === undefined) {
    reading.diagnostics.push(
      diagnose('parse/field-value', `the type \`${written}\` is not known`, get(node, 'type')?.span),
    );
    return schema;
  }
  return { ...schema, type };
}
