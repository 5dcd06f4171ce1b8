import { isAdmitted } from './admit.ts';
import { isEnabled } from './enabled.ts';
import type { Gate } from './gate.ts';
import { isValidInput } from './input.ts';
import { isKnown } from './known.ts';
import { isAllowed } from './policy.ts';
import { areSecretsPresent } from './secrets.ts';
import { areSettingsSet } from './settings.ts';

/**
 * Every call passes all of them, in this order:
 * what it is before what it is given; both before anybody is asked, so that a question is only put for a call that could run;
 * secrets before the intent, so that a call which cannot run costs no approval and no budget;
 * the intent last, durable: behind it lies the effect.
 */
export const gates: readonly Gate[] = Object.freeze([
  isKnown,
  isEnabled,
  isValidInput,
  areSettingsSet,
  isAllowed,
  areSecretsPresent,
  isAdmitted,
]);
