import type { Expr, Statement, Target } from '../code.ts';
import { blockNames, type Names, patternNames } from './names.ts';
import { at, child, nodes, text } from './node.ts';
import type { JsNode } from './parse.ts';
import { readExpr } from './read-expression.ts';
import { readClass, readFunction } from './read-function.ts';
import { isModuleStatement, readModuleStatement } from './read-module.ts';
import { readTarget } from './read-target.ts';

/** Functions first: they may be called above the line that declares them. */
export function readStatements(statements: readonly JsNode[], names: Names): readonly Statement[] {
  const isFunction = (one: JsNode) =>
    one.type === 'FunctionDeclaration' ||
    (/^Export/.test(one.type) && child(one, 'declaration')?.type === 'FunctionDeclaration');
  return [...statements.filter(isFunction), ...statements.filter((one) => !isFunction(one))].flatMap((statement) =>
    names.deeper<readonly Statement[]>(statement, [], () => readStatement(statement, names)),
  );
}

/** A block of its own, or a single statement in the place of one. */
function readBlock(node: JsNode | undefined, names: Names): readonly Statement[] {
  if (node === undefined) return [];
  const inside = node.type === 'BlockStatement' ? nodes(node, 'body') : [node];
  return names.inBlock(blockNames(inside), () => readStatements(inside, names));
}

export function readStatement(node: JsNode, names: Names): readonly Statement[] {
  if (isModuleStatement(node)) return readModuleStatement(node, names, readStatement);
  switch (node.type) {
    case 'ExpressionStatement':
      return run(child(node, 'expression'), names);
    case 'VariableDeclaration':
      return nodes(node, 'declarations').flatMap((one) => readDeclarator(one, names));
    case 'FunctionDeclaration': {
      const code = readFunction(node, names);
      return code.name === '' ? [] : [{ kind: 'function', name: names.resolve(code.name), code, decorators: [] }];
    }
    case 'ClassDeclaration': {
      const code = readClass(node, names);
      const decorators = nodes(node, 'decorators').map((one) => readExpr(child(one, 'expression') ?? one, names));
      return [{ kind: 'class', name: names.resolve(code.name), code, decorators }];
    }
    case 'ReturnStatement': {
      const value = child(node, 'argument');
      return [value === undefined ? { kind: 'return' } : { kind: 'return', value: readExpr(value, names) }];
    }
    case 'ThrowStatement':
      return run(child(node, 'argument'), names);
    case 'BlockStatement':
      return readBlock(node, names);
    case 'LabeledStatement':
      return readBlock(child(node, 'body'), names);
    case 'IfStatement':
      return [readIf(node, names)];
    case 'SwitchStatement':
      return [readSwitch(node, names)];
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return readLoop(node, names);
    case 'ForOfStatement':
    case 'ForInStatement':
      return readEach(node, names);
    case 'TryStatement':
      return [readTry(node, names)];
    case 'WithStatement':
      return [{ kind: 'unread', why: '`with` changes what names mean', at: at(node) }];
    case 'TSEnumDeclaration':
      return readEnum(node, names);
    case 'TSModuleDeclaration':
      return [{ kind: 'unread', why: 'a namespace is not followed', at: at(node) }];
    case 'EmptyStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'DebuggerStatement':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSDeclareFunction':
      return [];
    default:
      return [{ kind: 'unread', why: `\`${node.type}\` is not known`, at: at(node) }];
  }
}

function run(node: JsNode | undefined, names: Names): readonly Statement[] {
  return node === undefined ? [] : [{ kind: 'expression', value: readExpr(node, names) }];
}

function readDeclarator(node: JsNode, names: Names): readonly Statement[] {
  const [id, init] = [child(node, 'id'), child(node, 'init')];
  if (id === undefined || init === undefined) return [];
  const value: Expr = { kind: 'assign', target: readTarget(id, names), value: readExpr(init, names), ...at(node) };
  return [{ kind: 'expression', value }];
}

