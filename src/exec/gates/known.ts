import type { Progress } from '../market/ask.ts';
import type { FoundOperation } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';
import type { Gate } from './gate.ts';

/** There is such an operation, and its snapshot is what was loaded. */
export const isKnown: Gate = (progress, host) => {
  const { capability, dryRun } = progress.ask;
  const found = host.operations.find(capability, progress.isFresh !== true && dryRun !== true);
  return found instanceof Promise ? found.then((one) => take(one, progress)) : take(found, progress);
};

function take(found: FoundOperation, progress: Progress): Stop | undefined {
  if (found.kind === 'operation') {
    progress.operation = found.operation;
    progress.isRemembered = found.isRemembered === true;
    return undefined;
  }
  if (found.kind !== 'missing' && found.kind !== 'broken') throw new Error('what came is no operation');
  const code = found.kind === 'missing' ? 'capability/unknown' : found.code;
  return stop('denied', code, found.message, found.remedy === undefined ? {} : { remedy: found.remedy });
}
