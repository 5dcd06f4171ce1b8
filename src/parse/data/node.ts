import type { Span } from '../../ir/span.ts';

/** YAML or JSON as data with places. Keys are unique in their map and never reserved. */
export type DataNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly span: Span;
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: DataNode;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly DataNode[];
  readonly span: Span;
}

export type ScalarNode = StringNode | NumberNode | BooleanNode | NullNode;

export interface StringNode {
  readonly kind: 'string';
  readonly value: string;
  /** As written, quotes included. */
  readonly raw: string;
  readonly span: Span;
}

/** Always finite; a number that is not (`1e400`) is a string. */
export interface NumberNode {
  readonly kind: 'number';
  readonly value: number;
  readonly raw: string;
  readonly span: Span;
}

export interface BooleanNode {
  readonly kind: 'boolean';
  readonly value: boolean;
  readonly raw: string;
  readonly span: Span;
}

export interface NullNode {
  readonly kind: 'null';
  readonly value: null;
  readonly raw: string;
  readonly span: Span;
}
