import type { RegisteredOperation } from '../../exec/market/host.ts';
import { call } from '../../exec/market/marketplace.ts';
import type { Json, Schema } from '../../ir/json.ts';
import { coversSession, liveGrants } from '../live-grants.ts';
import type { Host } from '../open-host.ts';
import { type OperationStatus, operationStatus } from '../operation-status.ts';
import type { PlanProblem, Step } from './plan-input.ts';

export interface CheckedStep {
  readonly step: Step;
  readonly operation: RegisteredOperation;
  readonly approval: NonNullable<OperationStatus['approval']>;
  /** What policy says of it. */
  readonly decision: 'allow' | 'ask';
  /** Whether it could be called now, without another answer. */
  readonly covered: boolean;
}

/** Every gate up to the approval, on what is known of the input before the steps before it have run. */
export async function checkStep(
  host: Host,
  step: Step,
  number: number,
  session: string,
): Promise<CheckedStep | PlanProblem> {
  const { capability, input } = step;
  const parameters = new Set(step.references.map(({ parameter }) => parameter));
  const exec = { ...host.exec, operations: { find: (id: string) => findRelaxed(host, id, parameters) } };
  const tried = await call({ capability, input, session, actor: 'agent', dryRun: true }, exec);
  if (tried.outcome !== 'done') {
    const { code, message, remedy } = tried.reason;
    return { step: number, code, message, ...(remedy === undefined ? {} : { remedy }) };
  }
  const found = await host.operations.find(capability);
  if (found.kind !== 'operation') return { step: number, code: 'capability/unknown', message: found.message };
  const { operation } = found;
  const { skill, skillDigest, source, plan } = operation;
  const { approval } = await operationStatus(host, plan, { skill, digest: skillDigest, uri: source });
  if (approval === undefined) throw new Error('an operation that passed the gates has no approval to ask for');
  const { decision } = tried.result as { readonly decision?: Json };
  const covering = coversSession(await liveGrants(host, approval.id, approval.digest), session);
  const asks = decision !== 'allow';
  return { step, operation, approval, decision: asks ? 'ask' : 'allow', covered: !asks || covering !== undefined };
}

/** What a reference stands for is known only when it is there: its parameter is checked then, by the schema as it is. */
async function findRelaxed(host: Host, id: string, parameters: ReadonlySet<string>) {
  const found = await host.operations.find(id);
  if (found.kind !== 'operation' || parameters.size === 0) return found;
  const { operation } = found;
  const plan = { ...operation.plan, inputs: relaxed(operation.plan.inputs, parameters) };
  return { ...found, operation: { ...operation, plan } };
}

function relaxed(schema: Schema, parameters: ReadonlySet<string>): Schema {
  const properties = Object.entries((schema.properties ?? {}) as { readonly [name: string]: Json });
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, own]) => [name, parameters.has(name) ? {} : own])),
  };
}
