import type { Json } from '../../ir/json.ts';
import type { DataNode, MapEntry } from './node.ts';

/** The entry of a key; undefined when the node is no map. */
export function entryOf(node: DataNode | undefined, key: string): MapEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}

/** The value of the first of these keys that is there. */
export function get(node: DataNode | undefined, ...keys: readonly string[]): DataNode | undefined {
  for (const key of keys) {
    const entry = entryOf(node, key);
    if (entry !== undefined) return entry.value;
  }
  return undefined;
}

export function entriesOf(node: DataNode | undefined): readonly MapEntry[] {
  return node?.kind === 'map' ? node.entries : [];
}

/** The text of any scalar as written: `version: 1.10` is `1.10`. Null is no text. */
export function asString(node: DataNode | undefined): string | undefined {
  switch (node?.kind) {
    case 'string':
      return node.value;
    case 'number':
    case 'boolean':
      return node.raw;
    default:
      return undefined;
  }
}

/** Typed by the field that is read, not by YAML: `yes`, `on` and `no` count where a boolean is asked for. */
export function asBoolean(node: DataNode | undefined): boolean | undefined {
  if (node?.kind === 'boolean') return node.value;
  if (node?.kind !== 'string') return undefined;
  if (/^(?:true|yes|on)$/i.test(node.value)) return true;
  return /^(?:false|no|off)$/i.test(node.value) ? false : undefined;
}

export function asNumber(node: DataNode | undefined): number | undefined {
  return node?.kind === 'number' ? node.value : undefined;
}

export function asList(node: DataNode | undefined): readonly DataNode[] | undefined {
  return node?.kind === 'list' ? node.items : undefined;
}

/** A list of texts; one text counts as a list of one. Items that are no text are left out. */
export function asStrings(node: DataNode | undefined): readonly string[] | undefined {
  if (node === undefined) return undefined;
  const items = node.kind === 'list' ? node.items : [node];
  const texts = items.map(asString).filter((text) => text !== undefined);
  return node.kind === 'list' || texts.length > 0 ? texts : undefined;
}

/** Plain data. Safe because readers refuse reserved keys; the depth was limited when the text was read. */
export function toJson(node: DataNode): Json {
  switch (node.kind) {
    case 'map': {
      const out: Record<string, Json> = {};
      for (const { key, value } of node.entries) out[key] = toJson(value);
      return out;
    }
    case 'list':
      return node.items.map(toJson);
    case 'number':
      return Object.is(node.value, -0) ? 0 : node.value;
    default:
      return node.value;
  }
}