function readIf(node: JsNode, names: Names): Statement {
  const [test, yes, no] = [child(node, 'test'), child(node, 'consequent'), child(node, 'alternate')];
  const tests = test === undefined ? [] : [readExpr(test, names)];
  const bodies = [readBlock(yes, names), ...(no === undefined ? [] : [readBlock(no, names)])];
  return { kind: 'branch', tests, bodies, exhaustive: no !== undefined };
}

function readSwitch(node: JsNode, names: Names): Statement {
  const cases = nodes(node, 'cases');
  const inside = cases.flatMap((one) => nodes(one, 'consequent'));
  return names.inBlock(blockNames(inside), (): Statement => {
    const subject = child(node, 'discriminant');
    const tests = [subject, ...cases.map((one) => child(one, 'test'))];
    return {
      kind: 'branch',
      tests: tests.flatMap((one) => (one === undefined ? [] : [readExpr(one, names)])),
      bodies: cases.map((one) => readStatements(nodes(one, 'consequent'), names)),
      exhaustive: cases.some((one) => child(one, 'test') === undefined),
    };
  });
}

function readLoop(node: JsNode, names: Names): readonly Statement[] {
  const init = child(node, 'init');
  const declared = init?.type === 'VariableDeclaration' && init.kind !== 'var' ? blockNames([init]) : [];
  return names.inBlock(declared, (): readonly Statement[] => {
    const first =
      init === undefined ? [] : init.type === 'VariableDeclaration' ? readStatement(init, names) : run(init, names);
    const tests = [child(node, 'test'), child(node, 'update')];
    const body = readBlock(child(node, 'body'), names);
    return [
      ...first,
      { kind: 'loop', tests: tests.flatMap((one) => (one === undefined ? [] : [readExpr(one, names)])), body },
    ];
  });
}

function readEach(node: JsNode, names: Names): readonly Statement[] {
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  const declaration = left?.type === 'VariableDeclaration' ? left : undefined;
  const pattern = declaration === undefined ? left : child(nodes(declaration, 'declarations')[0] ?? declaration, 'id');
  const declared = declaration !== undefined && declaration.kind !== 'var' ? patternNames(pattern) : [];
  const iterable = right === undefined ? undefined : readExpr(right, names);
  return names.inBlock(declared, (): readonly Statement[] => [
    {
      kind: 'loop',
      tests: [],
      body: readBlock(child(node, 'body'), names),
      ...(pattern === undefined ? {} : { target: readTarget(pattern, names) }),
      ...(iterable === undefined ? {} : { iterable }),
      ...(node.type === 'ForInStatement' ? { keys: true } : {}),
    },
  ]);
}

function readTry(node: JsNode, names: Names): Statement {
  const handler = child(node, 'handler');
  const param = handler === undefined ? undefined : child(handler, 'param');
  const caught =
    handler === undefined
      ? []
      : [
          names.inBlock(patternNames(param), (): { readonly target?: Target; readonly body: readonly Statement[] } => ({
            ...(param === undefined ? {} : { target: readTarget(param, names) }),
            body: readBlock(child(handler, 'body'), names),
          })),
        ];
  return {
    kind: 'try',
    body: readBlock(child(node, 'block'), names),
    handlers: caught,
    after: readBlock(child(node, 'finalizer'), names),
  };
}

/** `enum A { X = 'x' }` is a record. */
function readEnum(node: JsNode, names: Names): readonly Statement[] {
  const id = child(node, 'id');
  if (id === undefined) return [];
  const entries = nodes(node, 'members').map((member) => {
    const [key, init] = [child(member, 'id'), child(member, 'initializer')];
    const name = key === undefined ? '' : key.type === 'Identifier' ? text(key, 'name') : String(key.value);
    const value: Expr = init === undefined ? { kind: 'other', parts: [], ...at(member) } : readExpr(init, names);
    return { key: { kind: 'constant' as const, value: name, ...at(member) }, value };
  });
  const record: Expr = { kind: 'record', entries, ...at(node) };
  return [{ kind: 'expression', value: { kind: 'assign', target: readTarget(id, names), value: record, ...at(node) } }];
}
