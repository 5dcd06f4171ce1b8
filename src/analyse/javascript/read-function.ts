import type { ClassCode, ClassMember, Expr, FunctionCode, Param, Statement, Target } from '../code.ts';
import { blockNames, type Names, patternNames, varNames } from './names.ts';
import { at, child, flag, nodes, text } from './node.ts';
import type { JsNode } from './parse.ts';
import { propertyName, readExpr } from './read-expression.ts';
import { readStatements } from './read-statement.ts';
import { presetOf, readItem } from './read-target.ts';

export function readFunction(node: JsNode, names: Names): FunctionCode {
  const params = nodes(node, 'params');
  const body = child(node, 'body');
  const inside = body === undefined ? [] : nodes(body, 'body');
  const declared = new Set([
    ...params.flatMap(patternNames),
    ...inside.flatMap(varNames),
    ...(body?.type === 'BlockStatement' ? blockNames(inside) : []),
  ]);
  const { made, locals } = names.inFunction(declared, () => ({
    params: params.map((param) => readParam(param, names)),
    body: [...ownFields(params, names), ...readFunctionBody(body, names)],
  }));
  const id = child(node, 'id');
  return {
    name: id === undefined ? '' : text(id, 'name'),
    ...made,
    locals,
    takesSelf: false,
    arrow: node.type === 'ArrowFunctionExpression',
    ...at(node),
  };
}

function readFunctionBody(body: JsNode | undefined, names: Names): readonly Statement[] {
  if (body === undefined) return [];
  if (body.type === 'BlockStatement') return readStatements(nodes(body, 'body'), names);
  return [{ kind: 'return', value: readExpr(body, names) }];
}

function readParam(node: JsNode, names: Names): Param {
  const item = readItem(node, names);
  const preset = presetOf(node);
  return {
    target: item.target,
    ...(preset === undefined ? {} : { preset: readExpr(preset, names) }),
    ...(item.rest === true ? { rest: 'list' as const } : {}),
  };
}

/** `constructor(private readonly key: string)` assigns `this.key`. */
function ownFields(params: readonly JsNode[], names: Names): readonly Statement[] {
  return params
    .filter(({ type }) => type === 'TSParameterProperty')
    .flatMap(patternNames)
    .map((name): Statement => {
      const place = { start: params[0]?.start ?? 0, end: params[0]?.end ?? 0 };
      const target: Target = { kind: 'member', object: { kind: 'name', name: 'this', ...place }, name };
      const value: Expr = { kind: 'name', name: names.resolve(name), ...place };
      return { kind: 'expression', value: { kind: 'assign', target, value, ...place } };
    });
}

export function readClass(node: JsNode, names: Names): ClassCode {
  const id = child(node, 'id');
  const base = child(node, 'superClass');
  const body = child(node, 'body');
  const parts = (body === undefined ? [] : nodes(body, 'body')).map((member) => readMember(member, names));
  return {
    name: id === undefined ? '' : text(id, 'name'),
    bases: base === undefined ? [] : [readExpr(base, names)],
    members: parts.flatMap(({ member }) => (member === undefined ? [] : [member])),
    body: parts.flatMap(({ body: statements }) => statements ?? []),
    ...at(node),
  };
}

function readMember(
  node: JsNode,
  names: Names,
): { readonly member?: ClassMember; readonly body?: readonly Statement[] } {
  if (node.type === 'StaticBlock') {
    const inside = nodes(node, 'body');
    return {
      body: names.inBlock([...blockNames(inside), ...inside.flatMap(varNames)], () => readStatements(inside, names)),
    };
  }
  const [key, value] = [child(node, 'key'), child(node, 'value')];
  if (key === undefined) return {};
  const computed = flag(node, 'computed');
  const name = computed ? '[computed]' : propertyName(key);
  const decorators = nodes(node, 'decorators').map((one) => readExpr(child(one, 'expression') ?? one, names));
  const run: readonly Statement[] = computed ? [{ kind: 'expression', value: readExpr(key, names) }] : [];
  if (node.type === 'MethodDefinition' && value !== undefined) {
    if (value.body === null || value.body === undefined) return { body: run };
    const kind = text(node, 'kind');
    const form = flag(node, 'static') ? 'static' : kind === 'get' || kind === 'set' ? 'property' : 'plain';
    return { member: { kind: 'method', name, code: readFunction(value, names), form, decorators }, body: run };
  }
  if (node.type !== 'PropertyDefinition') return { body: run };
  const shared = flag(node, 'static');
  const field: ClassMember =
    value === undefined
      ? { kind: 'field', name, shared }
      : { kind: 'field', name, value: readExpr(value, names), shared };
  return { member: field, body: run };
}
