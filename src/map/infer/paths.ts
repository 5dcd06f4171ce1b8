import { type Expr, showExpr } from '../../ir/expr.ts';
import type { Span } from '../../ir/span.ts';
import type { Text } from '../../ir/text.ts';
import { joinPath } from '../join-path.ts';
import type { Collector } from './collector.ts';
import { decideText, type Slot } from './decide-hole.ts';
import type { Hints } from './hints.ts';
import { splitPlaceholders } from './placeholders.ts';

export interface PathContext {
  readonly hints: Hints;
  readonly collector: Collector;
  readonly span: Span;
  /** Directory after `cd`, if known. */
  readonly cwd?: string;
}

/** A file argument: the expression, and the path as effects show it. */
export function decidePath(
  text: Text,
  { hints, collector, span, cwd }: PathContext,
): { readonly expr: Expr; readonly shown: string } {
  const slot: Slot = { id: 'argument', credential: false, origin: '', encode: 'argument', where: 'the path' };
  const split = hints.fromText ? splitPlaceholders(text, 'argument', span) : text;
  const { expr } = decideText(split, slot, hints, collector);
  const shown = showExpr(expr);
  const path = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return { expr, shown: path.startsWith('${') ? path : joinPath(cwd ?? '.', path) };
}
