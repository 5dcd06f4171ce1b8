import { argument, computed, type Handler, needed, undecided } from '../../library.ts';
import { handOver } from '../../run/call.ts';
import { type Call, plainCall } from '../../run/machine.ts';
import { setMember } from '../../run/members.ts';
import { itemsOf, mergeInto, partOf } from '../../run/parts.ts';
import { sameText } from '../../text-change.ts';
import { data, each, join, list, literalText, nothing, object, put, record, text, type Value } from '../../value.ts';

const firstList: Handler = (call) => {
  const given = argument(call, 0);
  handOver({ ...call, args: call.args.slice(1) }, data('an item'));
  if (given === undefined) return list([]);
  const found = itemsOf(given);
  return list(found.items, found.open);
};

const mapped: Handler = (call) => {
  const [fn, ...lists] = call.args;
  if (fn === undefined) return list([], true);
  const columns = lists.map(itemsOf);
  const [first] = columns;
  if (columns.length === 1 && first !== undefined && !first.open && first.items.length <= 32)
    return list(first.items.map((item) => call.machine.call(fn, plainCall(call, [item]))));
  const args = columns.map(({ items }) => (items.length === 0 ? data('an item') : join(items)));
  return list([call.machine.call(fn, plainCall(call, args))], true);
};

const filtered: Handler = (call) => {
  const [fn, from] = call.args;
  if (fn !== undefined && from !== undefined) call.machine.call(fn, plainCall(call, [partOf(from)]));
  return from === undefined ? list([], true) : list(itemsOf(from).items, true);
};

const enumerated: Handler = (call) => {
  const found = itemsOf(needed(call, 0));
  return list(
    found.items.map((item) => list([data('a number'), item])),
    found.open,
  );
};

const zipped: Handler = (call) => {
  const columns = call.args.map(itemsOf);
  const open = call.open || columns.some((column) => column.open);
  if (open) return list([list(columns.map(({ items }) => (items.length === 0 ? data('an item') : join(items))))], true);
  const rows = Math.min(...columns.map(({ items }) => items.length));
  return list(
    Array.from({ length: Number.isFinite(rows) ? rows : 0 }, (_, at) =>
      list(columns.map(({ items }) => items[at] ?? nothing)),
    ),
  );
};

const dictionary: Handler = (call) => {
  const made = record();
  for (const given of call.args)
    for (const one of each(given)) {
      if (one.kind !== 'list') mergeInto(made, one);
      else for (const pair of one.items) addPair(made, pair);
    }
  mergeInto(made, record(call.named));
  return made;
};

function addPair(made: ReturnType<typeof record>, pair: Value): void {
  const [key, value] = pair.kind === 'list' ? pair.items : [];
  const name = key === undefined ? undefined : literalText(key);
  if (name !== undefined && value !== undefined) put(made, name, value);
  else made.rest = value ?? data('a member');
}

const character: Handler = (call) => {
  const code = needed(call, 0);
  return code.kind === 'constant' && typeof code.value === 'number'
    ? text(String.fromCodePoint(Math.min(Math.max(0, code.value), 0x10ffff)))
    : data('a character');
};

const textOfValue: Handler = (call) => (call.args.length === 0 ? text('') : sameText(needed(call, 0, 'object')));

/** Prints and reads; nothing of it leaves the run. */
const harmless = [
  'print',
  'len',
  'int',
  'float',
  'bool',
  'abs',
  'round',
  'divmod',
  'pow',
  'hash',
  'id',
  'ord',
  'hex',
  'oct',
  'bin',
  'repr',
  'ascii',
  'format',
  'isinstance',
  'issubclass',
  'callable',
  'hasattr',
  'input',
  'range',
  'slice',
  'complex',
  'exit',
  'quit',
  'help',
  'object',
  'dir',
  'delattr',
  'property',
  'staticmethod',
  'classmethod',
  'memoryview',
  'sum',
  'any',
  'all',
  'aiter',
  'anext',
  'NotImplemented',
  'Ellipsis',
];

const items = (call: Call): Value => {
  const [first, ...more] = call.args;
  handOver({ ...call, args: [] }, data('an item'));
  if (first === undefined) return data('an item');
  return more.length > 0 ? join(call.args) : partOf(first);
};

export const builtinHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...harmless.map((name) => [name, ((call) => computed(call)) as Handler] as const),
  ['str', textOfValue],
  ['bytes', textOfValue],
  ['bytearray', textOfValue],
  ...['list', 'tuple', 'set', 'frozenset', 'sorted', 'reversed', 'iter'].map((name) => [name, firstList] as const),
  ['next', items],
  ['min', items],
  ['max', items],
  ['map', mapped],
  ['filter', filtered],
  ['enumerate', enumerated],
  ['zip', zipped],
  ['dict', dictionary],
  ['chr', character],
  [
    'type',
    (call) => {
      handOver(call, data('an argument of a callback'));
      if (call.args.length > 1 || call.open) undecided(call, 'code', 'it makes a class when it runs');
      return computed(call);
    },
  ],
  [
    'setattr',
    (call) => {
      const name = literalText(needed(call, 1));
      const of = needed(call, 0);
      if (name !== undefined) for (const one of each(of)) setMember(one, name, needed(call, 2), call);
      else undecided(call, 'code', 'which member it sets is decided when it runs');
      return nothing;
    },
  ],
  ['super', (call) => call.frame.lookup('*home*') ?? object('super')],
]);
