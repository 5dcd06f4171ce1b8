import type { PlanInput } from '../host/index.ts';
import type { Json, Schema } from '../index.ts';
import { listOf, object, someObject, text } from './schemas.ts';

export const stepsSchema: Schema = {
  ...listOf(
    object(
      {
        id: text('by which later steps refer to it; they also have numbers from 1'),
        capability: text('skill.operation'),
        params: {
          ...someObject,
          description:
            'its parameters; {"$ref": "steps.1.result.id"} anywhere in them stands for a part of what an earlier step gave',
        },
      },
      ['capability'],
    ),
  ),
  minItems: 1,
  maxItems: 50,
};

/** The argument has passed the schema. */
export function planOf(argument: Json): PlanInput {
  const { steps } = argument as unknown as {
    readonly steps: readonly { readonly id?: string; readonly capability: string; readonly params?: PlanParams }[];
  };
  return {
    steps: steps.map(({ id, capability, params = {} }) => ({
      ...(id === undefined ? {} : { id }),
      capability,
      input: params,
    })),
  };
}

type PlanParams = { readonly [name: string]: Json };
