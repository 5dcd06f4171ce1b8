import type { At } from '../code.ts';
import type { JsNode } from './parse.ts';

export function isNode(value: unknown): value is JsNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

export function child(node: JsNode, key: string): JsNode | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

/** Holes of `[a, , b]` are undefined. */
export function sparse(node: JsNode, key: string): readonly (JsNode | undefined)[] {
  const value = node[key];
  return Array.isArray(value) ? value.map((one: unknown) => (isNode(one) ? one : undefined)) : [];
}

export function nodes(node: JsNode, key: string): readonly JsNode[] {
  return sparse(node, key).filter((one) => one !== undefined);
}

export function text(node: JsNode, key: string): string {
  const value = node[key];
  return typeof value === 'string' ? value : '';
}

export function flag(node: JsNode, key: string): boolean {
  return node[key] === true;
}

export function at(node: JsNode): At {
  return { start: node.start, end: node.end };
}

/** Every node directly below, in the order of its fields. */
export function below(node: JsNode): readonly JsNode[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'loc' || key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters') return [];
    if (Array.isArray(value)) return value.filter(isNode);
    return isNode(value) ? [value] : [];
  });
}
