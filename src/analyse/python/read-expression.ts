import type { SyntaxNode } from '@lezer/common';
import type { Argument, Clause, Entry, Expr, Item } from '../code.ts';
import { readLambda } from './read-function.ts';
import { readTarget, readTargets } from './read-target.ts';
import { childrenOf, type Reader, splitAt } from './reader.ts';
import { splitLiteral, stringValue, unescapeText } from './string-literal.ts';

export function readExpr(node: SyntaxNode, reader: Reader): Expr {
  const at = reader.at(node);
  return reader.deeper<Expr>(node, { kind: 'other', parts: [], ...at }, () => read(node, reader));
}

/** `a, b` without parentheses is a tuple; a single one is itself. */
export function readGroup(nodes: readonly SyntaxNode[], reader: Reader): Expr | undefined {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (nodes.length === 1) return readExpr(first, reader);
  const at = { start: reader.at(first).start, end: reader.at(last).end };
  return { kind: 'list', items: readItems(nodes, reader), ...at };
}

function read(node: SyntaxNode, reader: Reader): Expr {
  const at = reader.at(node);
  const children = childrenOf(node);
  switch (node.name) {
    case 'VariableName':
      return { kind: 'name', name: reader.name(node), ...at };
    case 'Number':
      return { kind: 'constant', value: numberOf(reader.written(node)), ...at };
    case 'Boolean':
      return { kind: 'constant', value: reader.written(node) === 'True', ...at };
    case 'None':
    case 'Ellipsis':
      return { kind: 'constant', value: null, ...at };
    case 'String':
      return { kind: 'constant', value: stringValue(reader.written(node)), ...at };
    case 'FormatString':
      return { kind: 'template', parts: formatParts(node, reader), ...at };
    case 'ContinuedString':
      return { kind: 'template', parts: children.map((child) => readExpr(child, reader)), ...at };
    case 'ParenthesizedExpression':
    case 'AwaitExpression':
      return { kind: 'same', part: onlyExpr(children, reader) ?? { kind: 'other', parts: [], ...at }, ...at };
    case 'NamedExpression':
      return readNamed(children, reader, at);
    case 'TupleExpression':
    case 'ArrayExpression':
    case 'SetExpression':
      return { kind: 'list', items: readItems(children, reader), ...at };
    case 'DictionaryExpression':
      return { kind: 'record', entries: readEntries(children, reader), ...at };
    case 'ComprehensionExpression':
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
      return readComprehension(children.slice(1, -1), reader, at);
    case 'CallExpression':
      return readCall(children, reader, at);
    case 'MemberExpression':
      return readMember(children, reader, at);
    case 'ConditionalExpression': {
      const [value, , test, , otherwise] = children;
      return { kind: 'choice', tests: exprs([test], reader), values: exprs([value, otherwise], reader), ...at };
    }
    case 'BinaryExpression':
      return readBinary(children, reader, at);
    case 'UnaryExpression':
      return readUnary(children, reader, at);
    case 'LambdaExpression':
      return { kind: 'function', code: readLambda(node, reader), ...at };
    default:
      // `yield`, and whatever a newer grammar adds: its parts still run.
      return { kind: 'other', parts: exprs(children.filter(isExpression), reader), ...at };
  }
}

function exprs(nodes: readonly (SyntaxNode | undefined)[], reader: Reader): readonly Expr[] {
  return nodes.flatMap((node) => (node === undefined ? [] : [readExpr(node, reader)]));
}

function isExpression(node: SyntaxNode): boolean {
  return /^(?:[A-Z]\w*(?:Expression|String)|String|VariableName|Number|Boolean|None|Ellipsis)$/.test(node.name);
}

function onlyExpr(children: readonly SyntaxNode[], reader: Reader): Expr | undefined {
  const inner = children.find(isExpression);
  return inner === undefined ? undefined : readExpr(inner, reader);
}

function numberOf(written: string): number {
  const value = Number(written.replaceAll('_', '').replace(/[jJ]$/, ''));
  return Number.isNaN(value) ? 0 : value;
}

