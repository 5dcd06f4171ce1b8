import type { Expr, Target } from '../code.ts';
import { data, each, join, list, literalText, record, type Value } from '../value.ts';
import type { Place } from './machine.ts';
import { memberOf, setIndex, setMember } from './members.ts';
import { itemsOf, partOf } from './parts.ts';

export function assignTo(target: Target, value: Value, place: Place): void {
  const { frame, machine } = place;
  switch (target.kind) {
    case 'name':
      frame.assign(target.name, value);
      return;
    case 'member':
      for (const object of each(machine.evaluate(target.object, frame))) setMember(object, target.name, value, place);
      return;
    case 'index': {
      const key = machine.evaluate(target.key, frame);
      for (const object of each(machine.evaluate(target.object, frame))) setIndex(object, key, value, place);
      return;
    }
    case 'list':
      assignItems(target.items, value, place);
      return;
    case 'record':
      assignEntries(target.entries, value, place);
      return;
    case 'nothing':
      for (const part of target.parts) machine.evaluate(part, frame);
      return;
  }
}

function assignItems(targets: Extract<Target, { kind: 'list' }>['items'], value: Value, place: Place): void {
  const options = each(value).map((one) => itemsOf(one));
  for (const [index, entry] of targets.entries()) {
    if (entry === undefined) continue;
    const given = options.map(({ items, open }): Value => {
      if (entry.rest === true) return list(items.slice(index), open);
      const item = items[index];
      if (item !== undefined && !(open && items.length === 1)) return item;
      return open ? join(items.length === 0 ? [data('an item')] : items) : (items[index] ?? data('a missing item'));
    });
    assignTo(entry.target, withPreset(join(given), entry.preset, place), place);
  }
}

function assignEntries(targets: Extract<Target, { kind: 'record' }>['entries'], value: Value, place: Place): void {
  const taken = new Set<string>();
  for (const { key, target, preset } of targets) {
    const name = key === undefined ? undefined : literalText(place.machine.evaluate(key, place.frame));
    if (name !== undefined) {
      taken.add(name);
      assignTo(target, withPreset(memberOf(value, name, place), preset, place), place);
    } else if (key !== undefined) assignTo(target, partOf(value), place);
    else assignTo(target, without(value, taken), place);
  }
}

function without(value: Value, taken: ReadonlySet<string>): Value {
  return join(
    each(value).map((one) =>
      one.kind === 'record'
        ? record(
            [...one.entries].filter(([name]) => !taken.has(name)),
            one.rest,
          )
        : one,
    ),
  );
}

/** A preset counts where the value is missing, and where nobody knows whether it is. */
function withPreset(value: Value, preset: Expr | undefined, place: Place): Value {
  if (preset === undefined) return value;
  const given = place.machine.evaluate(preset, place.frame);
  const fallback = literalText(given);
  return join(
    each(value).flatMap((one): readonly Value[] => {
      const [piece] = one.kind === 'text' && one.pieces.length === 1 ? one.pieces : [];
      if (piece?.kind === 'env' && fallback !== undefined)
        return [{ kind: 'text', pieces: [{ ...piece, fallback: piece.fallback ?? fallback }] }];
      if (one.kind === 'constant' && one.value === null) return [given];
      return one.kind === 'unknown' ? [one, given] : [one];
    }),
  );
}
