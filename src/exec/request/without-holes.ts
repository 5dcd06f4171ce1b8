import type { Expr } from '../../ir/expr.ts';

/** Whether a value is the same each time: nothing of it is the caller's, the host's, a secret or the output of something else. */
export function isWithoutHoles(expr: Expr): boolean {
  switch (expr.kind) {
    case 'literal':
      return true;
    case 'concat':
      return expr.parts.every(isWithoutHoles);
    case 'list':
      return expr.items.every(isWithoutHoles);
    case 'object':
      return expr.members.every(({ value }) => isWithoutHoles(value));
    case 'param':
    case 'setting':
    case 'secret':
    case 'stdin':
    case 'step-output':
    case 'dynamic-value':
      return false;
  }
}
