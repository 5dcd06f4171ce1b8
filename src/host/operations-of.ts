import type { SkillRow } from '../exec/ledger/row.ts';
import type { Skill } from '../ir/skill.ts';
import type { CompiledOperation } from '../pipeline.ts';
import type { Host } from './open-host.ts';
import { type OperationStatus, operationStatus } from './operation-status.ts';

export interface SkillOperations {
  readonly id: string;
  readonly row: SkillRow;
  readonly skill: Skill;
  readonly operations: readonly LoadedOperation[];
}

export type LoadedOperation = CompiledOperation & { readonly state?: OperationStatus };

/** A loaded skill with what stands between each of its operations and a run; undefined where it is not whole. */
export async function operationsOf(host: Host, id: string): Promise<SkillOperations | undefined> {
  const row = await host.operations.row(id);
  const compiled = row === undefined || row === 'unreadable' ? undefined : host.operations.restore(row);
  if (row === undefined || row === 'unreadable' || compiled?.skill === undefined) return undefined;
  const identity = { skill: id, digest: row.digest, uri: row.uri };
  const operations: LoadedOperation[] = [];
  for (const one of compiled.operations) {
    const state = one.plan === undefined ? undefined : await operationStatus(host, one.plan, identity);
    operations.push(state === undefined ? one : { ...one, state });
  }
  return { id, row, skill: compiled.skill, operations };
}
