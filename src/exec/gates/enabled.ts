import { type Call, coreCapabilities } from '../../ir/plan.ts';
import { known } from '../market/ask.ts';
import { stop } from '../market/stop.ts';
import type { Gate } from './gate.ts';

/** Everything the plan calls can be carried out here. Without a sandbox nothing runs that needs one. */
export const isEnabled: Gate = async (progress, host) => {
  const { plan } = known(progress.operation, 'known');
  const can = host.providers({ ...host.files, read: [], write: [] });
  const isThere = (capability: string) =>
    capability === 'network.http-fetch' || can.has(capability) || host.programs.has(capability);
  const missing = plan.calls.flatMap(withSites).find(({ capability }) => !isThere(capability));
  if (missing === undefined) return undefined;
  const what = coreCapabilities.includes(missing.capability)
    ? 'is not available: there is no sandbox yet'
    : 'is not known';
  return stop('denied', 'capability/unavailable', `\`${missing.capability}\` ${what}`, {
    remedy: 'no approval changes that: write the operation as requests, jq and text tools',
  });
};

/** A program starts only where all that it may call can be done: it is not left half-way. */
function withSites(call: Call): readonly Call[] {
  return [call, ...(call.sites ?? []).flatMap((site) => withSites(site.call))];
}
