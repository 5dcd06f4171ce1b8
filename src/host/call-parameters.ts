import { commitParameters } from '../exec/approvals/parameters.ts';
import { inputCheck } from '../exec/input/check-input.ts';
import type { Host } from './open-host.ts';

/**
 * What the ledger knows the parameters of a call by, as the gates make it. A call that asks again for the same is no second
 * question: the one that waits is found by this, not by its id.
 */
export async function callParameters(host: Host, capability: string, input: unknown): Promise<string | undefined> {
  const found = await host.operations.find(capability);
  if (found.kind !== 'operation') return undefined;
  const checked = inputCheck(found.operation.plan.inputs)(input);
  if (checked.kind === 'refused') return undefined;
  return commitParameters(checked.inputs, host.exec.commit);
}

/** Of a call that takes none. */
export function noParameters(host: Host): string {
  return commitParameters(new Map(), host.exec.commit);
}
