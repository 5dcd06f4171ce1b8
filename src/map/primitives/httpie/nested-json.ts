import { concatTexts, literalText, type Text } from '../../../ir/text.ts';
import { pythonString } from './python-json.ts';

export type JsonNode =
  | { readonly kind: 'leaf'; readonly text: Text }
  | { readonly kind: 'object'; readonly members: Map<string, JsonNode> }
  | { readonly kind: 'array'; readonly items: JsonNode[] };

type Step =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'index'; readonly at: number }
  | { readonly kind: 'append' };

const maxIndex = 1_000;
const maxDepth = 32;

/** `a[b][]` as steps; undefined for what HTTPie rejects or reads by rules of its own (escapes). */
export function readPath(key: string): readonly Step[] | undefined {
  if (key.includes('\\')) return undefined;
  const head = /^[^[\]]*/.exec(key)?.[0] ?? '';
  const rest = key.slice(head.length);
  if (!/^(?:\[[^[\]]*\])*$/.test(rest)) return undefined;
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map((found) => step(found[1] ?? ''));
  const steps: readonly Step[] = head === '' && rest !== '' ? inner : [{ kind: 'key', name: head }, ...inner];
  const fits = steps.length <= maxDepth && steps.every((one) => one.kind !== 'index' || one.at <= maxIndex);
  return fits ? steps : undefined;
}

function step(inside: string): Step {
  if (inside === '') return { kind: 'append' };
  return /^[0-9]+$/.test(inside) ? { kind: 'index', at: Number(inside) } : { kind: 'key', name: inside };
}

/** Puts a value at its path; false where a step meets another type than it needs. */
export function insert(root: JsonNode | undefined, steps: readonly Step[], leaf: JsonNode): JsonNode | undefined {
  const [first, ...rest] = steps;
  if (first === undefined) return leaf;
  const node = root === undefined || isNull(root) ? emptyFor(first) : root;
  if (first.kind === 'key') {
    if (node.kind !== 'object') return undefined;
    const child = insert(node.members.get(first.name), rest, leaf);
    if (child === undefined) return undefined;
    node.members.set(first.name, child);
    return node;
  }
  if (node.kind !== 'array') return undefined;
  const at = first.kind === 'append' ? node.items.length : first.at;
  const child = insert(node.items[at], rest, leaf);
  if (child === undefined) return undefined;
  while (node.items.length < at) node.items.push(nothing);
  node.items[at] = child;
  return node;
}

const nothing: JsonNode = { kind: 'leaf', text: literalText('null') };

function isNull(node: JsonNode): boolean {
  return node === nothing;
}

function emptyFor(first: Step): JsonNode {
  return first.kind === 'key' ? { kind: 'object', members: new Map() } : { kind: 'array', items: [] };
}

/** The text that `json.dumps` prints. */
export function writeNode(node: JsonNode): Text {
  switch (node.kind) {
    case 'leaf':
      return node.text;
    case 'array':
      return bracketed('[', node.items.map(writeNode), ']');
    case 'object': {
      const members = [...node.members].map(([key, value]) =>
        concatTexts(literalText(`${pythonString(key)}: `), writeNode(value)),
      );
      return bracketed('{', members, '}');
    }
  }
}

function bracketed(open: string, items: readonly Text[], close: string): Text {
  const joined = items.flatMap((item, i) => (i === 0 ? [item] : [literalText(', '), item]));
  return concatTexts(literalText(open), ...joined, literalText(close));
}
