import { literalText, type Text } from '../../../ir/text.ts';
import type { DraftEffect } from '../../primitive.ts';

/** What the statements of a database client touch on this machine, or why they are not known or never to run. */
export type Reading =
  | { readonly kind: 'effects'; readonly effects: readonly DraftEffect[] }
  | { readonly kind: 'unclear' | 'refused'; readonly reason: string };

export const nothing: Reading = { kind: 'effects', effects: [] };

export function unclear(reason: string): Reading {
  return { kind: 'unclear', reason };
}

export function refusedBy(reason: string): Reading {
  return { kind: 'refused', reason };
}

/** Stands for a value that is not in the text; no word of a command can hold this character. */
export const hole = '\0';

export function withHoles(text: Text): string {
  return text.map((piece) => (piece.kind === 'literal' ? piece.value : hole)).join('');
}

export function touch(path: string, ...kinds: readonly ('read' | 'write')[]): Reading {
  if (path.includes(hole)) return unclear('a file that is not in the text');
  return { kind: 'effects', effects: kinds.map((kind) => ({ kind, path: literalText(path) })) };
}

/** All effects together; the strictest other verdict wins. */
export function together(readings: readonly Reading[]): Reading {
  const strict = readings.find(({ kind }) => kind === 'refused') ?? readings.find(({ kind }) => kind === 'unclear');
  if (strict !== undefined) return strict;
  return { kind: 'effects', effects: readings.flatMap((one) => (one.kind === 'effects' ? one.effects : [])) };
}
