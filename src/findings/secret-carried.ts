import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { Plan } from '../ir/plan.ts';
import { distinctFindings, type FindingRule, type Place, placesOf } from './finding.ts';
import { belongsTo, services } from './services.ts';
import { isLocal, siteOf } from './site-of.ts';

/**
 * A secret whose way into a request is not in the text: through `$(echo "$TOKEN" | base64)`, or a pipe. Where it is read and everything that
 * is reached belongs to others, it can go nowhere else.
 */
export const secretCarried: FindingRule = ({ plans, isWritten }) =>
  distinctFindings(plans.flatMap((plan) => findingsOfPlan(plan, isWritten)));

function findingsOfPlan(plan: Plan, isWritten: (name: string) => boolean): readonly Diagnostic[] {
  return placesOf(plan).flatMap((place) => {
    const origins = reachableFrom(place, plan);
    return place.effects.flatMap((effect) => {
      if (effect.kind !== 'env' || !isWritten(effect.name) || !credential.test(effect.name)) return [];
      const [owner, ...others] = services.get(effect.name.split('_')[0]?.toUpperCase() ?? '') ?? [];
      const [first] = origins;
      if (owner === undefined || first === undefined) return [];
      if (origins.some((origin) => siteOf(origin) === undefined || belongsTo(origin, [owner, ...others]))) return [];
      const message = `\`${effect.name}\` belongs to ${owner}, and is read where only others are reached: ${first}`;
      return [diagnose('effect/secret-elsewhere', message, place.span)];
    });
  });
}

const credential = /_(?:KEY|TOKEN|SECRET|PASSWORD|PAT)(?:_|$)/i;

/** What skillc interprets can hand a text on to any command of the plan. A script gets no secret whose place in a request is not known. */
function reachableFrom({ call }: Place, { effects }: Plan): readonly string[] {
  if (call.capability.startsWith('sandbox.')) return [];
  return effects.flatMap((effect) => (effect.kind === 'network' && !isLocal(effect.origin) ? [effect.origin] : []));
}
