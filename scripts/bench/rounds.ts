/** One thing to time. Work is what a round does once; it must not keep state between rounds. */
export interface Contestant {
  readonly name: string;
  readonly work: () => unknown;
}

/**
 * Milliseconds a round for each, by default the median. Rounds take turns, so that a busy moment of the machine falls on all of them;
 * the first ones only warm up, the same number for each.
 */
export async function interleave(
  contestants: readonly Contestant[],
  rounds: number,
  warmUp = 1,
  summary: (values: readonly number[]) => number = median,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const { name, work } of contestants) {
      globalThis.gc?.();
      const start = performance.now();
      await work();
      if (round >= warmUp) times.get(name)?.push(performance.now() - start);
    }
  }
  return new Map([...times].map(([name, list]) => [name, summary(list)]));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The least disturbed round: for long ones, where a busy moment does not fall on all alike. */
export function least(values: readonly number[]): number {
  return Math.min(...values);
}
