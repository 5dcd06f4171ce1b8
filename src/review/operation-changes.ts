import { type Place, placesOf } from '../findings/finding.ts';
import type { Effect } from '../ir/effect.ts';
import type { Plan } from '../ir/plan.ts';
import type { Span } from '../ir/span.ts';
import type { Change } from './change.ts';
import { effectChange } from './effect-change.ts';

/** What one operation may do beyond its old self, judged against what the whole skill did before. */
export function operationChanges(plan: Plan, old: Plan | undefined, skillBefore: readonly Effect[]): readonly Change[] {
  const { operation } = plan;
  const places = placesOf(plan);
  const effects = plan.effects.flatMap((effect): readonly Change[] => {
    const here = effectChange(effect, old?.effects ?? []);
    if (here === undefined) return [];
    const change = effectChange(effect, skillBefore);
    const span = placeOf(effect, places) ?? plan.span;
    // What another operation could do already is new for this one only.
    const moved = { ...here, severity: here.severity === 'note' ? 'note' : 'minor' } as const;
    return [{ ...(change ?? (old === undefined ? { ...moved, severity: 'note' } : moved)), operation, span }];
  });
  return [...effects, ...(old === undefined ? [] : keptPromises(plan, old))];
}

function placeOf(effect: Effect, places: readonly Place[]): Span | undefined {
  const wanted = JSON.stringify(effect);
  return places.find(({ effects }) => effects.some((one) => JSON.stringify(one) === wanted))?.span;
}

/** What an operation promised besides its effects: tier, code, sandbox, classes of data, approval. */
function keptPromises(plan: Plan, old: Plan): readonly Change[] {
  const { operation, span } = plan;
  const changes: Change[] = [];
  const add = (kind: string, severity: Change['severity'], message: string, at: Span = span) =>
    changes.push({ kind, severity, message, operation, span: at });
  if (plan.tier > old.tier)
    add(
      'higher-tier',
      plan.tier === 3 ? 'critical' : plan.tier === 2 ? 'major' : 'minor',
      `tier ${old.tier} becomes ${plan.tier}`,
    );
  for (const { path, digest } of plan.code) {
    const before = old.code.find((one) => one.path === path);
    if (before === undefined) add('new-code', 'major', `runs \`${path}\`, which it did not`);
    else if (before.digest !== digest) add('code-changed', 'major', `\`${path}\` is other code than before`);
  }
  for (const name of old.classifications.filter((one) => !plan.classifications.includes(one)))
    add('classification-gone', 'major', `no longer says that it handles ${name} data`);
  if (old.requiresApproval && !plan.requiresApproval) add('approval-gone', 'major', 'no longer needs an approval');
  for (const { name } of plan.settings.filter((one) => !old.settings.some((before) => before.name === one.name)))
    add('new-setting', 'minor', `a part of its address is the setting \`${name}\``);
  changes.push(...sandboxChanges(plan, old));
  return changes;
}

function sandboxChanges({ sandbox, operation, span }: Plan, { sandbox: old }: Plan): readonly Change[] {
  if (sandbox === undefined) return [];
  const changes: Change[] = [];
  const add = (kind: string, severity: Change['severity'], message: string, at: Span = span) =>
    changes.push({ kind, severity, message, operation, span: at });
  const named = (list: readonly { readonly name: string; readonly version: string }[] | undefined) =>
    new Set(list?.map(({ name, version }) => `${name}${version}`));
  const known = named(old?.dependencies);
  for (const one of sandbox.dependencies ?? [])
    if (!known.has(`${one.name}${one.version}`))
      add('new-dependency', 'major', `installs \`${one.name}${one.version}\``, one.span);
  const before = new Set(old?.undecided?.map(({ what, message }) => `${what} ${message}`));
  for (const one of sandbox.undecided ?? [])
    if (!before.has(`${one.what} ${one.message}`)) add('new-undecided', 'major', one.message, one.span);
  const { cpu_seconds, memory_mb } = sandbox.resources;
  if (old !== undefined && (cpu_seconds > old.resources.cpu_seconds || memory_mb > old.resources.memory_mb))
    add('more-resources', 'minor', `may use ${cpu_seconds} s of CPU and ${memory_mb} MB`);
  if (old !== undefined && sandbox.runtime !== old.runtime)
    add(
      'other-runtime',
      'minor',
      `runs in \`${sandbox.runtime ?? 'the default runtime'}\` instead of \`${old.runtime ?? 'the default runtime'}\``,
    );
  return changes;
}
