import { diagnose } from '../../ir/diagnostic.ts';
import { endpointRequest, header, inputHole } from '../../ir/endpoint-request.ts';
import type { Json, Schema } from '../../ir/json.ts';
import type { HeaderTemplate } from '../../ir/request.ts';
import type { Operation } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { concatTexts, joinTexts, literalOf, literalText, type PlaceholderHole, type Text } from '../../ir/text.ts';
import { asString, type DataNode, entriesOf, get, type MapEntry } from '../data/index.ts';
import { type RequestBody, readBody, readSwaggerBody } from './body.ts';
import type { Build } from './build.ts';
import { type InputField, inputNames, inputSchema, isOptional } from './inputs.ts';
import { type Parameter, readParameters } from './parameters.ts';
import { inlineSchema, inputBudget, outputBudget } from './schema.ts';
import { type Credentials, credentialsFor, isFieldName, type Schemes } from './security.ts';
import { serverOf, splitBraces } from './servers.ts';

/** An operation as the document has it. */
export interface WrittenOperation {
  readonly method: string;
  readonly path: MapEntry;
  readonly pathItem: DataNode;
  readonly node: DataNode;
  readonly span: Span;
}

export interface ReadOperation {
  /** Without its name, which depends on the others. */
  readonly operation: Omit<Operation, 'name'>;
  readonly otherMedia: readonly string[];
}

/** Undefined, with a diagnostic, when a parameter cannot be written exactly. */
export function readOperation(build: Build, schemes: Schemes, written: WrittenOperation): ReadOperation | undefined {
  const { node, pathItem, method } = written;
  const parameters = readParameters(build, pathItem, node);
  const label = `${method.toUpperCase()} ${written.path.key}`;
  if (parameters.unsupported !== undefined) {
    const message = `\`${label}\` is left out: ${parameters.unsupported}`;
    build.diagnostics.push(diagnose('parse/style-unsupported', message, written.span));
    return undefined;
  }
  const names = inputNames();
  const credentials = credentialsFor(build, schemes, node);
  const free = parameters.list.filter((parameter) => !isCredential(parameter, credentials));
  const inputs = free.map((parameter) => inputOf(build, parameter, names.claim(parameter.name, parameter.place)));
  const path = pathText(build, written, inputs);
  const body =
    build.version === '2.0' ? readSwaggerBody(build, node, parameters.body, names) : readBody(build, node, names);
  const fields = [...path.fields, ...inputs.flatMap((input) => input.field ?? []), ...(body?.fields ?? [])];
  const output = outputOf(build, node);
  const operation: Omit<Operation, 'name'> = {
    kind: 'operation',
    description: asString(get(node, 'summary')) ?? asString(get(node, 'description')) ?? '',
    input: inputSchema(fields),
    ...(output === undefined ? {} : { output }),
    body: { kind: 'http', request: requestOf(build, credentials, written, path.text, inputs, body) },
    span: written.span,
  };
  return { operation, otherMedia: body?.others ?? [] };
}

/** A parameter that a security scheme fills is no choice of the caller's. */
function isCredential({ name, place }: Parameter, credentials: Credentials): boolean {
  const named = (pairs: readonly HeaderTemplate[]) => pairs.map((one) => literalOf(one.name) ?? '');
  switch (place) {
    case 'header':
      return named(credentials.headers).some((header) => header.toLowerCase() === name.toLowerCase());
    case 'query':
      return named(credentials.query).includes(name);
    case 'cookie':
      return named(credentials.cookies).includes(name);
    case 'path':
      return false;
  }
}

/** A parameter with the text that stands in its place: a hole, or the only value it may have. */
interface Input {
  readonly parameter: Parameter;
  readonly text: Text;
  readonly field?: InputField;
}

function inputOf(build: Build, parameter: Parameter, name: string): Input {
  const schema = inlineSchema(parameter.schema, build.refs, inputBudget);
  const only = onlyValue(schema);
  if (parameter.required && only !== undefined) return { parameter, text: literalText(only) };
  const described = parameter.description === undefined ? schema : { ...schema, description: parameter.description };
  const typed: Schema = Object.keys(schema).length === 0 ? { ...described, type: 'string' } : described;
  const field: InputField = { name, schema: typed, required: parameter.required };
  const hole: PlaceholderHole = {
    ...inputHole(name, isOptional(field), parameter.span),
    ...(parameter.style === undefined ? {} : { style: parameter.style }),
  };
  return { parameter, text: [hole], field };
}

