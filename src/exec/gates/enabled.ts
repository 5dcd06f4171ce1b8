import { coreCapabilities } from '../../ir/plan.ts';
import { known } from '../market/ask.ts';
import { stop } from '../market/stop.ts';
import type { Gate } from './gate.ts';

/** Everything the plan calls can be carried out here. Without a sandbox nothing runs that needs one. */
export const isEnabled: Gate = async (progress, host) => {
  const { plan } = known(progress.operation, 'known');
  const can = host.providers({ ...host.files, read: [], write: [] });
  const missing = plan.calls.find(({ capability }) => capability !== 'network.http-fetch' && !can.has(capability));
  if (missing === undefined) return undefined;
  const what = coreCapabilities.includes(missing.capability)
    ? 'is not available: there is no sandbox yet'
    : 'is not known';
  return stop('denied', 'capability/unavailable', `\`${missing.capability}\` ${what}`, {
    remedy: 'no approval changes that: write the operation as requests, jq and text tools',
  });
};
