import { loadCapabilities } from '../capabilities/core.ts';
import type { Effect } from '../ir/effect.ts';
import type { Json, Schema } from '../ir/json.ts';
import { type CapabilityJson, capabilityJson } from './capability-json.ts';
import type { Host } from './open-host.ts';
import { operationsOf } from './operations-of.ts';

/** All that a caller needs to call one operation, and what calling it would touch. */
export interface CapabilityDescription extends Partial<CapabilityJson> {
  readonly id: string;
  /** Null for a core capability. */
  readonly skill_id: string | null;
  readonly description: string;
  readonly input_schema: Schema;
  readonly output_schema: Schema | null;
  readonly effects: readonly Effect[] | readonly string[];
  readonly secrets: readonly { readonly name: string; readonly origin: string; readonly slot: string }[];
  readonly estimate: Json;
  readonly approval_reason: string | null;
}

/** Undefined where no skill or core capability has the name. */
export async function describeCapability(host: Host, wanted: string): Promise<CapabilityDescription | undefined> {
  const id = wanted.replace(/^ccos\./, '');
  const core = loadCapabilities().find((one) => one.id === id);
  if (core !== undefined)
    return {
      id,
      skill_id: null,
      description: core.description,
      input_schema: core.input,
      output_schema: null,
      effects: core.effects,
      secrets: [],
      estimate: core.cost,
      approval_reason: null,
    };
  const dot = id.indexOf('.');
  const skill = await operationsOf(host, dot < 0 ? id : id.slice(0, dot));
  const one = skill?.operations.find(({ operation }) => operation.name === id.slice(dot + 1));
  if (skill === undefined || one === undefined) return undefined;
  const { plan, operation } = one;
  const subject = one.state?.approval?.subject;
  return {
    ...capabilityJson(skill.id, one),
    skill_id: skill.id,
    description: operation.description,
    input_schema: plan?.inputs ?? { type: 'object' },
    output_schema: operation.output ?? null,
    effects: subject?.effects ?? plan?.effects ?? [],
    secrets: subject?.secrets ?? plan?.secrets ?? [],
    estimate: plan === undefined ? null : { ...plan.estimate },
    approval_reason: plan?.approvalReason ?? null,
  };
}
