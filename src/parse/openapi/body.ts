import { inputHole } from '../../ir/endpoint-request.ts';
import type { BodyTemplate, JsonTemplate, MultipartField } from '../../ir/request.ts';
import { literalText } from '../../ir/text.ts';
import { asBoolean, asList, asString, type DataNode, entriesOf, get } from '../data/index.ts';
import type { Build } from './build.ts';
import { type InputField, type InputNames, isOptional } from './inputs.ts';
import { inlineSchema, inputBudget, objectParts } from './schema.ts';

export interface RequestBody {
  readonly body: BodyTemplate;
  readonly contentType?: string;
  readonly fields: readonly InputField[];
  /** Media types that could have been used instead. */
  readonly others: readonly string[];
}

/** The body of an OpenAPI 3 operation. */
export function readBody(build: Build, operation: DataNode, names: InputNames): RequestBody | undefined {
  const node = build.refs.resolve(get(operation, 'requestBody'));
  const content = entriesOf(get(node, 'content'));
  const chosen = content.toSorted((a, b) => rank(a.key) - rank(b.key))[0];
  if (node === undefined || chosen === undefined) return undefined;
  const media = build.refs.resolve(chosen.value);
  const required = asBoolean(get(node, 'required')) === true;
  const description = asString(get(node, 'description'));
  const form: FormContext = { build, names, required, encoding: get(media, 'encoding'), description };
  const others = content.filter((entry) => entry !== chosen).map((entry) => entry.key);
  return { ...bodyOf(form, chosen.key, get(media, 'schema'), node), others };
}

/** The body of a Swagger 2.0 operation: one `body` parameter, or form fields. */
export function readSwaggerBody(
  build: Build,
  operation: DataNode,
  parameters: readonly DataNode[],
  names: InputNames,
): RequestBody | undefined {
  const [first] = parameters;
  if (first === undefined) return undefined;
  const consumes = (asList(get(operation, 'consumes')) ?? asList(get(build.root, 'consumes')) ?? [])
    .map(asString)
    .filter((type) => type !== undefined);
  const body = parameters.find((node) => asString(get(node, 'in')) === 'body');
  if (body === undefined) return { ...swaggerForm(build, parameters, consumes, names), others: [] };
  const type = consumes.toSorted((a, b) => rank(a) - rank(b))[0] ?? 'application/json';
  const form: FormContext = {
    build,
    names,
    required: asBoolean(get(body, 'required')) === true,
    encoding: undefined,
    description: asString(get(body, 'description')),
  };
  return { ...bodyOf(form, type, get(body, 'schema'), body), others: consumes.filter((other) => other !== type) };
}

interface FormContext {
  readonly build: Build;
  readonly names: InputNames;
  readonly required: boolean;
  readonly encoding: DataNode | undefined;
  readonly description: string | undefined;
}

type Made = Omit<RequestBody, 'others'>;

/** JSON first, since its members become typed inputs; then forms; then anything. */
function rank(type: string): number {
  const order = [isPlainJson, isJson, isForm, isMultipart, (t: string) => t.startsWith('text/plain')];
  const index = order.findIndex((test) => test(mediaType(type)));
  return index < 0 ? order.length : index;
}

function mediaType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function isPlainJson(type: string): boolean {
  return type === 'application/json';
}

function isJson(type: string): boolean {
  return (
    isPlainJson(type) || type.endsWith('+json') || type.endsWith('/json') || type === '*/*' || type === 'application/*'
  );
}

function isForm(type: string): boolean {
  return type === 'application/x-www-form-urlencoded';
}

function isMultipart(type: string): boolean {
  return type === 'multipart/form-data';
}

function bodyOf(form: FormContext, written: string, schema: DataNode | undefined, place: DataNode): Made {
  const type = mediaType(written);
  if (isJson(type)) return jsonBody(form, written, schema, place);
  const parts = isForm(type) || isMultipart(type) ? objectParts(schema, form.build.refs) : undefined;
  if (parts !== undefined) {
    const fields = [...parts.properties].map(([name, node]) => fieldOf(form, name, node, parts.required.has(name)));
    return isForm(type) ? formBody(fields) : multipartBody(fields);
  }
  return rawBody(form, written, schema, place);
}

