import { diagnose } from '../../ir/diagnostic.ts';
import type { ParamStyle } from '../../ir/expr.ts';
import { reroutedBy } from '../../ir/rerouting-header.ts';
import type { Span } from '../../ir/span.ts';
import { asBoolean, asList, asString, type DataNode, entriesOf, get } from '../data/index.ts';
import type { Build } from './build.ts';

export type Place = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
  /** Where its schema stands: the parameter itself in Swagger 2.0. */
  readonly schema: DataNode | undefined;
  readonly description?: string;
  readonly style?: ParamStyle;
  /** Written in front of a path value: `.` of `label`, `;name=` of `matrix`. */
  readonly prefix: string;
  readonly span: Span;
}

export interface Parameters {
  readonly list: readonly Parameter[];
  /** Swagger 2.0: what makes up the body. */
  readonly body: readonly DataNode[];
  /** Set when a parameter cannot be written exactly; the operation must be left out. */
  readonly unsupported?: string;
}

/** Parameters of the path and of the operation; the operation's win. */
export function readParameters(build: Build, pathItem: DataNode, operation: DataNode): Parameters {
  const list = new Map<string, Parameter>();
  const body = new Map<string, DataNode>();
  let unsupported: string | undefined;
  for (const written of [
    ...(asList(get(pathItem, 'parameters')) ?? []),
    ...(asList(get(operation, 'parameters')) ?? []),
  ]) {
    const node = build.refs.resolve(written);
    const name = asString(get(node, 'name'));
    const place = asString(get(node, 'in'));
    if (node === undefined || place === undefined || name === undefined) continue;
    const key = `${place} ${name}`;
    if (place === 'body' || place === 'formData') {
      body.set(place === 'body' ? place : key, node);
      continue;
    }
    if (!isPlace(place)) {
      unsupported = `the parameter \`${name}\` is in \`${place}\``;
      continue;
    }
    if (isIgnored(build, name, place, node.span)) continue;
    const parameter = parameterOf(build, node, name, place);
    if (parameter === undefined) unsupported = `the style of \`${name}\` cannot be written`;
    else list.set(key, parameter);
  }
  return { list: [...list.values()], body: [...body.values()], ...(unsupported === undefined ? {} : { unsupported }) };
}

function isPlace(place: string): place is Place {
  return place === 'path' || place === 'query' || place === 'header' || place === 'cookie';
}

/** Headers that the specification takes away from parameters, and those that would make another request of this one. */
function isIgnored(build: Build, name: string, place: Place, span: Span): boolean {
  const lower = name.toLowerCase();
  const always = ['content-length', 'accept', 'content-type'].includes(lower) || reroutedBy(lower) !== undefined;
  const ignored = place === 'header' && (always || (build.version !== '2.0' && lower === 'authorization'));
  if (ignored)
    build.diagnostics.push(diagnose('parse/part-ignored', `the header parameter \`${name}\` is ignored`, span));
  return ignored;
}

function parameterOf(build: Build, node: DataNode, name: string, place: Place): Parameter | undefined {
  const content = entriesOf(get(node, 'content'))[0];
  const schema = build.version === '2.0' ? node : (get(node, 'schema') ?? get(content?.value, 'schema'));
  const description = asString(get(node, 'description'));
  const written =
    content === undefined
      ? build.version === '2.0'
        ? swaggerStyle(node)
        : styleOf(build, node, name, place, schema)
      : { style: 'json' as const, prefix: '' };
  if (written === undefined) return undefined;
  return {
    name,
    place,
    required: place === 'path' || asBoolean(get(node, 'required')) === true,
    schema,
    ...(description === undefined ? {} : { description }),
    ...written,
    span: node.span,
  };
}

interface Written {
  readonly style?: ParamStyle;
  readonly prefix: string;
}

const collectionFormats: ReadonlyMap<string, ParamStyle> = new Map([
  ['csv', 'comma'],
  ['ssv', 'space'],
  ['tsv', 'tab'],
  ['pipes', 'pipe'],
  ['multi', 'repeat'],
]);

function swaggerStyle(node: DataNode): Written | undefined {
  if (asString(get(node, 'type')) !== 'array') return { prefix: '' };
  const style = collectionFormats.get(asString(get(node, 'collectionFormat')) ?? 'csv');
  return style === undefined ? undefined : { style, prefix: '' };
}

function styleOf(
  build: Build,
  node: DataNode,
  name: string,
  place: Place,
  schema: DataNode | undefined,
): Written | undefined {
  const style = asString(get(node, 'style')) ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const explode = asBoolean(get(node, 'explode')) ?? (style === 'form' || style === 'cookie');
  const shape = shapeOf(build, schema);
  const prefix = style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : '';
  if (shape === 'scalar') return { prefix };
  const written = shape === 'array' ? arrayStyle(style, explode) : objectStyle(style, explode);
  return written === undefined ? undefined : { style: written, prefix };
}

function shapeOf(build: Build, node: DataNode | undefined): 'scalar' | 'array' | 'object' {
  const schema = build.refs.resolve(node);
  const type = get(schema, 'type');
  const names = type?.kind === 'list' ? type.items.map(asString) : [asString(type)];
  if (names.includes('array') || get(schema, 'items') !== undefined) return 'array';
  return names.includes('object') || get(schema, 'properties') !== undefined ? 'object' : 'scalar';
}

function arrayStyle(style: string, explode: boolean): ParamStyle | undefined {
  switch (style) {
    case 'form':
    case 'cookie':
      return explode ? 'repeat' : 'comma';
    case 'simple':
      return 'comma';
    case 'spaceDelimited':
      return explode ? 'repeat' : 'space';
    case 'pipeDelimited':
      return explode ? 'repeat' : 'pipe';
    case 'label':
    case 'matrix':
      return explode ? undefined : 'comma';
    default:
      return undefined;
  }
}

function objectStyle(style: string, explode: boolean): ParamStyle | undefined {
  switch (style) {
    case 'form':
    case 'cookie':
      return explode ? 'spread' : 'comma';
    case 'deepObject':
      return 'deep-object';
    case 'simple':
    case 'label':
    case 'matrix':
      return explode ? undefined : 'comma';
    default:
      return undefined;
  }
}
