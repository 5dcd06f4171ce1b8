import { argument, computed, needed } from '../../library.ts';
import { handOver } from '../../run/call.ts';
import { type Call, plainCall } from '../../run/machine.ts';
import { sliceOf } from '../../run/members.ts';
import { itemOf, itemsOf, partOf } from '../../run/parts.ts';
import { changedLiteral, queryText, sameText, trimmed } from '../../text-change.ts';
import { concat, mapTexts } from '../../text-of.ts';
import {
  data,
  each,
  join,
  type ListValue,
  list,
  literalText,
  namesIn,
  nothing,
  type ObjectValue,
  pieceNames,
  put,
  record,
  text,
  type Value,
} from '../../value.ts';

/** Methods of strings. */
export function textMethod(own: Value, name: string, call: Call): Value {
  switch (name) {
    case 'trim':
      return trimmed(own, 'both');
    case 'trimStart':
      return trimmed(own, 'start');
    case 'trimEnd':
      return trimmed(own, 'end');
    case 'toString':
      return literalText(argument(call, 0) ?? nothing) === 'base64' ? encoded(own) : sameText(own);
    case 'valueOf':
    case 'normalize':
      return sameText(own);
    case 'toLowerCase':
      return changedLiteral(own, (whole) => whole.toLowerCase());
    case 'toUpperCase':
      return changedLiteral(own, (whole) => whole.toUpperCase());
    case 'concat':
      return concat([own, ...call.args]);
    case 'replace':
    case 'replaceAll':
      return replaced(own, call);
    case 'split':
      return split(own, call);
    case 'slice':
    case 'substring':
      return sliceOf(own, [call.args[0], call.args[1]]);
    case 'repeat':
    case 'padStart':
    case 'padEnd':
      return data('a changed text', namesIn(own));
    default:
      handOver(call, data('a part of a text'));
      return data('a part of a text', [...namesIn(own), ...namesIn(computed(call))]);
  }
}

function encoded(own: Value): Value {
  return mapTexts(own, (parts) => {
    const whole = literalText({ kind: 'text', pieces: parts });
    return whole === undefined
      ? { kind: 'text', pieces: [{ kind: 'base64', pieces: parts }] }
      : text(Buffer.from(whole, 'latin1').toString('base64'));
  });
}

/** `x.replace(/\/+$/, '')` takes slashes off; other patterns are not run here. */
function replaced(own: Value, call: Call): Value {
  const [mark, by] = [needed(call, 0), needed(call, 1)];
  handOver(call, data('a match'));
  const pattern =
    mark.kind === 'object' && mark.type === 'regex' ? literalText(mark.state.get('source') ?? nothing) : undefined;
  if (pattern !== undefined && /^\\?\/[+*]?\$$/.test(pattern) && literalText(by) === '')
    return trimmed(own, 'end', '/');
  if (pattern !== undefined && /^\^\\?\/[+*]?$/.test(pattern) && literalText(by) === '')
    return trimmed(own, 'start', '/');
  const written = mark.kind === 'text' ? literalText(mark) : undefined;
  return mapTexts(own, (parts) => {
    const whole = literalText({ kind: 'text', pieces: parts });
    if (written === undefined || written === '' || whole === undefined)
      return data('a changed text', [...pieceNames(parts), ...namesIn(by)]);
    return concat(whole.split(written).flatMap((piece, index) => (index === 0 ? [text(piece)] : [by, text(piece)])));
  });
}

function split(own: Value, call: Call): Value {
  const mark = literalText(needed(call, 0));
  const options = each(own).map(literalText);
  const [whole] = options;
  if (options.length !== 1 || whole === undefined || mark === undefined)
    return list([data('a part of a text', namesIn(own))], true);
  return list(whole.split(mark).map(text));
}

