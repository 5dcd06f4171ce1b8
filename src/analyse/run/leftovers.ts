import { type FunctionValue, lost, type Value } from '../value.ts';
import { callBack, instantiate } from './call.ts';
import type { Machine, Place } from './machine.ts';
import { plainCall } from './machine.ts';

/**
 * Functions that nothing was seen to call, though something looked them up: whoever did may call them with anything. A function that
 * nothing looks up cannot run.
 */
export function runLeftovers(machine: Machine): void {
  for (let at = 0; at < machine.defined.length && !machine.exhausted; at++) {
    const fn = machine.defined[at];
    if (fn === undefined || machine.reached.has(fn.code)) continue;
    const place: Place = { at: fn.code, frame: fn.frame, machine };
    const self = fn.home === undefined ? undefined : instanceOf(fn, place);
    if (fn.home !== undefined && self === undefined) continue;
    const implicit = fn.home !== undefined && /^(?:__\w+__|toString|toJSON|valueOf|\[computed\])$/.test(fn.code.name);
    if (!implicit && !machine.looked.has(fn.code.name)) continue;
    callBack(
      self === undefined ? fn : { ...fn, self },
      lost('a parameter of a function whose calls are not in the text'),
      place,
      0,
    );
  }
}

/** An object of the method's class, if there can be one. */
function instanceOf({ home }: FunctionValue, place: Place): Value | undefined {
  if (home === undefined) return undefined;
  const known = place.machine.instances.get(home.code);
  if (known !== undefined) return known;
  return place.machine.looked.has(home.code.name) ? instantiate(home, plainCall(place, [], true)) : undefined;
}
