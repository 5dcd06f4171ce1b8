import { type Expr, literal } from './expr.ts';
import type { Hole, Text } from './text.ts';

/** A text as an expression that still holds its holes. */
export function textExpr(text: Text): Expr<Hole> {
  const parts = text.map((piece): Expr<Hole> => (piece.kind === 'literal' ? literal(piece.value) : piece));
  if (parts.length === 0) return literal('');
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'concat', parts };
}
