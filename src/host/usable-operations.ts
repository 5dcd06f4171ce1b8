import type { Effect } from '../ir/effect.ts';
import type { Schema } from '../ir/json.ts';
import { coversSession, liveGrants } from './live-grants.ts';
import type { Host } from './open-host.ts';
import { type LoadedOperation, operationsOf } from './operations-of.ts';

/** An operation that a session can call without a question. */
export interface UsableOperation {
  readonly id: string;
  readonly skill: string;
  /** As the skill says it. */
  readonly description: string;
  readonly inputs: Schema;
  /** Whether it only reads: no method but GET and HEAD, no file written, no program. */
  readonly reads: boolean;
}

export async function usableOperations(host: Host, session: string): Promise<readonly UsableOperation[]> {
  const out: UsableOperation[] = [];
  for (const [id] of await host.ledger.list('skills')) {
    const found = await operationsOf(host, id);
    if (found === undefined || found.row.paused !== null) continue;
    for (const one of found.operations) {
      if (one.plan === undefined || !(await isUsable(host, one, session))) continue;
      const { inputs, effects } = one.plan;
      const { name, description } = one.operation;
      out.push({ id: `${id}.${name}`, skill: id, description, inputs, reads: effects.every(isReading) });
    }
  }
  return out;
}

async function isUsable(host: Host, { state }: LoadedOperation, session: string): Promise<boolean> {
  if (state?.approval === undefined) return false;
  if (state.status === 'ready') return true;
  if (state.status !== 'approved') return false;
  return coversSession(await liveGrants(host, state.approval.id, state.approval.digest), session) !== undefined;
}

function isReading(effect: Effect): boolean {
  switch (effect.kind) {
    case 'network':
      return effect.method === 'GET' || effect.method === 'HEAD';
    case 'write':
    case 'process':
      return false;
    case 'secret':
    case 'read':
    case 'env':
    case 'output':
    case 'classified':
      return true;
  }
}
