import type { ListTarget, RecordTarget, Target } from '../code.ts';
import type { Names } from './names.ts';
import { child, flag, nodes, sparse, text } from './node.ts';
import type { JsNode } from './parse.ts';
import { propertyName, readExpr } from './read-expression.ts';

export function readTarget(node: JsNode, names: Names): Target {
  return names.deeper<Target>(node, { kind: 'nothing', parts: [] }, () => read(node, names));
}

function read(node: JsNode, names: Names): Target {
  switch (node.type) {
    case 'Identifier':
      return { kind: 'name', name: names.resolve(text(node, 'name')) };
    case 'MemberExpression': {
      const expr = readExpr(node, names);
      if (expr.kind === 'member') return { kind: 'member', object: expr.object, name: expr.name };
      return expr.kind === 'index'
        ? { kind: 'index', object: expr.object, key: expr.key }
        : { kind: 'nothing', parts: [expr] };
    }
    case 'ArrayPattern':
      return {
        kind: 'list',
        items: sparse(node, 'elements').map((item) => (item === undefined ? undefined : readItem(item, names))),
      };
    case 'ObjectPattern':
      return { kind: 'record', entries: nodes(node, 'properties').map((one) => readEntry(one, names)) };
    case 'AssignmentPattern': {
      const left = child(node, 'left');
      return left === undefined ? { kind: 'nothing', parts: [] } : readTarget(left, names);
    }
    case 'TSParameterProperty': {
      const inner = child(node, 'parameter');
      return inner === undefined ? { kind: 'nothing', parts: [] } : readTarget(inner, names);
    }
    case 'TSAsExpression':
    case 'TSNonNullExpression': {
      const inner = child(node, 'expression');
      return inner === undefined ? { kind: 'nothing', parts: [] } : readTarget(inner, names);
    }
    default:
      return { kind: 'nothing', parts: [readExpr(node, names)] };
  }
}

/** `target = preset`, `...target`. */
export function readItem(node: JsNode, names: Names): ListTarget {
  const inner = child(node, 'argument');
  if (node.type === 'RestElement' && inner !== undefined) return { target: readTarget(inner, names), rest: true };
  const preset = presetOf(node);
  return { target: readTarget(node, names), ...(preset === undefined ? {} : { preset: readExpr(preset, names) }) };
}

export function presetOf(node: JsNode): JsNode | undefined {
  if (node.type === 'TSParameterProperty') {
    const inner = child(node, 'parameter');
    return inner === undefined ? undefined : presetOf(inner);
  }
  return node.type === 'AssignmentPattern' ? child(node, 'right') : undefined;
}

function readEntry(node: JsNode, names: Names): RecordTarget {
  const inner = child(node, 'argument');
  if (node.type === 'RestElement' && inner !== undefined) return { target: readTarget(inner, names) };
  const [key, value] = [child(node, 'key'), child(node, 'value')];
  if (key === undefined || value === undefined) return { target: { kind: 'nothing', parts: [] } };
  const preset = presetOf(value);
  return {
    key: flag(node, 'computed')
      ? readExpr(key, names)
      : { kind: 'constant', value: propertyName(key), start: key.start, end: key.end },
    target: readTarget(value, names),
    ...(preset === undefined ? {} : { preset: readExpr(preset, names) }),
  };
}
