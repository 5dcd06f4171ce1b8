import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Schema } from '../../ir/json.ts';
import type { DataNode, MapNode } from '../data/index.ts';
import { asString, entriesOf, get } from '../data/index.ts';

/** Follows `$ref` inside one document. */
export interface Refs {
  /** The node itself, or what its `$ref` leads to; undefined when that leads nowhere. */
  readonly resolve: (node: DataNode | undefined) => DataNode | undefined;
  /** The pointer that a node's `$ref` names, for telling recursion apart. */
  readonly pointerOf: (node: DataNode) => string | undefined;
  /** Schemas that were written out whole, by pointer. */
  readonly inlined: Map<string, InlinedSchema>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface InlinedSchema {
  readonly schema: Schema;
  /** What it takes of a budget. */
  readonly size: number;
  /** How many levels it has. */
  readonly height: number;
}

const maxHops = 32;

export function createRefs(root: MapNode): Refs {
  const self = asString(get(root, '$self'));
  const targets = new Map<string, DataNode | undefined>();
  const children = new Map<DataNode, ReadonlyMap<string, DataNode>>();
  const unresolved = new Map<string, Diagnostic>();

  const pointerOf = (node: DataNode): string | undefined => {
    const ref = get(node, '$ref');
    return ref?.kind === 'string' ? internalPointer(ref.value, self) : undefined;
  };
  const lookUp = (pointer: string): DataNode | undefined => {
    if (!targets.has(pointer)) targets.set(pointer, follow(root, pointer, children));
    return targets.get(pointer);
  };
  const resolve = (node: DataNode | undefined): DataNode | undefined => {
    let current = node;
    for (let hop = 0; hop < maxHops && current !== undefined; hop++) {
      const pointer = pointerOf(current);
      if (pointer === undefined) return get(current, '$ref')?.kind === 'string' ? undefined : current;
      current = lookUp(pointer);
    }
    if (node !== undefined) report(node, unresolved);
    return undefined;
  };
  return {
    resolve,
    pointerOf,
    inlined: new Map(),
    get diagnostics() {
      return [...unresolved.values()];
    },
  };
}

function report(node: DataNode, into: Map<string, Diagnostic>): void {
  const ref = get(node, '$ref');
  const text = asString(ref) ?? '';
  if (into.has(text)) return;
  into.set(text, diagnose('parse/ref-unresolved', `\`${text}\` points at nothing`, ref?.span));
}

/** `#/a/b` of a reference into this document, whether or not it names the document itself. */
function internalPointer(ref: string, self: string | undefined): string | undefined {
  if (ref.startsWith('#')) return ref;
  return self !== undefined && ref.startsWith(`${self}#`) ? ref.slice(self.length) : undefined;
}

function follow(
  root: MapNode,
  pointer: string,
  children: Map<DataNode, ReadonlyMap<string, DataNode>>,
): DataNode | undefined {
  if (pointer === '#') return root;
  if (!pointer.startsWith('#/')) return undefined;
  let current: DataNode | undefined = root;
  for (const token of pointer.slice(2).split('/')) {
    const key = decodeToken(token);
    if (current === undefined || key === undefined) return undefined;
    current = current.kind === 'list' ? current.items[indexOf(key)] : childOf(current, key, children);
  }
  return current;
}

/** Maps with many members are indexed once: a document with n schemas has about n references into the same map. */
function childOf(
  node: DataNode,
  key: string,
  children: Map<DataNode, ReadonlyMap<string, DataNode>>,
): DataNode | undefined {
  if (node.kind !== 'map') return undefined;
  if (node.entries.length < 8) return get(node, key);
  const known = children.get(node);
  const index = known ?? new Map(node.entries.map((entry) => [entry.key, entry.value]));
  if (known === undefined) children.set(node, index);
  return index.get(key);
}

function indexOf(key: string): number {
  return /^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : -1;
}

function decodeToken(token: string): string | undefined {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

/** Data that a document quotes: a `$ref` in there is text. */
const quoted: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);
/** Under these, keys are the author's own names. */
const named: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'schemas',
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
]);

/** Every reference that leaves the document. */
export function externalRefs(root: MapNode): readonly Diagnostic[] {
  const self = asString(get(root, '$self'));
  const found: Diagnostic[] = [];
  const visit = (node: DataNode, underNames: boolean): void => {
    if (node.kind === 'list') {
      for (const item of node.items) visit(item, false);
      return;
    }
    for (const { key, value } of entriesOf(node)) {
      if (!underNames && key === '$ref' && value.kind === 'string' && isExternal(value.value, self)) {
        found.push(diagnose('parse/ref-external', `\`${value.value}\` leaves the document`, value.span));
      }
      if (underNames || !(quoted.has(key) || key.startsWith('x-'))) visit(value, !underNames && named.has(key));
    }
  };
  visit(root, false);
  return found;
}

function isExternal(ref: string, self: string | undefined): boolean {
  return internalPointer(ref, self) === undefined;
}
