import type { Effect } from './effect.ts';
import type { Expr } from './expr.ts';
import type { Call } from './plan.ts';

/**
 * Secrets that a program would take from its words or its standard input, and that go to no place from there. What it gets is a
 * stand-in, because no sandbox holds a secret: it could only fail with it, or lock something with a word that nobody knows.
 */
export function placelessSecrets(
  { capability, args }: Pick<Call, 'capability' | 'args'>,
  effects: readonly Effect[],
): readonly string[] {
  if (!capability.startsWith('sandbox.') || args.kind !== 'object') return [];
  const taken = args.members
    .filter(({ key }) => key === 'args' || key === 'stdin')
    .flatMap(({ value }) => secretsIn(value));
  const placed = new Set(effects.flatMap((effect) => (effect.kind === 'secret' ? [effect.name] : [])));
  return [...new Set(taken)].filter((name) => !placed.has(name));
}

export function placelessText(name: string): string {
  return `\`${name}\` would be a stand-in for the program: no sandbox holds a secret, and the plan sends this one nowhere`;
}

/** Names of all secrets in an expression. */
export function secretsIn(expr: Expr): readonly string[] {
  switch (expr.kind) {
    case 'secret':
      return [expr.name];
    case 'concat':
      return expr.parts.flatMap(secretsIn);
    case 'list':
      return expr.items.flatMap(secretsIn);
    case 'object':
      return expr.members.flatMap(({ value }) => secretsIn(value));
    default:
      return [];
  }
}
