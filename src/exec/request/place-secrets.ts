import type { SecretUse } from '../../ir/plan.ts';
import { type ValueProblem, valueProblem } from '../evaluate/problem.ts';
import type { SecretSlot, SecretText } from '../secret-text.ts';
import type { SecretStandIns, StoodIn } from './secret-stand-ins.ts';

/** Text with its stand-ins as slots. A secret that stands anywhere but where the plan says makes the whole request void. */
export function placeSecrets(
  text: string,
  slotOf: (name: string) => string | undefined,
  standIns: SecretStandIns,
): SecretText | ValueProblem {
  const out: (string | SecretSlot)[] = [];
  for (const part of standIns.split(text)) {
    const placed = typeof part === 'string' ? part : slotFor(part, slotOf);
    if (typeof placed !== 'string' && 'kind' in placed) return placed;
    if (placed !== '') out.push(placed);
  }
  return out;
}

function slotFor({ name, encode }: StoodIn, slotOf: (name: string) => string | undefined): SecretSlot | ValueProblem {
  const slot = slotOf(name);
  if (slot === undefined)
    return valueProblem('secret/not-planned', `the secret \`${name}\` has no such place in the plan`);
  return { secret: name, slot, ...(encode === undefined ? {} : { encode }) };
}

/** The slots of one call, by where they are: the plan's own, and only those of this origin. */
export function plannedSlots(uses: readonly SecretUse[], origin: string) {
  const own = uses.filter((use) => use.origin === origin);
  return {
    exactly: (slot: string) => (name: string) =>
      own.some((use) => use.name === name && use.slot === slot) ? slot : undefined,
    under: (prefix: string) => (name: string) =>
      own.find((use) => use.name === name && use.slot.startsWith(prefix))?.slot,
  };
}
