import type { Json } from '../../ir/json.ts';
import type { Plan } from '../../ir/plan.ts';
import { type InputCheck, inputCheck } from '../input/check-input.ts';
import { plainCopy } from '../ledger/plain-copy.ts';
import { known } from '../market/ask.ts';
import type { Gate } from './gate.ts';

/** Compiling a schema costs more than checking with it; a plan is checked many times. */
const checks = new WeakMap<Plan, InputCheck>();

export const isValidInput: Gate = (progress) => {
  const { plan } = known(progress.operation, 'known');
  const check = checks.get(plan) ?? inputCheck(plan.inputs);
  checks.set(plan, check);
  // A copy, so that nobody changes what was checked while the call waits for its turn.
  const given = plainCopy(progress.ask.input);
  const checked = check(given);
  if (checked.kind === 'refused') return { how: 'denied', reason: checked.reason };
  progress.inputs = checked.inputs;
  progress.given = given as { readonly [name: string]: Json };
  return undefined;
};
