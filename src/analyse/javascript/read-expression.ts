import type { Argument, Entry, Expr, Item } from '../code.ts';
import type { Names } from './names.ts';
import { at, below, child, flag, nodes, sparse, text } from './node.ts';
import type { JsNode } from './parse.ts';
import { readClass, readFunction } from './read-function.ts';
import { readTarget } from './read-target.ts';

export function readExpr(node: JsNode, names: Names): Expr {
  return names.deeper<Expr>(node, { kind: 'other', parts: [], ...at(node) }, () => read(node, names));
}

function read(node: JsNode, names: Names): Expr {
  const where = at(node);
  const part = (key: string): Expr => {
    const inner = child(node, key);
    return inner === undefined ? { kind: 'other', parts: [], ...where } : readExpr(inner, names);
  };
  switch (node.type) {
    case 'Literal':
      if (typeof node.regex === 'object' && node.regex !== null) return patternOf(node);
      return { kind: 'constant', value: constantOf(node), ...where };
    case 'TemplateLiteral':
      return { kind: 'template', parts: templateParts(node, names), ...where };
    case 'Identifier':
      return { kind: 'name', name: names.resolve(text(node, 'name')), ...where };
    case 'ThisExpression':
      return { kind: 'name', name: 'this', ...where };
    case 'Super':
      return { kind: 'name', name: 'super', ...where };
    case 'MetaProperty':
      return { kind: 'name', name: 'import.meta', ...where };
    case 'MemberExpression':
      return readMember(node, names);
    case 'CallExpression':
    case 'NewExpression':
      return {
        kind: 'call',
        callee: part('callee'),
        args: readArguments(node, names),
        created: node.type === 'NewExpression',
        ...where,
      };
    case 'ImportExpression': {
      const callee: Expr = { kind: 'name', name: 'import()', ...where };
      return { kind: 'call', callee, args: [{ value: part('source') }], created: false, ...where };
    }
    case 'TaggedTemplateExpression': {
      const quasi = child(node, 'quasi');
      const parts = quasi === undefined ? [] : templateParts(quasi, names);
      const args = parts.map((value): Argument => ({ value }));
      return { kind: 'call', callee: part('tag'), args, created: false, ...where };
    }
    case 'ArrayExpression':
      return { kind: 'list', items: sparse(node, 'elements').map((item) => readItem(item, node, names)), ...where };
    case 'ObjectExpression':
      return { kind: 'record', entries: nodes(node, 'properties').map((one) => readEntry(one, names)), ...where };
    case 'BinaryExpression':
      return { kind: 'binary', operator: text(node, 'operator'), left: part('left'), right: part('right'), ...where };
    case 'LogicalExpression': {
      const operator = text(node, 'operator') === '&&' ? 'and' : 'or';
      return { kind: 'either', operator, left: part('left'), right: part('right'), ...where };
    }
    case 'ConditionalExpression':
      return { kind: 'choice', tests: [part('test')], values: [part('consequent'), part('alternate')], ...where };
    case 'SequenceExpression': {
      const parts = nodes(node, 'expressions').map((one) => readExpr(one, names));
      return { kind: 'choice', tests: parts.slice(0, -1), values: parts.slice(-1), ...where };
    }
    case 'AssignmentExpression':
      return readAssignment(node, names);
    case 'UpdateExpression': {
      const target = child(node, 'argument');
      if (target === undefined) return { kind: 'other', parts: [], ...where };
      const value: Expr = { kind: 'other', parts: [], ...where };
      return { kind: 'assign', target: readTarget(target, names), value, ...where };
    }
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return { kind: 'function', code: readFunction(node, names), ...where };
    case 'ClassExpression':
      return { kind: 'class', code: readClass(node, names), ...where };
    case 'AwaitExpression':
      return { kind: 'same', part: part('argument'), ...where };
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return { kind: 'same', part: part('expression'), ...where };
    default:
      return { kind: 'other', parts: otherParts(node, names), ...where };
  }
}

/** Unary signs, `yield`, JSX: whatever runs inside them. */
function otherParts(node: JsNode, names: Names): readonly Expr[] {
  if (/^(?:TS|JSXIdentifier|JSXText|JSXEmpty|PrivateIdentifier)/.test(node.type)) return [];
  return below(node).map((one) => readExpr(one, names));
}

