import type { SyntaxNode } from '@lezer/common';
import type { Expr, Statement, Target } from '../code.ts';
import { readArguments, readExpr, readGroup } from './read-expression.ts';
import { readClass, readFunction } from './read-function.ts';
import { readImport } from './read-import.ts';
import { readTarget, readTargets } from './read-target.ts';
import { childrenOf, type Reader, splitAt } from './reader.ts';

/** The statements of a `Body` or of the whole script. */
export function readBody(node: SyntaxNode | undefined, reader: Reader, inClass = false): readonly Statement[] {
  if (node === undefined) return [];
  return childrenOf(node).flatMap((child) =>
    reader.deeper<readonly Statement[]>(child, [], () => readStatement(child, reader, inClass)),
  );
}

function readStatement(node: SyntaxNode, reader: Reader, inClass: boolean): readonly Statement[] {
  const children = childrenOf(node);
  switch (node.name) {
    case ':':
    case ';':
    case 'PassStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'TypeDefinition':
      return [];
    case 'StatementGroup':
      return children.flatMap((child) => readStatement(child, reader, inClass));
    case 'ScopeStatement':
      for (const child of children) if (child.name === 'VariableName') reader.takeFromOutside(reader.name(child));
      return [];
    case 'AssignStatement':
      return readAssign(node, children, reader);
    case 'UpdateStatement':
      return readUpdate(node, children, reader);
    case 'ReturnStatement': {
      const value = readGroup(children.slice(1), reader);
      return [value === undefined ? { kind: 'return' } : { kind: 'return', value }];
    }
    case 'YieldStatement':
      return readYield(node, children, reader);
    case 'ImportStatement':
      return readImport(node, reader);
    case 'FunctionDefinition':
      return [readDefinition(node, [], reader, inClass)];
    case 'ClassDefinition':
      return [readDefinition(node, [], reader, inClass)];
    case 'DecoratedStatement': {
      const decorators = children.filter(({ name }) => name === 'Decorator').map((one) => readDecorator(one, reader));
      const last = children.at(-1);
      return last === undefined ? [] : [readDefinition(last, decorators, reader, inClass)];
    }
    case 'IfStatement':
      return [readIf(children, reader)];
    case 'WhileStatement':
    case 'ForStatement':
      return readLoop(node, children, reader);
    case 'TryStatement':
      return readTry(children, reader);
    case 'WithStatement':
      return readWith(children, reader);
    case 'MatchStatement':
      return [readMatch(children, reader)];
    default: {
      // Expressions, `assert`, `raise`, `del`, `print x`: their parts run.
      const value = node.name === 'ExpressionStatement' ? readGroup(children, reader) : undefined;
      if (value !== undefined) return [{ kind: 'expression', value }];
      const parts = splitAt(children, [',', 'from']).flatMap((group) =>
        group.filter(isPart).map((one) => readExpr(one, reader)),
      );
      return [{ kind: 'expression', value: { kind: 'other', parts, ...reader.at(node) } }];
    }
  }
}

/** Everything but keywords and signs. */
function isPart({ name }: SyntaxNode): boolean {
  return /^[A-Z]/.test(name) && !/^(?:AssignOp|UpdateOp|TypeDef|At)$/.test(name);
}

function expression(value: Expr): Statement {
  return { kind: 'expression', value };
}

/** `a = b = value`; an annotation alone assigns nothing. */
function readAssign(node: SyntaxNode, children: readonly SyntaxNode[], reader: Reader): readonly Statement[] {
  const groups = splitAt(
    children.filter(({ name }) => name !== 'TypeDef'),
    ['AssignOp'],
  );
  const last = groups.at(-1);
  if (groups.length < 2 || last === undefined) {
    for (const group of groups) readTargets(group, reader);
    return [];
  }
  const value = readGroup(last, reader) ?? { kind: 'other', parts: [], ...reader.at(node) };
  return groups
    .slice(0, -1)
    .map((group) => expression({ kind: 'assign', target: readTargets(group, reader), value, ...reader.at(node) }));
}

function readUpdate(node: SyntaxNode, children: readonly SyntaxNode[], reader: Reader): readonly Statement[] {
  const middle = children.findIndex(({ name }) => name === 'UpdateOp');
  const sign = children[middle];
  const value = readGroup(children.slice(middle + 1), reader);
  if (sign === undefined || value === undefined) return [];
  const operator = reader.written(sign).slice(0, -1);
  const target = readTargets(children.slice(0, middle), reader);
  return [expression({ kind: 'assign', target, value, operator, ...reader.at(node) })];
}

/** What a generator yields is what a loop over it sees: a list of it. */
function readYield(node: SyntaxNode, children: readonly SyntaxNode[], reader: Reader): readonly Statement[] {
  const value = readGroup(children.slice(1).filter(isPart), reader);
  if (value === undefined) return [];
  if (children.some(({ name }) => name === 'from')) return [{ kind: 'return', value }];
  return [{ kind: 'return', value: { kind: 'list', items: [{ value, spread: false }], ...reader.at(node) } }];
}

function readDefinition(node: SyntaxNode, decorators: readonly Expr[], reader: Reader, inClass: boolean): Statement {
  if (node.name === 'ClassDefinition') {
    const code = readClass(node, reader);
    reader.assign(code.name);
    return { kind: 'class', name: code.name, code, decorators };
  }
  const isStatic = decorators.some((one) => one.kind === 'name' && one.name === 'staticmethod');
  const code = readFunction(node, reader, inClass && !isStatic);
  reader.assign(code.name);
  return { kind: 'function', name: code.name, code, decorators };
}

