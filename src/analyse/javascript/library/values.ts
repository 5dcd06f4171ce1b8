import { wordValue } from '../../given-variable.ts';
import { argument, computed, type Handler, needed } from '../../library.ts';
import { handOver } from '../../run/call.ts';
import { type Call, plainCall } from '../../run/machine.ts';
import { itemsOf, mergeInto, partOf } from '../../run/parts.ts';
import { base64Decoded, base64Encoded, percentEncoded, queryText, sameText } from '../../text-change.ts';
import { percentEncode } from '../../text-of.ts';
import {
  data,
  each,
  join,
  list,
  literalText,
  namesIn,
  nothing,
  object,
  put,
  record,
  text,
  type Value,
} from '../../value.ts';
import { type OptionSpec, readWords } from '../../words.ts';
import { makeUrl } from './http.ts';
import { field } from './options.ts';

const jsonText: Handler = (call) =>
  object('json', [
    ['value', needed(call, 0)],
    ['text', data('JSON text', namesIn(needed(call, 0)))],
  ]);

/** A record behind methods: `URLSearchParams`, `Headers`, `FormData`, `Map`. */
const keyed =
  (type: string): Handler =>
  (call) => {
    const made = record();
    const given = argument(call, 0);
    if (given !== undefined) for (const one of each(given)) addPairs(made, one);
    return object(type, [['record', made]]);
  };

function addPairs(made: ReturnType<typeof record>, given: Value): void {
  const own = given.kind === 'object' ? (given.state.get('record') ?? nothing) : given;
  if (own.kind !== 'list') mergeInto(made, own);
  for (const pair of own.kind === 'list' ? own.items : []) {
    const [key, value] = pair.kind === 'list' ? pair.items : [];
    const name = key === undefined ? undefined : literalText(key);
    if (name !== undefined && value !== undefined) put(made, name, value);
    else made.rest = value ?? data('a member');
  }
}

const buffer: Handler = (call) => {
  const [given, encoding] = [needed(call, 0), literalText(argument(call, 1) ?? text('utf8'))];
  if (encoding === 'base64' || encoding === 'base64url') return base64Decoded(given);
  const whole = literalText(given);
  if (encoding === 'hex')
    return whole === undefined ? computed(call) : text(Buffer.from(whole, 'hex').toString('latin1'));
  return given.kind === 'text' ? given : sameText(given);
};

const characters: Handler = (call) =>
  call.args.every((one) => one.kind === 'constant' && typeof one.value === 'number')
    ? text(call.args.map((one) => String.fromCharCode(one.kind === 'constant' ? Number(one.value) : 0)).join(''))
    : computed(call);

const promisify: Handler = (call) => needed(call, 0);

const callLater: Handler = (call) => {
  handOver(call, data('an argument of a callback'));
  const [first] = call.args;
  if (first?.kind === 'text') call.machine.language.call('eval', plainCall(call, [first]));
  return data('a timer');
};

const all: Handler = (call) => {
  const found = itemsOf(needed(call, 0));
  return list(found.items, found.open);
};

const assign: Handler = (call) => {
  const [target, ...more] = call.args;
  for (const one of each(target ?? nothing))
    if (one.kind === 'record') for (const given of more) for (const option of each(given)) mergeInto(one, option);
  return target ?? record();
};

/** `util.parseArgs({ options, allowPositionals })` */
const parseArguments: Handler = (call) => {
  const config = argument(call, 0);
  const declared = field(config, 'options', call);
  const specs =
    declared?.kind === 'record' ? [...declared.entries].map(([name, spec]) => specOf(name, spec, call)) : [];
  const words = field(config, 'args', call) === undefined ? call.machine.host.source.words : undefined;
  const given = words?.map(wordValue);
  const read = readWords(specs, given, false);
  const rest = read.rest === undefined ? list([data('an argument')], true) : list(read.rest);
  return record([
    ['values', record(read.values)],
    ['positionals', rest],
    ['tokens', data('words')],
  ]);
};

function specOf(name: string, spec: Value, call: Call): OptionSpec {
  const of = (key: string) => field(spec, key, call);
  const short = literalText(of('short') ?? nothing);
  return {
    names: [`--${name}`, ...(short === undefined ? [] : [`-${short}`])],
    key: name,
    positional: false,
    takesValue: literalText(of('type') ?? text('string')) === 'string',
    many: literalText(of('multiple') ?? nothing) === 'true',
    preset: of('default') ?? nothing,
    made: (word) => word,
  };
}

