import { concatTexts, type Piece, type Text } from '../../ir/text.ts';

/** `name=value` of a query or a form, as written. */
export interface Pair {
  readonly name: Text;
  /** Undefined when there is no `=`. */
  readonly value?: Text;
}

/** Splits at `&` and at the first `=` of each pair; holes never split. */
export function splitPairs(text: Text): readonly Pair[] {
  return splitPieces(text, '&').map((pair) => {
    const [name, ...rest] = splitPieces(pair, '=');
    if (rest.length === 0) return { name: name ?? [] };
    const value = rest.flatMap((part, index) =>
      index === 0 ? part : [{ kind: 'literal', value: '=' } as const, ...part],
    );
    return { name: name ?? [], value: concatTexts(value) };
  });
}

/** Splits the literal pieces; holes never split. */
export function splitPieces(text: Text, separator: string): readonly Text[] {
  const out: Piece[][] = [[]];
  for (const piece of text) {
    if (piece.kind !== 'literal') {
      out.at(-1)?.push(piece);
      continue;
    }
    for (const [index, chunk] of piece.value.split(separator).entries()) {
      if (index > 0) out.push([]);
      if (chunk !== '') out.at(-1)?.push({ ...piece, value: chunk });
    }
  }
  return out;
}
