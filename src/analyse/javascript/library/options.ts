import type { Place } from '../../run/machine.ts';
import { memberOf } from '../../run/members.ts';
import { each, join, type Value } from '../../value.ts';

/** A member of an options record, or undefined where none of the records it may be has it. */
export function field(options: Value | undefined, name: string, place: Place): Value | undefined {
  if (options === undefined) return undefined;
  const found = each(options).flatMap((one): readonly Value[] => {
    if (one.kind === 'record')
      return one.entries.has(name) ? [memberOf(one, name, place)] : one.rest === undefined ? [] : [one.rest];
    if (one.kind === 'object') return one.state.has(name) ? [memberOf(one, name, place)] : [];
    return one.kind === 'instance' || one.kind === 'unknown' ? [memberOf(one, name, place)] : [];
  });
  return found.length === 0 ? undefined : join(found);
}