/** `@a.b(c)`: a dotted name without a tree of its own, and perhaps a call. */
function readDecorator(node: SyntaxNode, reader: Reader): Expr {
  const at = reader.at(node);
  const children = childrenOf(node);
  const names = children.filter(({ name }) => name === 'VariableName');
  const [first, ...rest] = names.map((one) => reader.name(one));
  const dotted = rest.reduce<Expr>((object, name) => ({ kind: 'member', object, name, ...at }), {
    kind: 'name',
    name: first ?? '',
    ...at,
  });
  const list = children.find(({ name }) => name === 'ArgList');
  return list === undefined
    ? dotted
    : { kind: 'call', callee: dotted, args: readArguments(list, reader), created: false, ...at };
}

function readIf(children: readonly SyntaxNode[], reader: Reader): Statement {
  const tests = children.filter((node) => isPart(node) && node.name !== 'Body').map((node) => readExpr(node, reader));
  const bodies = children.filter(({ name }) => name === 'Body').map((body) => readBody(body, reader));
  const exhaustive = children.some(({ name }) => name === 'else');
  const [first] = children.filter((node) => isPart(node));
  const main = first !== undefined && /^__name__\s*==\s*(['"])__main__\1$/.test(reader.written(first));
  return { kind: 'branch', tests, bodies, exhaustive, ...(main ? { main: true } : {}) };
}

function readLoop(node: SyntaxNode, children: readonly SyntaxNode[], reader: Reader): readonly Statement[] {
  const bodies = children.filter(({ name }) => name === 'Body').map((body) => readBody(body, reader));
  const [body = [], ...otherwise] = bodies;
  const first = children.findIndex(({ name }) => name === 'Body');
  const head = children.slice(0, first).filter(({ name }) => name !== 'async');
  if (node.name === 'WhileStatement') {
    const tests = head.filter(isPart).map((test) => readExpr(test, reader));
    return [{ kind: 'loop', tests, body }, ...otherwise.flat()];
  }
  const middle = head.findIndex(({ name }) => name === 'in');
  const target = readTargets(head.slice(1, middle), reader);
  const iterable = readGroup(head.slice(middle + 1), reader);
  return [
    { kind: 'loop', target, tests: [], body, ...(iterable === undefined ? {} : { iterable }) },
    ...otherwise.flat(),
  ];
}

function readTry(children: readonly SyntaxNode[], reader: Reader): readonly Statement[] {
  let body: readonly Statement[] = [];
  let after: readonly Statement[] = [];
  const handlers: { readonly target?: Target; readonly body: readonly Statement[] }[] = [];
  let clause: SyntaxNode[] = [];
  const more: Statement[] = [];
  for (const child of children) {
    if (child.name !== 'Body') {
      clause.push(child);
      continue;
    }
    const [keyword] = clause;
    const statements = readBody(child, reader);
    if (keyword?.name === 'try') body = statements;
    else if (keyword?.name === 'finally') after = statements;
    else if (keyword?.name === 'else') more.push(...statements);
    else handlers.push({ ...exceptTarget(clause, reader), body: statements });
    clause = [];
  }
  return [{ kind: 'try', body: [...body, ...more], handlers, after }];
}

function exceptTarget(clause: readonly SyntaxNode[], reader: Reader): { readonly target?: Target } {
  const as = clause.findIndex(({ name }) => name === 'as');
  const named = as < 0 ? undefined : clause[as + 1];
  return named === undefined ? {} : { target: readTarget(named, reader) };
}

function readWith(children: readonly SyntaxNode[], reader: Reader): readonly Statement[] {
  const body = children.at(-1);
  const head = children.slice(0, -1).filter(({ name }) => name !== 'async' && name !== 'with');
  const items = splitAt(head, [',']).flatMap((group): readonly Statement[] => {
    const [value, , named] = group;
    if (value === undefined) return [];
    const target = named === undefined ? {} : { target: readTarget(named, reader) };
    return [{ kind: 'with', value: readExpr(value, reader), ...target }];
  });
  return [...items, ...readBody(body, reader)];
}

/** What a pattern binds is some part of the subject, which is followed no further. */
function readMatch(children: readonly SyntaxNode[], reader: Reader): Statement {
  const subject = children
    .filter((node) => isPart(node) && node.name !== 'MatchBody')
    .map((one) => readExpr(one, reader));
  const clauses = children.filter(({ name }) => name === 'MatchBody').flatMap(childrenOf);
  const bodies = clauses
    .filter(({ name }) => name === 'MatchClause')
    .map((clause): readonly Statement[] => {
      const guards = childrenOf(clause)
        .filter(({ name }) => name === 'Guard')
        .flatMap(childrenOf)
        .filter(isPart);
      const tests = guards.map((guard) => expression(readExpr(guard, reader)));
      const bound = capturedNames(clause, reader).map((name): Statement => {
        reader.assign(name);
        const value: Expr = { kind: 'other', parts: [], ...reader.at(clause) };
        return expression({ kind: 'assign', target: { kind: 'name', name }, value, ...reader.at(clause) });
      });
      return [...bound, ...tests, ...readBody(childrenOf(clause).at(-1), reader)];
    });
  return { kind: 'branch', tests: subject, bodies, exhaustive: false };
}

function capturedNames(clause: SyntaxNode, reader: Reader): readonly string[] {
  const names: string[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.name === 'Body' || node.name === 'Guard') return;
    if (node.name === 'VariableName') names.push(reader.name(node));
    for (const child of childrenOf(node)) reader.deeper(child, undefined, () => visit(child));
  };
  visit(clause);
  return names;
}