function jsonBody(form: FormContext, written: string, schema: DataNode | undefined, place: DataNode): Made {
  const type = mediaType(written);
  const contentType = type === 'application/json' || type.includes('*') ? {} : { contentType: written };
  const parts = objectParts(schema, form.build.refs);
  if (parts === undefined) {
    const field = wholeBody(form, 'body', schema, place);
    const value: JsonTemplate = { kind: 'param', name: field.name, optional: isOptional(field) };
    return { body: { kind: 'json', value }, ...contentType, fields: [field] };
  }
  const fields: InputField[] = [];
  const members: { key: string; value: JsonTemplate }[] = [];
  for (const [key, node] of parts.properties) {
    if (isReadOnly(form.build, node)) continue;
    const field = fieldOf(form, key, node, parts.required.has(key)).input;
    fields.push(field);
    members.push({ key, value: { kind: 'param', name: field.name, optional: isOptional(field) } });
  }
  return { body: { kind: 'json', value: { kind: 'object', members } }, ...contentType, fields };
}

function isReadOnly(build: Build, node: DataNode): boolean {
  return asBoolean(get(build.refs.resolve(node), 'readOnly')) === true;
}

/** One field of a form, and what the template needs to know of it. */
interface FormField {
  readonly key: string;
  readonly input: InputField;
  readonly shape: 'file' | 'text' | 'json';
  readonly contentType?: string;
  readonly node: DataNode;
}

function fieldOf(form: FormContext, key: string, node: DataNode, required: boolean): FormField {
  const schema = form.build.refs.resolve(node);
  const contentType = asString(get(get(form.encoding, key), 'contentType'));
  return {
    key,
    input: {
      name: form.names.claim(key, 'body'),
      schema: inlineSchema(node, form.build.refs, inputBudget),
      required,
    },
    shape: shapeOf(schema),
    ...(contentType === undefined || contentType.includes(',') ? {} : { contentType }),
    node,
  };
}

function shapeOf(schema: DataNode | undefined): FormField['shape'] {
  const type = asString(get(schema, 'type'));
  const format = asString(get(schema, 'format'));
  if (type === 'file' || format === 'binary' || get(schema, 'contentMediaType') !== undefined) return 'file';
  return type === 'object' || get(schema, 'properties') !== undefined ? 'json' : 'text';
}

function formBody(fields: readonly FormField[]): Made {
  return {
    body: { kind: 'form', fields: fields.map((field) => ({ name: field.key, value: [formHole(field)] })) },
    fields: fields.map(({ input }) => input),
  };
}

function formHole({ input, shape, node }: FormField): ReturnType<typeof inputHole> {
  const hole = inputHole(input.name, isOptional(input), node.span);
  if (shape === 'json') return { ...hole, style: 'json' };
  return input.schema.type === 'array' ? { ...hole, style: 'repeat' } : hole;
}

/** A binary field is a file that the caller names. */
function multipartBody(fields: readonly FormField[]): Made {
  const made = fields.map((field): MultipartField => {
    const hole = formHole(field);
    return {
      name: literalText(field.key),
      value: field.shape === 'file' ? { kind: 'file', path: [hole], attach: true } : { kind: 'text', text: [hole] },
      ...(field.contentType === undefined ? {} : { contentType: literalText(field.contentType) }),
      headers: [],
    };
  });
  return { body: { kind: 'multipart', fields: made }, fields: fields.map(({ input }) => input) };
}

/** Text and bytes: the whole body is one input, or a file that the caller names. */
function rawBody(form: FormContext, written: string, schema: DataNode | undefined, place: DataNode): Made {
  const binary =
    mediaType(written) === 'application/octet-stream' || shapeOf(form.build.refs.resolve(schema)) === 'file';
  const field = wholeBody(form, binary ? 'file' : 'body', schema, place);
  const hole = inputHole(field.name, isOptional(field), place.span);
  return {
    body: {
      kind: 'bytes',
      parts: [binary ? { kind: 'file', path: [hole], mode: 'keep' } : { kind: 'text', text: [hole] }],
    },
    contentType: written,
    fields: [{ ...field, schema: { ...describe(form), type: 'string' } }],
  };
}

function wholeBody(form: FormContext, name: string, schema: DataNode | undefined, place: DataNode): InputField {
  const inlined = inlineSchema(schema ?? place, form.build.refs, inputBudget);
  return {
    name: form.names.claim(name, 'request'),
    schema: schema === undefined ? describe(form) : { ...describe(form), ...inlined },
    required: form.required,
  };
}

function describe(form: FormContext): { readonly description?: string } {
  return form.description === undefined ? {} : { description: form.description };
}

function swaggerForm(
  build: Build,
  parameters: readonly DataNode[],
  consumes: readonly string[],
  names: InputNames,
): Made {
  const form: FormContext = { build, names, required: false, encoding: undefined, description: undefined };
  const fields = parameters.map((node) =>
    fieldOf(form, asString(get(node, 'name')) ?? '', node, asBoolean(get(node, 'required')) === true),
  );
  const multipart =
    fields.some(({ shape }) => shape === 'file') || consumes.some((type) => isMultipart(mediaType(type)));
  return multipart ? multipartBody(fields) : formBody(fields);
}
