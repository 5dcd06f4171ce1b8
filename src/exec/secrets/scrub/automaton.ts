import { AMPERSAND, BACKSLASH, folded, isDropped, type Packing, PERCENT } from './alphabet.ts';
import { formsOf } from './forms.ts';

/** A form that ends in some state of the automaton. */
export interface Hit {
  readonly name: string;
  readonly length: number;
  readonly packing: Packing | undefined;
  readonly before: number;
  readonly after: boolean;
}

/** Classes of bytes: 0 is in no form; then the dropped ones; then what begins an escape; then the bytes of the forms. */
const DROPPED = 1;
const LAST_ESCAPE = 4;

/** States this shallow have a row for every class; ordinary text seldom leaves them. */
const DENSE_DEPTH = 2;

/** `scan` answers with it where `step` must decide: a deep or accepting state, an escape, a dropped byte in a match. */
export const ATTENTION = -1;

/** Aho-Corasick over folded bytes: rows for the shallow states, edges and failure links for the deep ones. */
export interface Automaton {
  readonly classes: number;
  readonly classOf: Uint8Array;
  /** State × classes, by class; targets are multiplied by `classes` already. */
  readonly scan: Int32Array;
  readonly denseStates: number;
  readonly depth: Int32Array;
  readonly deepest: number;
  readonly step: (state: number, byte: number) => number;
  /** What ends in this state, longest first. */
  readonly hits: (state: number) => readonly Hit[];
}

interface Node {
  readonly children: Map<number, Node>;
  readonly depth: number;
  readonly hits: Hit[];
  fail: Node | undefined;
  id: number;
}

export function compileAutomaton(secrets: readonly (readonly [name: string, value: string])[]): Automaton {
  const classOf = baseClasses();
  let classes = LAST_ESCAPE + 1;
  const classFor = (byte: number): number => {
    if (classOf[byte] === 0) classOf[byte] = classes++;
    return classOf[byte] as number;
  };
  const root = newNode(0);
  for (const [name, value] of [...secrets].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { bytes, packing, before, after } of formsOf(value)) {
      let node = root;
      for (const byte of bytes) node = childOf(node, classFor(byte));
      if (!node.hits.some((hit) => hit.packing === packing))
        node.hits.push({ name, length: bytes.length, packing, before, after });
    }
  }
  for (let byte = 0; byte < 256; byte += 1) classOf[byte] = classOf[folded[byte] as number] as number;
  return layOut(linkFailures(root), classes, classOf);
}

function baseClasses(): Uint8Array {
  const classOf = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte += 1) if (isDropped(byte)) classOf[byte] = DROPPED;
  classOf[PERCENT] = 2;
  classOf[BACKSLASH] = 3;
  classOf[AMPERSAND] = LAST_ESCAPE;
  return classOf;
}

function newNode(depth: number): Node {
  return { children: new Map(), depth, hits: [], fail: undefined, id: 0 };
}

function childOf(node: Node, byClass: number): Node {
  const known = node.children.get(byClass);
  if (known !== undefined) return known;
  const made = newNode(node.depth + 1);
  node.children.set(byClass, made);
  return made;
}

/** All nodes, shallow first, numbered; each knows its longest proper suffix and the hits of it. */
function linkFailures(root: Node): readonly Node[] {
  const order: Node[] = [root];
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at] as Node;
    node.id = at;
    for (const [byClass, child] of node.children) {
      let suffix = node.fail;
      while (suffix !== undefined && !suffix.children.has(byClass)) suffix = suffix.fail;
      child.fail = suffix?.children.get(byClass) ?? root;
      child.hits.push(...child.fail.hits);
      order.push(child);
    }
  }
  return order;
}

function layOut(nodes: readonly Node[], classes: number, classOf: Uint8Array): Automaton {
  const denseStates = nodes.findIndex((node) => node.depth > DENSE_DEPTH);
  const dense = denseStates < 0 ? nodes.length : denseStates;
  const go = new Int32Array(dense * classes);
  const scan = new Int32Array(dense * classes).fill(ATTENTION);
  const fail = new Int32Array(nodes.length);
  const depth = Int32Array.from(nodes, (node) => node.depth);
  for (const node of nodes) {
    fail[node.id] = node.fail?.id ?? 0;
    if (node.id >= dense) continue;
    for (let byClass = 0; byClass < classes; byClass += 1) {
      const inherited = node.fail === undefined ? 0 : (go[node.fail.id * classes + byClass] as number);
      const target = node.children.get(byClass)?.id ?? inherited;
      go[node.id * classes + byClass] = target;
      const quiet = byClass === DROPPED ? node.id === 0 : byClass === 0 || byClass > LAST_ESCAPE;
      if (quiet && target < dense && nodes[target]?.hits.length === 0)
        scan[node.id * classes + byClass] = target * classes;
    }
  }
  const children = nodes.map((node) => (node.id < dense ? undefined : node.children));
  const step = (from: number, byte: number): number => {
    const byClass = classOf[byte] as number;
    let state = from;
    while (state >= dense) {
      const child = children[state]?.get(byClass);
      if (child !== undefined) return child.id;
      state = fail[state] as number;
    }
    return go[state * classes + byClass] as number;
  };
  const hits = nodes.map((node) => node.hits);
  const deepest = depth.at(-1) ?? 0;
  return { classes, classOf, scan, denseStates: dense, depth, deepest, step, hits: (state) => hits[state] ?? [] };
}