/** `/x/g` is `RegExp("x")`. */
function patternOf(node: JsNode): Expr {
  const { pattern = '' } = node.regex as { readonly pattern?: string };
  const callee: Expr = { kind: 'name', name: 'RegExp', ...at(node) };
  return {
    kind: 'call',
    callee,
    args: [{ value: { kind: 'constant', value: pattern, ...at(node) } }],
    created: false,
    ...at(node),
  };
}

function constantOf(node: JsNode): string | number | boolean | null {
  const { value } = node;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function templateParts(node: JsNode, names: Names): readonly Expr[] {
  const expressions = nodes(node, 'expressions');
  return nodes(node, 'quasis').flatMap((quasi, index): readonly Expr[] => {
    const value = quasi.value as { readonly cooked?: string | null } | undefined;
    const cooked = value?.cooked ?? '';
    const literal: readonly Expr[] = cooked === '' ? [] : [{ kind: 'constant', value: cooked, ...at(quasi) }];
    const expression = expressions[index];
    return expression === undefined ? literal : [...literal, readExpr(expression, names)];
  });
}

function readMember(node: JsNode, names: Names): Expr {
  const where = at(node);
  const [object, property] = [child(node, 'object'), child(node, 'property')];
  if (object === undefined || property === undefined) return { kind: 'other', parts: [], ...where };
  const of = readExpr(object, names);
  if (flag(node, 'computed')) return { kind: 'index', object: of, key: readExpr(property, names), ...where };
  return { kind: 'member', object: of, name: propertyName(property), ...where };
}

export function propertyName(property: JsNode): string {
  if (property.type === 'PrivateIdentifier') return `#${text(property, 'name')}`;
  return property.type === 'Identifier' ? text(property, 'name') : String(constantOf(property));
}

function readArguments(node: JsNode, names: Names): readonly Argument[] {
  return nodes(node, 'arguments').map((one): Argument => {
    const inner = child(one, 'argument');
    return one.type === 'SpreadElement' && inner !== undefined
      ? { value: readExpr(inner, names), spread: 'list' }
      : { value: readExpr(one, names) };
  });
}

function readItem(item: JsNode | undefined, list: JsNode, names: Names): Item {
  if (item === undefined) return { value: { kind: 'constant', value: null, ...at(list) }, spread: false };
  const inner = child(item, 'argument');
  return item.type === 'SpreadElement' && inner !== undefined
    ? { value: readExpr(inner, names), spread: true }
    : { value: readExpr(item, names), spread: false };
}

function readEntry(node: JsNode, names: Names): Entry {
  const inner = child(node, 'argument');
  if (node.type === 'SpreadElement' && inner !== undefined) return { value: readExpr(inner, names) };
  const [key, value] = [child(node, 'key'), child(node, 'value')];
  const written: Expr = value === undefined ? { kind: 'other', parts: [], ...at(node) } : readExpr(value, names);
  const read = node.kind === 'get' || node.kind === 'set' ? accessed(written) : written;
  if (key === undefined) return { value: read };
  const named: Expr = flag(node, 'computed')
    ? readExpr(key, names)
    : { kind: 'constant', value: propertyName(key), ...at(key) };
  return { key: named, value: read };
}

/** `{ get x() { … } }` runs when the member is looked at. */
function accessed(accessor: Expr): Expr {
  const where = { start: accessor.start, end: accessor.end };
  const given: Argument = { value: { kind: 'other', parts: [], ...where } };
  return { kind: 'call', callee: accessor, args: [given], created: false, ...where };
}

function readAssignment(node: JsNode, names: Names): Expr {
  const where = at(node);
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (left === undefined || right === undefined) return { kind: 'other', parts: [], ...where };
  const operator = text(node, 'operator').slice(0, -1);
  const target = readTarget(left, names);
  const value = readExpr(right, names);
  if (operator === '') return { kind: 'assign', target, value, ...where };
  if (operator === '||' || operator === '??' || operator === '&&') {
    const both: Expr = { kind: 'choice', tests: [], values: [readExpr(left, names), value], ...where };
    return { kind: 'assign', target, value: both, ...where };
  }
  return { kind: 'assign', target, value, operator, ...where };
}
