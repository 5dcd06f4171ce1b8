import { type Call, coreCapabilities, type Plan } from '../../ir/plan.ts';
import { known, type Progress } from '../market/ask.ts';
import type { ExecHost } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';
import type { PlanNeeds } from '../providers/program/plan-needs.ts';
import type { Gate } from './gate.ts';

/** Everything the plan calls can be carried out here: the capability, a sandbox for it, its program and its packages. */
export const isEnabled: Gate = (progress, host) => {
  const { plan, skill } = known(progress.operation, 'known');
  const missing = unavailable(plan, host);
  if (missing !== undefined) {
    const what = coreCapabilities.includes(missing) ? 'is not available here' : 'is not known';
    return stop('denied', 'capability/unavailable', `\`${missing}\` ${what}`, {
      remedy: 'no approval changes that: write the operation as requests, jq and text tools',
    });
  }
  const needs = host.needs(plan, skill);
  return needs instanceof Promise ? needs.then((one) => isReady(one, progress)) : isReady(needs, progress);
};

/** Which capabilities a host has does not change while it is open. */
const available = new WeakMap<Plan, ExecHost>();

function unavailable(plan: Plan, host: ExecHost): Call['capability'] | undefined {
  if (available.get(plan) === host) return undefined;
  const can = host.providers({ ...host.files, read: [], write: [] });
  const isThere = (capability: string) =>
    capability === 'network.http-fetch' || can.has(capability) || host.programs.has(capability);
  const missing = plan.calls.flatMap(withSites).find(({ capability }) => !isThere(capability));
  if (missing === undefined) available.set(plan, host);
  return missing?.capability;
}

/** What a person can install is waited for; for what is not there no approval is asked. */
function isReady(needs: PlanNeeds, progress: Progress): Stop | undefined {
  progress.needs = needs;
  if (needs.missing === undefined) return undefined;
  const { code, message, remedy } = needs.missing;
  const how = code.startsWith('environment/') ? 'waiting' : 'denied';
  return stop(how, code, message, remedy === undefined ? {} : { remedy });
}

/** A program starts only where all that it may call can be done: it is not left half-way. */
function withSites(call: Call): readonly Call[] {
  return [call, ...(call.sites ?? []).flatMap((site) => withSites(site.call))];
}
