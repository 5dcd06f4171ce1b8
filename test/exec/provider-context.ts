import type { ProviderContext, ProviderResult } from '../../src/exec/provider.ts';

/** A context as the marketplace makes one, with no secrets. */
export function contextWith(stdin: string | Uint8Array = '', over: Partial<ProviderContext> = {}): ProviderContext {
  return {
    signal: new AbortController().signal,
    cap: { network_bytes: 0, wall_clock_ms: 10_000, cpu_ms: 10_000 },
    stdin: typeof stdin === 'string' ? Buffer.from(stdin) : stdin,
    secrets: {
      fill: () => Promise.resolve({ kind: 'refused', code: 'secret/none', message: 'no secrets here' }),
      scrubber: () => ({ push: (chunk) => chunk, end: () => new Uint8Array() }),
    },
    clock: { wall: () => 0, monotonic: () => performance.now(), boot: 'test' },
    ...over,
  };
}

export interface Readable extends Omit<ProviderResult, 'stdout' | 'used'> {
  readonly stdout: string;
}

/** A result to compare: output as text, cost left out since it varies. */
export function readable({ stdout, used: _, ...rest }: ProviderResult): Readable {
  return { stdout: Buffer.from(stdout).toString(), ...rest };
}
