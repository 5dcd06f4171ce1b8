import type { ProviderResult } from '../../provider.ts';
import type { FileRefusal } from './file-grants.ts';

export const noCost: ProviderResult['used'] = { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };

export const noBytes = new Uint8Array();

/** A call that was refused before it did anything. */
export function refusedResult({ code, message, remedy }: Omit<FileRefusal, 'kind'>): ProviderResult {
  return {
    status: 'failed',
    stdout: noBytes,
    code,
    message,
    ...(remedy === undefined ? {} : { remedy }),
    used: noCost,
  };
}
