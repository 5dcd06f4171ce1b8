import { diagnose } from '../ir/diagnostic.ts';
import { distinctFindings, type FindingRule, placesOf, type Reviewed } from './finding.ts';
import { belongsTo, services } from './services.ts';
import { isLocal, siteOf } from './site-of.ts';

/**
 * A secret's name says whom it belongs to: by a service that is known, or because another command of the skill sends it to an origin
 * of that name.
 */
export const secretElsewhere: FindingRule = (reviewed) => {
  const at = sitesOfSecrets(reviewed);
  const findings = reviewed.plans.flatMap((plan) =>
    placesOf(plan).flatMap(({ effects, span }) =>
      effects.flatMap((effect) => {
        if (effect.kind !== 'secret' || isLocal(effect.origin) || !reviewed.isWritten(effect.name)) return [];
        const owner = ownerOf(effect.name, effect.origin, at.get(effect.name) ?? new Set());
        if (owner === undefined) return [];
        const message = `\`${effect.name}\` belongs to ${owner} and goes to ${effect.origin}`;
        return [diagnose('effect/secret-elsewhere', message, span)];
      }),
    ),
  );
  return distinctFindings(findings);
};

function sitesOfSecrets({ plans }: Reviewed): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { effects } of plans)
    for (const effect of effects) {
      const site = effect.kind === 'secret' ? siteOf(effect.origin) : undefined;
      if (effect.kind !== 'secret' || site === undefined) continue;
      const sites = found.get(effect.name) ?? new Set();
      found.set(effect.name, sites.add(site));
    }
  return found;
}

function ownerOf(name: string, origin: string, sites: ReadonlySet<string>): string | undefined {
  const site = siteOf(origin);
  if (site === undefined) return undefined;
  const [first = ''] = name.toUpperCase().split('_');
  const known = services.get(first);
  if (known !== undefined) return belongsTo(origin, known) ? undefined : known[0];
  const words = name
    .toLowerCase()
    .split('_')
    .filter((word) => word.length > 3 && !general.has(word));
  const namedAfter = (one: string) => words.some((word) => one.replace(/[^a-z0-9]/g, '').includes(word));
  if (namedAfter(site)) return undefined;
  return [...sites].find(namedAfter);
}

/** Words that name no owner. */
const general = new Set(
  'token secret password access refresh auth bearer user client private public session service admin bot test live prod agent login account apikey market markets cloud data'.split(
    ' ',
  ),
);
