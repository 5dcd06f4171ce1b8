import { diagnose } from '../ir/diagnostic.ts';
import type { Effect, NetworkEffect } from '../ir/effect.ts';
import { storeReadBy } from './credentials-read.ts';
import { distinctFindings, type FindingRule, placesOf } from './finding.ts';

/** A host that a reviewer cannot read: a question by itself, and no question at all where something secret goes along. */
export const targetDynamic: FindingRule = ({ plans }) =>
  distinctFindings(
    plans.flatMap((plan) =>
      placesOf(plan).flatMap(({ effects, span }) => {
        const target = effects.find(isDynamicTarget);
        if (target === undefined) return [];
        const secret = effects.find((effect) => effect.kind === 'secret');
        const carried = secret?.name ?? storeReadBy(plan);
        const message = `requests go to \`${target.origin}\``;
        return carried === undefined
          ? [diagnose('effect/target-dynamic', `${message}, which is known only at run time`, span)]
          : [diagnose('effect/target-unreviewable', `${message}, with \`${carried}\``, span)];
      }),
    ),
  );

/** A known host with an open rest (`https://api.example.com${path}`) is a matter of the path. */
function isDynamicTarget(effect: Effect): effect is NetworkEffect {
  return (
    effect.kind === 'network' &&
    /^(?:https?:\/\/)?[^/]*\$\{dynamic:/.test(effect.origin) &&
    !/^https?:\/\/[^/$]+\.[a-z]{2,}\$\{dynamic:/i.test(effect.origin)
  );
}
