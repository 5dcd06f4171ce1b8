import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { Plan } from '../ir/plan.ts';
import { type CredentialStore, credentialStores } from './credential-stores.ts';
import { distinctFindings, type FindingRule, type Place, placesOf } from './finding.ts';
import { isLocal, siteOf } from './site-of.ts';

/** A program that looks into its own store is at work; anything else that reads one has a reason to be asked for. */
export const credentialsRead: FindingRule = ({ plans }) => distinctFindings(plans.flatMap(findingsOfPlan));

function findingsOfPlan(plan: Plan): readonly Diagnostic[] {
  const origins = plan.effects.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : []));
  return placesOf(plan).flatMap((place) =>
    place.effects.flatMap((effect) => {
      const store = effect.kind === 'read' ? foreignStore(effect.path, place) : undefined;
      if (effect.kind !== 'read' || store === undefined) return [];
      const reached = origins.find((origin) => !isLocal(origin) && !store.sites.includes(siteOf(origin) ?? ''));
      if (reached === undefined) return [diagnose('effect/credentials-read', `reads \`${effect.path}\``, place.span)];
      const message = `reads \`${effect.path}\` and reaches ${reached}`;
      return [diagnose('effect/credentials-sent', message, place.span)];
    }),
  );
}

/** The first store of others that a plan reads. */
export function storeReadBy(plan: Plan): string | undefined {
  for (const place of placesOf(plan))
    for (const effect of place.effects)
      if (effect.kind === 'read' && foreignStore(effect.path, place) !== undefined) return effect.path;
  return undefined;
}

/** What the table of a known program lists is the program's own business, unless the command names that very file. */
function foreignStore(path: string, { call, effects }: Place): CredentialStore | undefined {
  const store = credentialStores.find((one) => one.path.test(path));
  const isOwn = effects.some((effect) => effect.kind === 'process' && store?.programs.includes(effect.program));
  const isListed =
    call.capability === 'sandbox.tool' &&
    call.tier < 3 &&
    !JSON.stringify(call.args).includes(JSON.stringify(path).slice(1, -1));
  return isOwn || isListed ? undefined : store;
}
