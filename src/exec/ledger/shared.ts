import type { Json } from '../../ir/json.ts';
import type { Shape } from '../../ir/shape.ts';

/** What was found out about a shared value once. It cannot change, so that stays true. */
export interface Facts {
  /** Its canonical text. */
  text?: string;
  /** A shape that it has. */
  shape?: Shape<unknown>;
}

const known = new WeakMap<object, Facts>();

/**
 * Makes a value one that many commands hold: the parts of a call that are the same each time. Deeply frozen, it can be sent to another
 * thread once, and neither its form nor its text need be looked at again.
 */
export function share<T extends object>(value: T): T {
  freeze(value);
  if (!known.has(value)) known.set(value, {});
  return value;
}

/** Undefined for a value that is not shared. */
export function factsOf(value: object): Facts | undefined {
  return known.get(value);
}

function freeze(value: object): void {
  for (const member of Object.values(value)) if (member !== null && typeof member === 'object') freeze(member);
  Object.freeze(value);
}

/** As `shape`, asked only once of a value that is shared. */
export function once<T>(shape: Shape<T>): Shape<T> {
  return (value: Json | undefined, depth) => {
    const facts = value !== null && typeof value === 'object' ? known.get(value) : undefined;
    if (facts?.shape === shape) return undefined;
    const wrong = shape(value, depth);
    if (facts !== undefined && wrong === undefined) facts.shape = shape;
    return wrong;
  };
}