/** Methods of arrays and sets. */
export function listMethod(own: ListValue, name: string, call: Call): Value {
  const item = () => itemOf(own);
  const [fn] = call.args;
  const withItem = (value: Value) =>
    fn === undefined ? nothing : call.machine.call(fn, plainCall(call, [value, data('a number'), own]));
  switch (name) {
    case 'push':
    case 'unshift':
    case 'add':
      own.items.push(...call.args);
      if (name === 'unshift') own.open = true;
      return data('a number');
    case 'map':
    case 'flatMap': {
      const known = !own.open && own.items.length <= 32;
      const made = known ? own.items.map(withItem) : [withItem(item())];
      return name === 'map'
        ? list(made, !known)
        : list(
            made.flatMap((one) => itemsOf(one).items),
            true,
          );
    }
    case 'forEach':
    case 'some':
    case 'every':
    case 'findIndex':
      withItem(item());
      return data('a computed value');
    case 'filter':
    case 'toSorted':
    case 'sort':
      withItem(item());
      return list(own.items, true);
    case 'find':
    case 'findLast':
      withItem(item());
      return item();
    case 'reduce':
    case 'reduceRight': {
      const start = argument(call, 1);
      const once =
        fn === undefined
          ? nothing
          : call.machine.call(fn, plainCall(call, [start ?? item(), item(), data('a number'), own]));
      const twice =
        fn === undefined ? nothing : call.machine.call(fn, plainCall(call, [once, item(), data('a number'), own]));
      return twice.kind === 'text' ? data('a joined text', namesIn(twice)) : twice;
    }
    case 'join': {
      const glue = argument(call, 0) ?? text(',');
      if (own.open) return data('a joined text', [...own.items.flatMap(namesIn), ...namesIn(glue)]);
      return concat(own.items.flatMap((one, index) => (index === 0 ? [one] : [glue, one])));
    }
    case 'concat': {
      const more = call.args.map((one) =>
        one.kind === 'list' ? itemsOf(one) : { items: [one], open: one.kind === 'unknown' },
      );
      return list([...own.items, ...more.flatMap(({ items }) => items)], own.open || more.some(({ open }) => open));
    }
    case 'slice':
      return sliceOf(own, [call.args[0], call.args[1]]);
    case 'reverse':
    case 'toReversed':
      return own.open ? own : list([...own.items].reverse());
    case 'flat':
      return list(
        own.items.flatMap((one) => (one.kind === 'list' ? one.items : [one])),
        true,
      );
    case 'entries':
      return list([list([data('a number'), item()])], true);
    case 'values':
    case 'splice':
    case 'keys':
      return list(own.items, true);
    case 'at':
    case 'pop':
    case 'shift': {
      const at = name === 'at' ? argument(call, 0) : undefined;
      const known =
        at?.kind === 'constant' && typeof at.value === 'number' && !own.open ? own.items.at(at.value) : undefined;
      if (name === 'shift' && !own.open && own.items.length > 0) {
        const first = own.items.shift() ?? nothing;
        own.open = true;
        own.items.push(first);
        return first;
      }
      return known ?? item();
    }
    default:
      handOver(call, item());
      return data('a part of a list', own.items.flatMap(namesIn));
  }
}

/** `URLSearchParams`, `Headers`, `FormData`, `Map`. */
export function keyedMethod(own: ObjectValue, name: string, call: Call): Value {
  const inside = own.state.get('record');
  const members = inside?.kind === 'record' ? inside : record();
  const key = call.args[0] === undefined ? undefined : literalText(call.args[0]);
  switch (name) {
    case 'set':
    case 'append': {
      const value = needed(call, 1);
      if (key === undefined) members.rest = join([...(members.rest === undefined ? [] : [members.rest]), value]);
      else put(members, key, value);
      return own;
    }
    case 'get':
      return (key === undefined ? undefined : members.entries.get(key)) ?? partOf(members);
    case 'toString':
      return own.type === 'search' ? queryText(members) : data('a text');
    case 'entries':
      return list(
        [...members.entries].map(([one, value]) => list([text(one), value])),
        members.rest !== undefined,
      );
    case 'values':
      return list([...members.entries.values()], true);
    case 'forEach':
      handOver(call, partOf(members));
      return nothing;
    default:
      return data('a part of a record');
  }
}
