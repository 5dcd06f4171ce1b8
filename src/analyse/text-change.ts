import { encodedPieces, mapTexts, queryPieces } from './text-of.ts';
import { data, literalText, merged, namesIn, pieceNames, pieces, type TextPiece, text, type Value } from './value.ts';

/** Leaves the text as it is but for its ends: `strip`, `trim`, `encode`, `str`. */
export function sameText(value: Value): Value {
  return mapTexts(value, (parts) => ({ kind: 'text', pieces: parts }));
}

/** Takes characters off the ends, where those are known. */
export function trimmed(value: Value, ends: 'start' | 'end' | 'both', characters?: string): Value {
  return mapTexts(value, (parts) => {
    const out = [...parts];
    const [first, last] = [out[0], out.at(-1)];
    if (ends !== 'end' && first?.kind === 'literal')
      out[0] = { kind: 'literal', value: trimStart(first.value, characters) };
    const end = out.length === 1 ? out[0] : last;
    if (ends !== 'start' && end?.kind === 'literal')
      out[out.length - 1] = { kind: 'literal', value: reverse(trimStart(reverse(end.value), characters)) };
    // What a default holds is trimmed like the rest.
    return { kind: 'text', pieces: merged(out.map((piece) => trimmedFallback(piece, ends, characters))) };
  });
}

function trimmedFallback(piece: TextPiece, ends: 'start' | 'end' | 'both', characters?: string): TextPiece {
  if (piece.kind !== 'env' || piece.fallback === undefined) return piece;
  const start = ends === 'end' ? piece.fallback : trimStart(piece.fallback, characters);
  const whole = ends === 'start' ? start : reverse(trimStart(reverse(start), characters));
  return { ...piece, fallback: whole };
}

function trimStart(value: string, characters?: string): string {
  if (characters === undefined) return value.trimStart();
  let at = 0;
  while (at < value.length && characters.includes(value[at] ?? '')) at++;
  return value.slice(at);
}

function reverse(value: string): string {
  return [...value].reverse().join('');
}

/** Changes literal pieces only where the whole is literal; else nobody knows what comes out. */
export function changedLiteral(value: Value, change: (whole: string) => string): Value {
  return mapTexts(value, (parts) => {
    const whole = literalText({ kind: 'text', pieces: parts });
    return whole === undefined ? data('a changed text', pieceNames(parts)) : text(change(whole));
  });
}

/** `quote`, `encodeURIComponent`: what is not known can hold no slash afterwards. */
export function percentEncoded(value: Value, encode: (whole: string) => string): Value {
  return mapTexts(value, (parts) => pieces(...encodedPieces(parts, encode)));
}

export function base64Encoded(value: Value): Value {
  return mapTexts(value, (parts) => {
    const whole = literalText({ kind: 'text', pieces: parts });
    return whole === undefined
      ? pieces({ kind: 'base64', pieces: parts })
      : text(Buffer.from(whole, 'latin1').toString('base64'));
  });
}

/** Text only: bytes that are none would say nothing. */
export function base64Decoded(value: Value): Value {
  return mapTexts(value, (parts) => {
    const [only] = parts;
    if (parts.length === 1 && only?.kind === 'base64') return { kind: 'text', pieces: only.pieces };
    const whole = literalText({ kind: 'text', pieces: parts });
    if (whole === undefined) return data('decoded bytes', pieceNames(parts));
    return text(Buffer.from(whole, 'base64').toString('latin1'));
  });
}

/** `k=v&…` of the members of a record. */
export function queryText(value: Value): Value {
  return value.kind === 'record' ? pieces(...queryPieces(value)) : data('a query', namesIn(value));
}
