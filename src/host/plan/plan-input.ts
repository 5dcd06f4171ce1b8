import type { Json } from '../../ir/json.ts';
import { type Reference, referencesIn } from './references.ts';

/** Several operation calls, each of which may take parts of the results before it. */
export interface PlanInput {
  readonly steps: readonly StepInput[];
}

export interface StepInput {
  /** By which later steps refer to it, beside its number from 1. */
  readonly id?: string;
  readonly capability: string;
  readonly input: { readonly [name: string]: Json };
}

export interface Step extends StepInput {
  readonly references: readonly Reference[];
}

export interface PlanProblem {
  /** From 1; null where it is not about one step. */
  readonly step: number | null;
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

export const mostSteps = 50;

/** The steps with their references, or why they are none. Nothing is looked up yet. */
export function readPlan({ steps }: PlanInput): readonly Step[] | PlanProblem {
  if (steps.length === 0) return wrong(null, 'plan/empty', 'the plan has no step');
  if (steps.length > mostSteps) return wrong(null, 'plan/too-long', `the plan has more than ${mostSteps} steps`);
  const names = new Map<string, number>();
  const out: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const number = index + 1;
    const references = referencesIn(step.input);
    if (typeof references === 'string') return wrong(number, 'plan/reference', references);
    for (const reference of references) {
      const target = names.get(reference.step);
      if (target === undefined)
        return wrong(number, 'plan/reference', `\`${reference.text}\` names no step before this one`, howTo);
    }
    names.set(String(number), number);
    if (step.id !== undefined) {
      if (!/^[A-Za-z_][\w-]{0,63}$/.test(step.id))
        return wrong(number, 'plan/step-id', `\`${step.id}\` cannot be the id of a step`);
      if (names.has(step.id)) return wrong(number, 'plan/step-id', `two steps have the id \`${step.id}\``);
      names.set(step.id, number);
    }
    out.push({ ...step, references });
  }
  return out;
}

const howTo = 'write {"$ref": "steps.1.result.id"}: steps are counted from 1, or named by their id';

function wrong(step: number | null, code: string, message: string, remedy?: string): PlanProblem {
  return { step, code, message, ...(remedy === undefined ? {} : { remedy }) };
}
