import { Validator } from '@seriousme/openapi-schema-validator';
import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { type DataNode, get, type MapNode, toJson } from '../data/index.ts';
import type { OpenapiVersion } from './build.ts';

interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface SchemaCheck {
  (document: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/**
 * The published schemas of OpenAPI. Compiling one costs 50 ms, so each is compiled at most once; the object holds nothing
 * but these functions, and a document never reaches its loader, the only part that could open a file.
 */
const compiled = new Validator() as unknown as { getAjvValidator(version: string): SchemaCheck };

/** Whether the document is what its version's schema accepts: none, or one located reason why not. */
export function checkValidity(root: MapNode, version: OpenapiVersion): readonly Diagnostic[] {
  const check = compiled.getAjvValidator(version);
  if (check(toJson(root))) return [];
  const error = mostSpecific(check.errors ?? []);
  if (error === undefined) return [diagnose('parse/openapi-invalid', 'the document is not valid', root.span)];
  const node = locate(root, error.instancePath);
  const where = error.instancePath === '' ? 'the document' : `\`${pointerText(error.instancePath)}\``;
  return [diagnose('parse/openapi-invalid', `${where} ${reason(error)}`, startOf(node))];
}

/** Failed alternatives say less than what failed inside them; the deepest place is nearest to the mistake. */
function mostSpecific(errors: readonly SchemaError[]): SchemaError | undefined {
  const depth = (error: SchemaError): number => error.instancePath.split('/').length;
  const combinators = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not']);
  const plain = errors.filter(({ keyword }) => !combinators.has(keyword));
  return (plain.length > 0 ? plain : errors).toSorted((a, b) => depth(b) - depth(a))[0];
}

function reason(error: SchemaError): string {
  const name = error.params.additionalProperty ?? error.params.unevaluatedProperty ?? error.params.propertyName;
  const extra = typeof name === 'string' ? ` (\`${name.slice(0, 80)}\`)` : '';
  return `${(error.message ?? 'is not valid').replaceAll("'", '`').replaceAll('"', '`')}${extra}`;
}

function tokens(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function pointerText(pointer: string): string {
  return tokens(pointer).join(' › ').slice(0, 200);
}

function locate(root: MapNode, pointer: string): DataNode {
  let node: DataNode = root;
  for (const token of tokens(pointer)) {
    const next: DataNode | undefined = node.kind === 'list' ? node.items[Number(token)] : get(node, token);
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** A caret under a whole section helps nobody. */
function startOf(node: DataNode): DataNode['span'] {
  if (node.kind !== 'map' && node.kind !== 'list') return node.span;
  return { ...node.span, end: Math.min(node.span.end, node.span.start + 1) };
}