function readNamed(children: readonly SyntaxNode[], reader: Reader, at: { start: number; end: number }): Expr {
  const [target, , value] = children;
  if (target === undefined || value === undefined) return { kind: 'other', parts: [], ...at };
  return { kind: 'assign', target: readTarget(target, reader), value: readExpr(value, reader), ...at };
}

/** Text of an f-string between its replacements, with `{{` for a brace. */
function formatParts(node: SyntaxNode, reader: Reader): readonly Expr[] {
  const literal = reader.written(node);
  const { raw, body, start } = splitLiteral(literal);
  const [from, to] = [node.from + start, node.from + start + body.length];
  const parts: Expr[] = [];
  let done = from;
  const text = (end: number): void => {
    const piece = reader.text.slice(done, end).replaceAll('{{', '{').replaceAll('}}', '}');
    if (piece !== '')
      parts.push({ kind: 'constant', value: raw ? piece : unescapeText(piece, false), ...reader.at(node) });
  };
  for (const child of childrenOf(node)) {
    if (child.name !== 'FormatReplacement') continue;
    text(child.from);
    done = child.to;
    parts.push(readReplacement(child, reader));
  }
  text(to);
  return parts;
}

/** `{x}` is x; `{x!r}`, `{x:>8}` and `{x=}` are written in another way. */
function readReplacement(node: SyntaxNode, reader: Reader): Expr {
  const children = childrenOf(node);
  const inner = exprs(children.filter(isExpression), reader);
  const nested = children.filter(({ name }) => name === 'FormatSpec').flatMap(childrenOf);
  const specs = nested.filter(({ name }) => name === 'FormatReplacement').map((one) => readReplacement(one, reader));
  const changed = children.some(({ name }) => /^Format(?:Spec|Conversion|SelfDoc)$/.test(name));
  const [only] = inner;
  const at = reader.at(node);
  const plain = only !== undefined && inner.length === 1 && !(changed && !keepsText(node, reader));
  return plain ? { kind: 'same', part: only, ...at } : { kind: 'other', parts: [...inner, ...specs], ...at };
}

/** `{x!s}` is what `{x}` is. */
function keepsText(node: SyntaxNode, reader: Reader): boolean {
  return /!s\}$/.test(reader.written(node));
}

function readItems(nodes: readonly SyntaxNode[], reader: Reader): readonly Item[] {
  return splitAt(nodes, [',']).flatMap((group) => {
    const value = group.find(isExpression);
    const spread = group.some(({ name }) => name === '*');
    return value === undefined ? [] : [{ value: readExpr(value, reader), spread }];
  });
}

function readEntries(nodes: readonly SyntaxNode[], reader: Reader): readonly Entry[] {
  return splitAt(nodes, [',']).flatMap((group): readonly Entry[] => {
    const [first, second] = group.filter(isExpression);
    if (first === undefined) return [];
    if (second === undefined) return [{ value: readExpr(first, reader) }];
    return [{ key: readExpr(first, reader), value: readExpr(second, reader) }];
  });
}

function readCall(children: readonly SyntaxNode[], reader: Reader, at: { start: number; end: number }): Expr {
  const [callee, list] = children;
  if (callee === undefined || list === undefined) return { kind: 'other', parts: exprs([callee], reader), ...at };
  return { kind: 'call', callee: readExpr(callee, reader), args: readArguments(list, reader), created: false, ...at };
}

export function readArguments(list: SyntaxNode, reader: Reader): readonly Argument[] {
  return splitAt(childrenOf(list), [',']).flatMap((group): readonly Argument[] => {
    const parts = group.filter(({ name }) => name !== '(' && name !== ')');
    const [first, second, third] = parts;
    if (first === undefined) return [];
    if (parts.some(({ name }) => name === 'for')) {
      const at = { start: reader.at(first).start, end: reader.at(parts.at(-1) ?? first).end };
      return [{ value: readComprehension(parts, reader, at) }];
    }
    if (first.name === '*' && second !== undefined) return [{ value: readExpr(second, reader), spread: 'list' }];
    if (first.name === '**' && second !== undefined) return [{ value: readExpr(second, reader), spread: 'record' }];
    if (second?.name !== 'AssignOp' || third === undefined) return [{ value: readExpr(first, reader) }];
    if (reader.written(second) === '=') return [{ value: readExpr(third, reader), name: reader.name(first) }];
    const at = { start: reader.at(first).start, end: reader.at(third).end };
    return [{ value: readNamed(parts, reader, at) }];
  });
}

