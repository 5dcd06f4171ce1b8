import { argument, computed, type Handler, needed } from '../../library.ts';
import { type Call, plainCall } from '../../run/machine.ts';
import { itemsOf, partOf } from '../../run/parts.ts';
import { base64Decoded, base64Encoded, percentEncoded, queryText, sameText } from '../../text-change.ts';
import { concat, mapTexts, percentEncode } from '../../text-of.ts';
import {
  data,
  list,
  literalText,
  namesIn,
  nothing,
  object,
  pieceNames,
  record,
  text,
  type Value,
} from '../../value.ts';

/** Text that holds the JSON of a value: its members are still known. */
export function jsonText(value: Value): Value {
  return object('json', [
    ['value', value],
    ['text', data('JSON text', namesIn(value))],
  ]);
}

const urlJoin: Handler = (call) => {
  const [base, path] = [needed(call, 0, 'base'), needed(call, 1, 'url')];
  const written = literalText(path);
  if (written !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return path;
  return mapTexts(base, (parts) => {
    const start = parts[0]?.kind === 'literal' ? parts[0].value : '';
    const origin = /^(https?:\/\/[^/?#]+)(\/[^?#]*)?/i.exec(start);
    // What is not known may itself be a whole address.
    if (written === undefined || origin === null || written.startsWith('//')) {
      const [first] = path.kind === 'text' ? path.pieces : [];
      const rooted = first?.kind === 'literal' && /^\/(?!\/)/.test(first.value);
      if (rooted && origin !== null) return concat([text(origin[1] ?? ''), path]);
      return data('an address put together when it runs', [...pieceNames(parts), ...namesIn(path)]);
    }
    if (written.startsWith('/')) return text(`${origin[1]}${written}`);
    if (parts.length > 1) return data('an address put together when it runs', pieceNames(parts));
    const folder = (origin[2] ?? '/').replace(/[^/]*$/, '');
    return text(`${origin[1]}${folder}${written}`);
  });
};

const partial: Handler = (call) => {
  const [fn, ...given] = call.args;
  if (fn?.kind === 'function') return { ...fn, given: [...(fn.given ?? []), ...given] };
  return fn ?? data('a function');
};

/** A slash stays one unless `safe` says otherwise. */
const quote: Handler = (call) => {
  const given = needed(call, 0, 'string');
  const safe = argument(call, 1, 'safe');
  if (safe !== undefined && literalText(safe) === '') return percentEncoded(given, percentEncode);
  return changedEnds(given);
};

function changedEnds(value: Value): Value {
  const whole = literalText(value);
  return whole === undefined ? sameText(value) : text(percentEncode(whole).replaceAll('%2F', '/'));
}

const quotePlus: Handler = (call) => percentEncoded(needed(call, 0, 'string'), percentEncode);

const fromHex: Handler = (call) => {
  const whole = literalText(needed(call, 0));
  return whole === undefined ? computed(call) : text(Buffer.from(whole.replace(/\s/g, ''), 'hex').toString('latin1'));
};

const codecsDecode: Handler = (call) => {
  const [given, encoding] = [needed(call, 0), literalText(argument(call, 1, 'encoding') ?? text('utf-8'))];
  const whole = literalText(given);
  if (whole !== undefined && encoding !== undefined && /^rot_?13$/i.test(encoding))
    return text(
      whole.replace(/[a-z]/gi, (letter) =>
        String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)),
      ),
    );
  if (encoding === 'base64') return base64Decoded(given);
  if (encoding === 'hex') return fromHex(call);
  return encoding !== undefined && /^utf-?8$/i.test(encoding) ? sameText(given) : computed(call);
};

const anyItem: Handler = (call) => partOf(needed(call, 0, 'seq', 'population'));

const defaults: Handler = (call) => {
  const factory = argument(call, 0);
  const made = record();
  if (factory !== undefined) made.rest = call.machine.call(factory, plainCall(call, []));
  return made;
};

const chained: Handler = (call) => {
  const all = call.args.map(itemsOf);
  return list(
    all.flatMap(({ items }) => items),
    all.some(({ open }) => open),
  );
};

/** Functions without effects whose results still say something. */
export const valueHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['json.dumps', (call) => jsonText(needed(call, 0, 'obj'))],
  ['json.dump', () => nothing],
  ['orjson.dumps', (call) => jsonText(needed(call, 0))],
  ['urllib.parse.urljoin', urlJoin],
  ['urllib.parse.quote', quote],
  ['urllib.parse.quote_plus', quotePlus],
  ['urllib.parse.urlencode', (call) => queryText(needed(call, 0, 'query'))],
  ['requests.utils.quote', quote],
  ...['b64encode', 'urlsafe_b64encode', 'standard_b64encode', 'encodebytes'].map(
    (name) => [`base64.${name}`, ((call: Call) => base64Encoded(needed(call, 0, 's'))) as Handler] as const,
  ),
  ...['b64decode', 'urlsafe_b64decode', 'standard_b64decode', 'decodebytes'].map(
    (name) => [`base64.${name}`, ((call: Call) => base64Decoded(needed(call, 0, 's'))) as Handler] as const,
  ),
  ['bytes.fromhex', fromHex],
  ['bytearray.fromhex', fromHex],
  ['binascii.unhexlify', fromHex],
  ['codecs.decode', codecsDecode],
  ['codecs.encode', codecsDecode],
  ['functools.partial', partial],
  [
    'dataclasses.field',
    (call) => {
      const factory = argument(call, -1, 'default_factory');
      if (factory !== undefined) return call.machine.call(factory, plainCall(call, []));
      return argument(call, -1, 'default') ?? data('a field');
    },
  ],
  ['functools.wraps', () => data('a decorator')],
  ['textwrap.dedent', (call) => sameText(needed(call, 0, 'text'))],
  ['copy.copy', (call) => needed(call, 0)],
  ['copy.deepcopy', (call) => needed(call, 0)],
  ['random.choice', anyItem],
  ['secrets.choice', anyItem],
  ['itertools.chain', chained],
  ['itertools.chain.from_iterable', (call) => list([partOf(partOf(needed(call, 0)))], true)],
  ['collections.OrderedDict', (call) => call.machine.language.call('dict', call)],
  ['collections.defaultdict', defaults],
  ['collections.deque', (call) => call.machine.language.call('list', call)],
  ['types.SimpleNamespace', (call) => object('namespace', call.named)],
  [
    'shlex.split',
    (call) => {
      const whole = literalText(needed(call, 0, 's'));
      return whole === undefined || /["'\\]/.test(whole)
        ? list([computed(call)], true)
        : list(whole.trim().split(/\s+/).map(text));
    },
  ],
  ['shlex.quote', computed],
  ['typing.cast', (call) => needed(call, 1)],
  ['tqdm.tqdm', (call) => needed(call, 0, 'iterable')],
  ['tqdm.auto.tqdm', (call) => needed(call, 0, 'iterable')],
]);
