import { argument, needed } from '../../library.ts';
import { handOver } from '../../run/call.ts';
import type { Call } from '../../run/machine.ts';
import { itemsOf, mergeInto, partOf } from '../../run/parts.ts';
import {
  data,
  each,
  join,
  type ListValue,
  list,
  literalText,
  namesIn,
  nothing,
  put,
  type RecordValue,
  record,
  text,
  type Value,
} from '../../value.ts';

export function listMethod(own: ListValue, name: string, call: Call): Value {
  switch (name) {
    case 'append':
    case 'add':
    case 'appendleft':
      own.items.push(needed(call, 0));
      return nothing;
    case 'extend':
    case 'update': {
      const more = itemsOf(needed(call, 0));
      own.items.push(...more.items);
      own.open ||= more.open;
      return nothing;
    }
    case 'insert':
      own.items.push(needed(call, 1));
      own.open = true;
      return nothing;
    case 'pop':
    case 'popleft':
      return own.items.length === 0 ? data('an item') : partOf(own);
    case 'copy':
      return list(own.items, own.open);
    case 'sort':
    case 'reverse':
      own.open = true;
      handOver(call, data('an item'));
      return nothing;
    default:
      return data('a part of a list', own.items.flatMap(namesIn));
  }
}

export function recordMethod(own: RecordValue, name: string, call: Call): Value {
  switch (name) {
    case 'get':
    case 'pop':
    case 'setdefault': {
      const key = needed(call, 0);
      const preset = argument(call, 1, 'default');
      const found = each(key).map((one): Value | undefined => {
        const written = literalText(one);
        return written === undefined ? partOf(own) : (own.entries.get(written) ?? own.rest);
      });
      const missing = found.some((one) => one === undefined);
      const known = found.filter((one) => one !== undefined);
      const value = join([...known, ...(missing || name === 'get' ? [preset ?? nothing] : [])]);
      const written = literalText(key);
      if (name === 'setdefault' && written !== undefined && !own.entries.has(written)) put(own, written, value);
      return known.length > 0 && preset === undefined ? join(known) : value;
    }
    case 'update':
      for (const one of call.args) for (const option of each(one)) mergeInto(own, option);
      mergeInto(own, record(call.named));
      return nothing;
    case 'copy':
      return record(own.entries, own.rest);
    case 'items':
      return list(
        [...[...own.entries].map(([key, value]) => list([text(key), value])), ...restPair(own)],
        own.rest !== undefined,
      );
    case 'values':
      return list([...own.entries.values(), ...(own.rest === undefined ? [] : [own.rest])], own.rest !== undefined);
    case 'keys':
      return list([...own.entries.keys()].map(text), own.rest !== undefined);
    default:
      return data('a part of a record');
  }
}

function restPair({ rest }: RecordValue): readonly Value[] {
  return rest === undefined ? [] : [list([data('a key'), rest])];
}

export const listMethods =
  /^(?:append|add|appendleft|extend|update|insert|pop|popleft|copy|sort|reverse|remove|discard|clear|index|count|union|intersection|difference|issubset)$/;
export const recordMethods = /^(?:get|pop|setdefault|update|copy|items|values|keys|clear|popitem|fromkeys)$/;
