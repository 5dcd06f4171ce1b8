import type { ScriptText } from '../../analyse/source.ts';
import type { TextPiece } from '../../analyse/value.ts';
import type { Span } from '../../ir/span.ts';
import { joinTexts, type Piece, type Text } from '../../ir/text.ts';

/** A script's text as the words of commands are written: variables are variables, and what is not known is dynamic. */
export function asText(parts: ScriptText, span: Span): Text {
  return joinTexts(parts.map((piece) => [asPiece(piece, span)]));
}

function asPiece(piece: TextPiece, span: Span): Piece {
  switch (piece.kind) {
    case 'literal':
      return piece;
    case 'word':
      return piece.hole;
    case 'env':
      return {
        kind: 'variable',
        name: piece.name,
        span,
        ...(piece.fallback === undefined ? {} : { fallback: piece.fallback }),
      };
    case 'open':
      return {
        kind: 'dynamic',
        name: piece.why,
        reason: 'it is decided when the script runs',
        span,
        ...(piece.segment === true ? { from: ['segment'] } : {}),
      };
    case 'base64':
    case 'root':
      return { kind: 'dynamic', name: 'a path or encoded text', reason: 'it is decided when the script runs', span };
  }
}

/** Nothing outside sets a variable that the text itself gives a default for. */
export function withDefaults(parts: ScriptText): ScriptText {
  return parts.map((piece) =>
    piece.kind === 'env' && piece.fallback !== undefined ? { kind: 'literal', value: piece.fallback } : piece,
  );
}

export function envNames(parts: ScriptText): readonly string[] {
  return parts.flatMap((piece) => {
    if (piece.kind === 'env') return [piece.name];
    return piece.kind === 'base64' ? envNames(piece.pieces) : [];
  });
}

/** Variables that a text was made from in a way nobody can follow. */
export function changedNames(parts: ScriptText): readonly string[] {
  return parts.flatMap((piece) => {
    if (piece.kind === 'open') return piece.names;
    return piece.kind === 'base64' ? [...envNames(piece.pieces), ...changedNames(piece.pieces)] : [];
  });
}
