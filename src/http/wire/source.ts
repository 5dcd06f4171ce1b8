import { literalOf, type Text } from '../../ir/text.ts';

/** What a request needs from outside: contents, already read. */
export interface WireSource {
  readonly file: (path: string) => Uint8Array | undefined;
  readonly stdin: Uint8Array;
  /** For `multipart/form-data`; must not occur in the content. */
  readonly boundary: string;
}

export interface WireProblem {
  readonly kind: 'problem';
  readonly reason: 'hole' | 'file' | 'url';
  readonly detail: string;
}

export function isWireProblem(value: unknown): value is WireProblem {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'problem';
}

/** The literal value of a text that must have no holes left. */
export function literalValue(text: Text, what: string): string | WireProblem {
  return literalOf(text) ?? { kind: 'problem', reason: 'hole', detail: what };
}

export function readFile(path: Text, source: WireSource): Uint8Array | WireProblem {
  const name = literalValue(path, 'file name');
  if (typeof name !== 'string') return name;
  return source.file(name) ?? { kind: 'problem', reason: 'file', detail: name };
}