/** `x for y in z if t for …`, the brackets taken off. */
function readComprehension(nodes: readonly SyntaxNode[], reader: Reader, at: { start: number; end: number }): Expr {
  const start = nodes.findIndex(({ name }) => name === 'for' || name === 'async');
  const head = nodes.slice(0, start).filter(isExpression);
  const [first, second] = exprs(head, reader);
  const clauses = splitClauses(nodes.slice(start)).map((clause) => readClause(clause, reader));
  const nothing: Expr = { kind: 'other', parts: [], ...at };
  return second === undefined
    ? { kind: 'comprehension', value: first ?? nothing, clauses, ...at }
    : { kind: 'comprehension', key: first ?? nothing, value: second, clauses, ...at };
}

function splitClauses(nodes: readonly SyntaxNode[]): readonly (readonly SyntaxNode[])[] {
  return splitAt(nodes, ['for']).slice(1);
}

function readClause(nodes: readonly SyntaxNode[], reader: Reader): Clause {
  const middle = nodes.findIndex(({ name }) => name === 'in');
  const [iterable, ...tests] = splitAt(nodes.slice(middle + 1), ['if', 'async']).map((group) => group[0]);
  const [from] = exprs([iterable], reader);
  return {
    target: readTargets(nodes.slice(0, middle), reader),
    iterable: from ?? { kind: 'constant', value: null, start: 0, end: 0 },
    tests: exprs(tests, reader),
  };
}

function readMember(children: readonly SyntaxNode[], reader: Reader, at: { start: number; end: number }): Expr {
  const [object, mark, ...rest] = children;
  if (object === undefined || mark === undefined) return { kind: 'other', parts: exprs([object], reader), ...at };
  const of = readExpr(object, reader);
  const [property] = rest;
  if (mark.name === '.' && property !== undefined)
    return { kind: 'member', object: of, name: reader.name(property), ...at };
  const inside = rest.filter(({ name }) => name !== ']');
  if (inside.some(({ name }) => name === ':')) {
    const bounds = splitAt(inside, [':']).map((group) => readGroup(group.filter(isExpression), reader));
    return { kind: 'slice', object: of, bounds, ...at };
  }
  const key = readGroup(inside, reader);
  return key === undefined ? { kind: 'other', parts: [of], ...at } : { kind: 'index', object: of, key, ...at };
}

function readBinary(children: readonly SyntaxNode[], reader: Reader, at: { start: number; end: number }): Expr {
  const [left, right] = [children[0], children.at(-1)];
  const operator = children[1];
  if (left === undefined || right === undefined || operator === undefined) return { kind: 'other', parts: [], ...at };
  const [a, b] = [readExpr(left, reader), readExpr(right, reader)];
  if (operator.name === 'or' || operator.name === 'and')
    return { kind: 'either', operator: operator.name, left: a, right: b, ...at };
  if (operator.name === 'ArithOp' || operator.name === 'BitOp')
    return { kind: 'binary', operator: reader.written(operator), left: a, right: b, ...at };
  return { kind: 'other', parts: [a, b], ...at };
}

function readUnary(children: readonly SyntaxNode[], reader: Reader, at: { start: number; end: number }): Expr {
  const inner = onlyExpr(children.slice(1), reader);
  const minus = children[0] !== undefined && reader.written(children[0]) === '-';
  if (minus && inner?.kind === 'constant' && typeof inner.value === 'number')
    return { kind: 'constant', value: -inner.value, ...at };
  return { kind: 'other', parts: inner === undefined ? [] : [inner], ...at };
}
