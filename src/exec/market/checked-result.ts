import type { ProviderResult } from '../provider.ts';

/** What is not as it must be came from a provider that is broken: nobody knows what it did. */
export function checked(result: ProviderResult): ProviderResult {
  const isWhole =
    (result.status === 'done' || result.status === 'failed') &&
    result.stdout instanceof Uint8Array &&
    [result.used.network_bytes, result.used.wall_clock_ms, result.used.cpu_ms].every(isAmount);
  if (!isWhole) throw new Error('a provider gave no result');
  return result;
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
