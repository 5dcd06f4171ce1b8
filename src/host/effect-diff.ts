import { canonicalJson } from '../ir/digest.ts';
import type { Effect } from '../ir/effect.ts';
import { unionEffects } from '../ir/effects.ts';
import type { Json } from '../ir/json.ts';

/** What a new version of a skill can touch and the old one could not, and the other way round. */
export interface EffectDiff {
  readonly added: readonly Effect[];
  readonly removed: readonly Effect[];
}

export function effectDiff(before: readonly Effect[], after: readonly Effect[]): EffectDiff {
  const [old, now] = [unionEffects([before]), unionEffects([after])];
  const keys = (list: readonly Effect[]) => new Set(list.map(keyOf));
  const [oldKeys, nowKeys] = [keys(old), keys(now)];
  return {
    added: now.filter((effect) => !oldKeys.has(keyOf(effect))),
    removed: old.filter((effect) => !nowKeys.has(keyOf(effect))),
  };
}

function keyOf(effect: Effect): string {
  return canonicalJson(effect as unknown as Json);
}
