import { diagnose } from '../ir/diagnostic.ts';
import { distinctFindings, type FindingRule, placesOf } from './finding.ts';

/** Only where the skill says what it needs at all: then what is not on the list was left out. */
export const secretUndeclared: FindingRule = ({ skill, plans, isWritten }) => {
  const declared = new Set([...skill.secrets.map(({ name }) => name), ...skill.env]);
  if (declared.size === 0) return [];
  return distinctFindings(
    plans.flatMap((plan) =>
      placesOf(plan).flatMap(({ effects, span }) =>
        effects.flatMap((effect) => {
          if (effect.kind !== 'secret' || declared.has(effect.name) || !isWritten(effect.name)) return [];
          const message = `\`${effect.name}\` goes to ${effect.origin} and is not among the secrets that the skill declares`;
          return [diagnose('effect/secret-undeclared', message, span)];
        }),
      ),
    ),
  );
};
