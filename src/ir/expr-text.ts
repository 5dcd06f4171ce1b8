import { type Expr, literal } from './expr.ts';
import { type Hole, joinTexts, literalText, type Text } from './text.ts';

/** A text as an expression that still holds its holes. */
export function textExpr(text: Text): Expr<Hole> {
  const parts = text.map((piece): Expr<Hole> => (piece.kind === 'literal' ? literal(piece.value) : piece));
  if (parts.length === 0) return literal('');
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'concat', parts };
}

/** The inverse of `textExpr`; what no text can say is a run-time value. */
export function exprText(expr: Expr<Hole>): Text {
  switch (expr.kind) {
    case 'literal':
      return literalText(typeof expr.value === 'string' ? expr.value : JSON.stringify(expr.value));
    case 'concat':
      return joinTexts(expr.parts.map(exprText));
    case 'variable':
    case 'placeholder':
    case 'dynamic':
      return [expr];
    case 'secret':
      return 'span' in expr ? [expr] : [];
    default:
      return [];
  }
}
