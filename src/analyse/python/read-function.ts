import type { SyntaxNode } from '@lezer/common';
import type { ClassCode, ClassMember, Expr, FunctionCode, Param, Statement } from '../code.ts';
import { readArguments, readExpr } from './read-expression.ts';
import { readBody } from './read-statement.ts';
import { childrenOf, type Reader, splitAt } from './reader.ts';

export function readFunction(node: SyntaxNode, reader: Reader, takesSelf: boolean): FunctionCode {
  const children = childrenOf(node);
  const named = children.find(({ name }) => name === 'VariableName');
  const params = readParams(
    children.find(({ name }) => name === 'ParamList'),
    reader,
  );
  const { made, locals } = reader.inFunction(() => readBody(children.at(-1), reader));
  return {
    name: named === undefined ? '' : reader.name(named),
    params,
    body: made,
    locals: new Set([...locals, ...paramNames(params)]),
    takesSelf,
    arrow: false,
    ...reader.at(node),
  };
}

export function readLambda(node: SyntaxNode, reader: Reader): FunctionCode {
  const children = childrenOf(node);
  const params = readParams(
    children.find(({ name }) => name === 'ParamList'),
    reader,
  );
  const last = children.at(-1);
  const { made, locals } = reader.inFunction((): readonly Statement[] =>
    last === undefined ? [] : [{ kind: 'return', value: readExpr(last, reader) }],
  );
  const names = new Set([...locals, ...paramNames(params)]);
  return { name: '', params, body: made, locals: names, takesSelf: false, arrow: true, ...reader.at(node) };
}

function paramNames(params: readonly Param[]): readonly string[] {
  return params.flatMap(({ name }) => (name === undefined ? [] : [name]));
}

/** Defaults belong to the code around the function. */
function readParams(list: SyntaxNode | undefined, reader: Reader): readonly Param[] {
  const nodes = list === undefined ? [] : childrenOf(list).filter(({ name }) => name !== '(' && name !== ')');
  let keywordOnly = false;
  return splitAt(nodes, [',']).flatMap((group): readonly Param[] => {
    const star = group.find(({ name }) => name === '*' || name === '**')?.name;
    const named = group.find(({ name }) => name === 'VariableName');
    if (star === '*') keywordOnly = true;
    if (named === undefined) return [];
    const name = reader.name(named);
    const target = { kind: 'name', name } as const;
    if (star !== undefined) return [{ target, name, rest: star === '*' ? 'list' : 'record' }];
    const equals = group.findIndex((node) => node.name === 'AssignOp');
    const preset = equals < 0 ? undefined : group[equals + 1];
    return [
      {
        target,
        name,
        ...(preset === undefined ? {} : { preset: readExpr(preset, reader) }),
        ...(keywordOnly ? { keywordOnly: true } : {}),
      },
    ];
  });
}

export function readClass(node: SyntaxNode, reader: Reader): ClassCode {
  const children = childrenOf(node);
  const named = children.find(({ name }) => name === 'VariableName');
  const list = children.find(({ name }) => name === 'ArgList');
  const bases = list === undefined ? [] : readArguments(list, reader).map(({ value }) => value);
  const { made } = reader.inFunction(() => readMembers(children.at(-1), reader));
  return { name: named === undefined ? '' : reader.name(named), bases, ...made, ...reader.at(node) };
}

function readMembers(body: SyntaxNode | undefined, reader: Reader): Pick<ClassCode, 'members' | 'body'> {
  const members: ClassMember[] = [];
  const rest: Statement[] = [];
  for (const statement of readBody(body, reader, true)) {
    if (statement.kind === 'function') {
      const { name, code, decorators } = statement;
      members.push({ kind: 'method', name, code, form: methodForm(decorators), decorators });
    } else if (statement.kind === 'expression' && isField(statement.value)) {
      const { target, value } = statement.value;
      if (target.kind === 'name') members.push({ kind: 'field', name: target.name, value, shared: true });
    } else rest.push(statement);
  }
  return { members, body: rest };
}

function isField(expr: Expr): expr is Extract<Expr, { readonly kind: 'assign' }> {
  return expr.kind === 'assign' && expr.target.kind === 'name' && expr.operator === undefined;
}

function methodForm(decorators: readonly Expr[]): Extract<ClassMember, { readonly kind: 'method' }>['form'] {
  const names = decorators.map((one) => (one.kind === 'name' ? one.name : one.kind === 'member' ? one.name : ''));
  if (names.includes('staticmethod')) return 'static';
  if (names.includes('classmethod')) return 'class';
  if (names.some((name) => /^(?:property|cached_property|setter|getter)$/.test(name))) return 'property';
  return 'plain';
}
