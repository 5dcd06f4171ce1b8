import { diagnose } from '../ir/diagnostic.ts';
import { distinctFindings, type FindingRule, placesOf } from './finding.ts';
import { isLocal } from './site-of.ts';

export const secretInUrl: FindingRule = ({ plans }) =>
  distinctFindings(
    plans.flatMap((plan) =>
      placesOf(plan).flatMap(({ effects, span }) =>
        effects.flatMap((effect) => {
          const inUrl = effect.kind === 'secret' && /^(?:query|path|url)(?::|$)/.test(effect.slot);
          if (!inUrl || isLocal(effect.origin)) return [];
          const message = `\`${effect.name}\` is part of the URL at ${effect.origin}`;
          return [diagnose('effect/secret-in-url', message, span)];
        }),
      ),
    ),
  );