const bind: Handler = (call) => needed(call, 0);

export const valueHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['JSON.stringify', jsonText],
  [
    'JSON.parse',
    (call) => {
      const given = needed(call, 0);
      return given.kind === 'object' && given.type === 'json'
        ? (given.state.get('value') ?? data('JSON'))
        : computed(call, 'data');
    },
  ],
  ['String', (call) => (call.args.length === 0 ? text('') : sameText(needed(call, 0)))],
  ['String.fromCharCode', characters],
  ['String.fromCodePoint', characters],
  ['String.raw', (call) => (call.args.length === 1 ? needed(call, 0) : computed(call))],
  ['encodeURIComponent', (call) => percentEncoded(needed(call, 0), percentEncode)],
  ['encodeURI', (call) => sameText(needed(call, 0))],
  ['escape', (call) => percentEncoded(needed(call, 0), percentEncode)],
  ['querystring.escape', (call) => percentEncoded(needed(call, 0), percentEncode)],
  ['querystring.stringify', (call) => queryText(needed(call, 0))],
  ['qs.stringify', (call) => queryText(needed(call, 0))],
  ['btoa', (call) => base64Encoded(needed(call, 0))],
  ['atob', (call) => base64Decoded(needed(call, 0))],
  ['Buffer.from', buffer],
  ['buffer.Buffer.from', buffer],
  ['URL', makeUrl],
  ['url.URL', makeUrl],
  ['URLSearchParams', keyed('search')],
  ['url.URLSearchParams', keyed('search')],
  ['Headers', keyed('headers')],
  ['node-fetch.Headers', keyed('headers')],
  ['undici.Headers', keyed('headers')],
  ['FormData', keyed('form')],
  ['form-data', keyed('form')],
  ['undici.FormData', keyed('form')],
  ['Map', keyed('map')],
  ['RegExp', (call) => object('regex', [['source', argument(call, 0) ?? text('')]])],
  ['Object.assign', assign],
  ['Object.freeze', bind],
  ['Object.seal', bind],
  ['structuredClone', bind],
  ['Object.entries', (call) => entriesOf(needed(call, 0))],
  ['Object.values', (call) => list([partOf(needed(call, 0))], true)],
  ['Object.keys', all],
  [
    'Object.fromEntries',
    (call) => {
      const made = record();
      for (const one of each(needed(call, 0))) addPairs(made, one);
      return made;
    },
  ],
  ['Array', (call) => list(call.args, true)],
  [
    'Array.from',
    (call) => {
      const [from, fn] = call.args;
      const found = itemsOf(from ?? list([]));
      if (fn === undefined) return list(found.items, found.open);
      return list(
        [
          call.machine.call(
            fn,
            plainCall(call, [join(found.items.length === 0 ? [data('an item')] : found.items), data('a number')]),
          ),
        ],
        true,
      );
    },
  ],
  ['Array.of', (call) => list(call.args, call.open)],
  ['Set', (call) => (call.args[0] === undefined ? list([]) : all(call))],
  [
    'Promise',
    (call) => {
      handOver(call, data('a callback'));
      return data('a promise');
    },
  ],
  ...['Promise.all', 'Promise.allSettled', 'Promise.any', 'Promise.race'].map((name) => [name, all] as const),
  ['Promise.resolve', (call) => argument(call, 0) ?? nothing],
  ['Promise.reject', computed],
  ['Boolean', computed],
  ['Number', computed],
  ['util.promisify', promisify],
  ['util.parseArgs', parseArguments],
  ...[
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
    'process.nextTick',
    'timers.setTimeout',
    'timers/promises.setTimeout',
    'timers.setInterval',
  ].map((name) => [name, callLater] as const),
]);

function entriesOf(value: Value): Value {
  return join(
    each(value).map((one): Value => {
      if (one.kind !== 'record') return list([list([data('a key'), partOf(one)])], true);
      const rest: readonly Value[] = one.rest === undefined ? [] : [list([data('a key'), one.rest])];
      return list(
        [...[...one.entries].map(([key, member]) => list([text(key), member])), ...rest],
        one.rest !== undefined,
      );
    }),
  );
}
