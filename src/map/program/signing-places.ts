import type { Effect } from '../../ir/effect.ts';
import type { SecretUse } from '../../ir/plan.ts';

/** What a secret signs goes to the hosts of its program: it is bound to each of them, as for any other place. */
export function signingEffects(effects: readonly Effect[]): readonly Effect[] {
  const origins = originsOf(effects);
  return effects.flatMap((effect) =>
    effect.kind === 'secret' && isUnplaced(effect) ? origins.map((origin) => ({ ...effect, origin })) : [effect],
  );
}

export function signingUses(uses: readonly SecretUse[], effects: readonly Effect[]): readonly SecretUse[] {
  const origins = originsOf(effects);
  return uses.flatMap((use) => (isUnplaced(use) ? origins.map((origin) => ({ ...use, origin })) : [use]));
}

function isUnplaced({ origin, slot }: SecretUse): boolean {
  return origin === '' && slot.startsWith('hmac:');
}

function originsOf(effects: readonly Effect[]): readonly string[] {
  return [...new Set(effects.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : [])))];
}