/** A required parameter with one possible value is no choice of the caller's. */
function onlyValue(schema: Schema): string | undefined {
  const values: Json | undefined = schema.const === undefined ? schema.enum : [schema.const];
  if (!Array.isArray(values) || values.length !== 1) return undefined;
  const [value] = values as readonly Json[];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The path with its holes. Placeholders that no parameter declares are inputs all the same. */
function pathText(
  build: Build,
  written: WrittenOperation,
  inputs: readonly Input[],
): { readonly text: Text; readonly fields: readonly InputField[] } {
  const byName = new Map(
    inputs.filter(({ parameter }) => parameter.place === 'path').map((i) => [i.parameter.name, i]),
  );
  const used = new Set<string>();
  const fields: InputField[] = [];
  const [path = ''] = written.path.key.split('#');
  const texts = splitBraces(path).map((piece): Text => {
    if (piece.kind === 'literal') return literalText(piece.text);
    const input = byName.get(piece.text);
    used.add(piece.text);
    if (input !== undefined)
      return concatTexts(literalText(input.parameter.prefix), withWritten(input.text, piece.text));
    reportPath(build, written, `\`{${piece.text}}\` has no path parameter`);
    if (!fields.some(({ name }) => name === piece.text)) {
      fields.push({ name: piece.text, schema: { type: 'string' }, required: true });
    }
    return withWritten([inputHole(piece.text, false, written.path.keySpan)], piece.text);
  });
  for (const name of byName.keys()) {
    if (!used.has(name)) reportPath(build, written, `the path parameter \`${name}\` does not stand in the path`);
  }
  return { text: joinTexts(texts), fields };
}

function withWritten(text: Text, name: string): Text {
  return text.map((piece) => (piece.kind === 'placeholder' ? { ...piece, written: `{${name}}` } : piece));
}

function reportPath(build: Build, written: WrittenOperation, what: string): void {
  const message = `${what} in \`${written.method.toUpperCase()} ${written.path.key}\``;
  build.diagnostics.push(diagnose('parse/path-parameter', message, written.path.keySpan));
}

function requestOf(
  build: Build,
  credentials: Credentials,
  written: WrittenOperation,
  path: Text,
  inputs: readonly Input[],
  body: RequestBody | undefined,
) {
  const server = serverOf(build, written.node, written.pathItem);
  return endpointRequest({
    method: written.method,
    url: concatTexts(server.url, path),
    query: [...pairsIn(inputs, 'query').map(pair), ...credentials.query],
    cookies: [...pairsIn(inputs, 'cookie').map(pair), ...credentials.cookies],
    headers: [...credentials.headers, ...pairsIn(inputs, 'header').map(pair)],
    ...(credentials.basicAuth === undefined ? {} : { basicAuth: credentials.basicAuth }),
    ...(body === undefined ? {} : { body: body.body }),
    ...(body?.contentType === undefined ? {} : { contentType: body.contentType }),
    span: written.span,
  });
}

function pairsIn(inputs: readonly Input[], place: Parameter['place']): readonly Input[] {
  const usable = inputs.filter(({ parameter }) => parameter.place === place);
  return place === 'query' ? usable : usable.filter(({ parameter }) => isFieldName(parameter.name));
}

function pair({ parameter, text }: Input): HeaderTemplate {
  return header(parameter.name, text);
}

/** The schema of the first answer that means success. */
function outputOf(build: Build, operation: DataNode): Schema | undefined {
  const responses = entriesOf(get(operation, 'responses'));
  const success = responses
    .filter(({ key }) => /^2(?:\d\d|XX)$/i.test(key))
    .toSorted((a, b) => a.key.localeCompare(b.key, 'en'))
    .map(({ value }) => build.refs.resolve(value));
  for (const response of success) {
    const schema = build.version === '2.0' ? get(response, 'schema') : contentSchema(build, response);
    if (schema !== undefined) return inlineSchema(schema, build.refs, outputBudget);
  }
  return undefined;
}

function contentSchema(build: Build, response: DataNode | undefined): DataNode | undefined {
  const content = entriesOf(get(response, 'content'));
  const json = content.find(({ key }) => /[/+]json\b/i.test(key)) ?? content[0];
  return get(build.refs.resolve(json?.value), 'schema');
}
