/** What a document may cost before it is refused. */
export interface DataLimits {
  /** UTF-16 units. */
  readonly size: number;
  readonly depth: number;
  /** Keys and values, aliases expanded. */
  readonly nodes: number;
  /** Nodes that exist only because an alias repeats them. */
  readonly aliased: number;
}

export const skillLimits: DataLimits = { size: 4 * 1024 * 1024, depth: 64, nodes: 200_000, aliased: 20_000 };

/** The largest public API descriptions have 12 MB and about a million nodes. */
export const openapiLimits: DataLimits = {
  size: 20 * 1024 * 1024,
  depth: 64,
  nodes: 2_000_000,
  aliased: 200_000,
};

export const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
