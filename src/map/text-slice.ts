import type { Piece, Text } from '../ir/text.ts';

/** The text without its first `count` characters; those must stand in the leading literal pieces. */
export function dropChars(text: Text, count: number): Text {
  const out: Piece[] = [];
  let left = count;
  for (const piece of text) {
    if (left === 0 || piece.kind !== 'literal') out.push(piece);
    else if (piece.value.length > left) out.push({ ...piece, value: piece.value.slice(left) });
    if (piece.kind === 'literal') left = Math.max(0, left - piece.value.length);
  }
  return out;
}

/** The literal characters in front of the first hole. */
export function literalPrefix(text: Text): string {
  let out = '';
  for (const piece of text) {
    if (piece.kind !== 'literal') break;
    out += piece.value;
  }
  return out;
}

/** Splits at the first `separator` that stands in a literal piece. */
export function splitAtFirst(
  text: Text,
  separator: string,
): { readonly before: Text; readonly after: Text } | undefined {
  for (const [index, piece] of text.entries()) {
    const at = piece.kind === 'literal' ? piece.value.indexOf(separator) : -1;
    if (piece.kind !== 'literal' || at < 0) continue;
    const head = piece.value.slice(0, at);
    const tail = piece.value.slice(at + separator.length);
    return {
      before: [...text.slice(0, index), ...(head === '' ? [] : [{ ...piece, value: head }])],
      after: [...(tail === '' ? [] : [{ ...piece, value: tail }]), ...text.slice(index + 1)],
    };
  }
  return undefined;
}
