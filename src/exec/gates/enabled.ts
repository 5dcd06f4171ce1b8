import { type Call, coreCapabilities, type Plan } from '../../ir/plan.ts';
import { known, type Progress } from '../market/ask.ts';
import type { ExecHost } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';
import type { Gate } from './gate.ts';

/** Everything the plan calls can be carried out here: the capability, a sandbox for it, its program and its packages. */
export const isEnabled: Gate = async (progress, host) => {
  const { plan, skill } = known(progress.operation, 'known');
  const can = host.providers({ ...host.files, read: [], write: [] });
  const isThere = (capability: string) =>
    capability === 'network.http-fetch' || can.has(capability) || host.programs.has(capability);
  const missing = plan.calls.flatMap(withSites).find(({ capability }) => !isThere(capability));
  if (missing === undefined) return isReady(progress, plan, skill, host);
  const what = coreCapabilities.includes(missing.capability) ? 'is not available here' : 'is not known';
  return stop('denied', 'capability/unavailable', `\`${missing.capability}\` ${what}`, {
    remedy: 'no approval changes that: write the operation as requests, jq and text tools',
  });
};

/** What a person can install is waited for; for what is not there no approval is asked. */
async function isReady(progress: Progress, plan: Plan, skill: string, host: ExecHost): Promise<Stop | undefined> {
  const needs = await host.needs(plan, skill);
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
