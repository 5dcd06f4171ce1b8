import type { SyntaxNode } from '@lezer/common';
import type { ListTarget, Target } from '../code.ts';
import { readExpr } from './read-expression.ts';
import { childrenOf, type Reader, splitAt } from './reader.ts';

/** `a, *b` in front of `=` or `in`. */
export function readTargets(nodes: readonly SyntaxNode[], reader: Reader): Target {
  const groups = splitAt(
    nodes.filter(({ name }) => name !== '(' && name !== ')' && name !== '[' && name !== ']'),
    [','],
  ).filter((group) => group.length > 0);
  const [only] = groups;
  if (groups.length === 1 && only?.length === 1 && only[0] !== undefined && !nodes.some(({ name }) => name === ','))
    return readTarget(only[0], reader);
  const items = groups.map((group): ListTarget => {
    const node = group.at(-1);
    const target: Target = node === undefined ? { kind: 'nothing', parts: [] } : readTarget(node, reader);
    return group[0]?.name === '*' ? { target, rest: true } : { target };
  });
  return { kind: 'list', items };
}

export function readTarget(node: SyntaxNode, reader: Reader): Target {
  return reader.deeper<Target>(node, { kind: 'nothing', parts: [] }, () => {
    switch (node.name) {
      case 'VariableName':
        reader.assign(reader.name(node));
        return { kind: 'name', name: reader.name(node) };
      case 'ParenthesizedExpression':
      case 'TupleExpression':
      case 'ArrayExpression':
        return readTargets(childrenOf(node), reader);
      case 'MemberExpression': {
        const expr = readExpr(node, reader);
        if (expr.kind === 'member') return { kind: 'member', object: expr.object, name: expr.name };
        if (expr.kind === 'index') return { kind: 'index', object: expr.object, key: expr.key };
        return { kind: 'nothing', parts: [expr] };
      }
      default:
        return { kind: 'nothing', parts: [readExpr(node, reader)] };
    }
  });
}
