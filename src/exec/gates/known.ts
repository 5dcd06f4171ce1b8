import { stop } from '../market/stop.ts';
import type { Gate } from './gate.ts';

/** There is such an operation, and its snapshot is what was loaded. */
export const isKnown: Gate = async (progress, host) => {
  const found = await host.operations.find(progress.ask.capability);
  if (found.kind === 'operation') {
    progress.operation = found.operation;
    return undefined;
  }
  if (found.kind !== 'missing' && found.kind !== 'broken') throw new Error('what came is no operation');
  const code = found.kind === 'missing' ? 'capability/unknown' : found.code;
  return stop('denied', code, found.message, found.remedy === undefined ? {} : { remedy: found.remedy });
};
