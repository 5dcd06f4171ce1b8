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
 * Makes a value, with all that it holds, one that many commands have in common: the parts of a call that are the same each time. Frozen,
 * it can be sent to another thread once, and neither its form nor its text need be looked at again.
 */
export function share<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (member !== null && typeof member === 'object') share(member);
  if (!known.has(value)) known.set(Object.freeze(value), {});
  return value;
}

/** Undefined for a value that is not shared. */
export function factsOf(value: object): Facts | undefined {
  return known.get(value);
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

/** Not a name: neither JSON nor a check of members sees it. */
const apart = Symbol('parts');

interface Parts {
  /** Shared. */
  readonly common: object;
  readonly own: object;
}

/** A value with the members of both. It is whole for everybody; whoever sends it away may send the common part once. */
export function compose<Common extends object, Own extends object>(common: Common, own: Own): Common & Own {
  const parts: Parts = { common, own };
  return { ...common, ...own, [apart]: parts };
}

/** What a value was composed of; undefined for any other. */
export function partsOf(value: object): Parts | undefined {
  return (value as { readonly [apart]?: Parts })[apart];
}
