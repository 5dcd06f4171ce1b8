import { type EnvironmentRequest, environmentKey, environmentRequest } from '../exec/environment/environment-key.ts';
import type { Reason } from '../exec/outcome.ts';
import { environmentOf, requirementsOf } from '../exec/providers/program/environment-port.ts';
import { programsHere, wantedPackages } from '../exec/providers/program/wanted-packages.ts';
import { imageRuntime } from '../exec/runtime/image-machine.ts';
import { readRuntime } from '../exec/runtime/runtime-request.ts';
import type { Call, Plan } from '../ir/plan.ts';
import type { Programs } from './open-programs.ts';

export type WantedEnvironments =
  | { readonly kind: 'wanted'; readonly requests: readonly EnvironmentRequest[]; readonly unpinned: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: Reason };

/** What the plans of a skill need from an index and what is not there yet. */
export async function wantedEnvironments(
  plans: readonly Plan[],
  { machine, environments }: Pick<Programs, 'machine' | 'environments'>,
): Promise<WantedEnvironments> {
  const requests = new Map<string, EnvironmentRequest>();
  const unpinned = new Set<string>();
  // An image brings its packages along.
  const own = plans.filter((plan) => imageRuntime(plan.sandbox?.runtime) === undefined);
  for (const { plan, call } of own.flatMap((plan) => plan.calls.flatMap((call) => flat(plan, call)))) {
    const wanted = wantedPackages(call, namedIn(call), plan.sandbox, await programsHere(plan.sandbox, machine));
    for (const [ecosystem, language] of ecosystems) {
      if (!wanted.some((one) => one.ecosystem === ecosystem)) continue;
      const requirements = requirementsOf(ecosystem, wanted);
      if ('kind' in requirements) return refused(requirements);
      const asked = readRuntime(plan.sandbox?.runtime ?? '');
      const found = await machine.interpreter(asked?.language === language ? asked : { language });
      if (found.kind === 'missing') return refused(found);
      const there = environmentOf(environments, ecosystem, found.interpreter, wanted);
      if (there.kind === 'environment') continue;
      const request = environmentRequest(ecosystem, found.interpreter, requirements);
      requests.set(environmentKey(request), request);
      for (const { text, pinned } of requirements) if (!pinned) unpinned.add(text);
    }
  }
  return { kind: 'wanted', requests: [...requests.values()], unpinned: [...unpinned].sort() };
}

const ecosystems = [
  ['pypi', 'python'],
  ['npm', 'node'],
] as const;

function flat(plan: Plan, call: Call): readonly { readonly plan: Plan; readonly call: Call }[] {
  const own = call.capability.startsWith('sandbox.') ? [{ plan, call }] : [];
  return [...own, ...(call.sites ?? []).flatMap((site) => flat(plan, site.call))];
}

function namedIn({ args }: Call): readonly string[] {
  const value = args.kind === 'object' ? args.members.find(({ key }) => key === 'packages')?.value : undefined;
  const items = value?.kind === 'list' ? value.items : [];
  return items.flatMap((item) => (item.kind === 'literal' && typeof item.value === 'string' ? [item.value] : []));
}

function refused({ code, message, remedy }: Omit<Reason, 'rules'>): WantedEnvironments {
  return { kind: 'refused', reason: { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) } };
}
