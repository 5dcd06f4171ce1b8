import type { MeasuredIsolation } from '../ir/isolation.ts';
import type { CompiledOperation } from '../pipeline.ts';
import type { Host } from './open-host.ts';

/** Operations with what holds their code on this machine. Where nothing does, there is nothing to show, and nothing runs. */
export async function measuredOperations(
  host: Host,
  operations: readonly CompiledOperation[],
  skill: string,
): Promise<readonly (CompiledOperation & { readonly isolation?: MeasuredIsolation })[]> {
  return Promise.all(
    operations.map(async (one) => {
      const isolation = one.plan === undefined ? undefined : (await host.exec.needs(one.plan, skill)).isolation;
      return isolation === undefined ? one : { ...one, isolation };
    }),
  );
}
