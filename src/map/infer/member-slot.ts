import { isCredentialField } from '../secret-names.ts';
import type { Slot } from './decide-hole.ts';
import type { PairContext } from './pair-values.ts';

export type BodyContext = Omit<PairContext, 'place'>;

/** The place of a body's member or field. */
export function memberSlot(key: string, pointer: string, encode: Slot['encode'], { origin }: BodyContext): Slot {
  return { id: `body:${pointer}`, credential: isCredentialField(key), origin, encode, where: 'the body' };
}
