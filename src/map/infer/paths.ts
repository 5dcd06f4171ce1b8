import { type Expr, literal, showExpr } from '../../ir/expr.ts';
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
  const shown = shownPath(expr, cwd);
  const open = /\*/.test(shown) ? undefined : shownPath(withPatterns(expr), cwd);
  return { expr, shown: open !== undefined && isReviewable(open) ? open : shown };
}

function shownPath(expr: Expr, cwd: string | undefined): string {
  const shown = showExpr(expr);
  const path = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return path.startsWith('${') ? path : joinPath(cwd ?? '.', path);
}

/** `out/${dynamic:id}.json` may be any file `out/*.json`: a reviewer sees which names, and the run keeps to them. */
function withPatterns(expr: Expr): Expr {
  if (expr.kind === 'dynamic-value') return literal('*');
  return expr.kind === 'concat' ? { kind: 'concat', parts: expr.parts.map(withPatterns) } : expr;
}

/** What the text leaves open must stand in a folder that it names, or behind the begin of a name: `*` alone could be anything. */
function isReviewable(path: string): boolean {
  const names = path.split('/').filter((name) => name !== '' && name !== '.' && name !== '~' && name !== '..');
  const at = names.findIndex((name) => name.includes('*'));
  return at > 0 || (at === 0 && !names[0]?.startsWith('*'));
}
