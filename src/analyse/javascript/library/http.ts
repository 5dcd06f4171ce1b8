import { argument, type Handler, needed, sends } from '../../library.ts';
import { joinPath } from '../../path-text.ts';
import { handOver } from '../../run/call.ts';
import { type Call, foundAt } from '../../run/machine.ts';
import { mergeInto } from '../../run/parts.ts';
import { concat } from '../../text-of.ts';
import {
  covered,
  data,
  each,
  join,
  list,
  literalText,
  type ObjectValue,
  object,
  record,
  text,
  type Value,
} from '../../value.ts';
import { field } from './options.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

/** `fetch(url, { method, headers, body })` */
export const fetch: Handler = (call) => {
  const given = needed(call, 0);
  const init = argument(call, 1);
  const source = given.kind === 'object' && given.type === 'request' ? given : undefined;
  const of = (name: string) => field(init, name, call) ?? source?.state.get(name);
  send(call, source?.state.get('url') ?? given, of('method'), [of('headers')], [], [of('body')]);
  return data('an answer');
};

function send(
  call: Call,
  url: Value,
  method: Value | undefined,
  headers: readonly (Value | undefined)[],
  query: readonly (Value | undefined)[],
  body: readonly (Value | undefined)[],
  auth?: Value,
): void {
  for (const one of each(url)) {
    const search = one.kind === 'object' && one.type === 'url' ? [one.state.get('search')] : [];
    sends(call, { method: method ?? text('GET'), url: one, headers, query: [...query, ...search], body, auth });
  }
}

const request: Handler = (call) => {
  const init = argument(call, 1);
  const of = (name: string) => field(init, name, call) ?? record();
  return object('request', [
    ['url', needed(call, 0)],
    ['method', field(init, 'method', call) ?? text('GET')],
    ['headers', of('headers')],
    ['body', of('body')],
  ]);
};

/** axios, got, ky and their like: options with a base, defaults and a body. */
export function clientObject(options: Value | undefined): ObjectValue {
  return object('http-client', [
    ['options', options ?? record()],
    [
      'defaults',
      record([
        [
          'headers',
          record([
            ['common', record()],
            ['post', record()],
          ]),
        ],
      ]),
    ],
  ]);
}

const create: Handler = (call) => clientObject(argument(call, 0));

export function sendOptions(
  call: Call,
  url: Value | undefined,
  method: Value | undefined,
  options: Value | undefined,
  body: Value | undefined,
  client?: ObjectValue,
): Value {
  const base = client?.state.get('options');
  const of = (name: string) => field(options, name, call) ?? field(base, name, call);
  const both = (name: string) => [field(base, name, call), field(options, name, call)];
  const path = url ?? of('url') ?? data('an address that is not in the text');
  const root = of('baseURL') ?? of('prefixUrl') ?? of('baseUrl');
  const whole = root === undefined ? path : withBase(root, path);
  const defaults = client?.state.get('defaults');
  const headers = defaults?.kind === 'record' ? defaults.entries.get('headers') : undefined;
  const common = headers?.kind === 'record' ? [...headers.entries.values(), headers] : [];
  send(
    call,
    whole,
    method ?? of('method'),
    [...common, ...both('headers')],
    [...both('params'), ...both('searchParams'), ...both('query')],
    [body, of('data'), of('json'), of('form'), of('body')],
    of('auth'),
  );
  return data('an answer');
}

function withBase(base: Value, path: Value): Value {
  const written = literalText(path);
  if (written !== undefined && /^https?:\/\//i.test(written)) return path;
  const before = literalText(base);
  const slash =
    before?.endsWith('/') === true || written?.startsWith('/') === true || written === ''
      ? ''
      : written === undefined
        ? ''
        : '/';
  return concat([base, text(slash), path]);
}

/** `axios(config)`, `axios(url, config)` */
const plain: Handler = (call) => callClient(call, undefined);

export function callClient(call: Call, client: ObjectValue | undefined): Value {
  const [first, second] = call.args;
  const addressed = first !== undefined && each(first).some((one) => one.kind !== 'record');
  return addressed
    ? sendOptions(call, first, undefined, second, undefined, client)
    : sendOptions(call, undefined, undefined, first, undefined, client);
}

/** `axios.post(url, data, config)`; got and ky have everything in their options. */
function verb(call: Call, name: string, withBody: boolean, client?: ObjectValue): Value {
  const method = text(name.toUpperCase());
  const carries = withBody && /^(?:post|put|patch)$/.test(name);
  return carries
    ? sendOptions(call, needed(call, 0), method, argument(call, 2), argument(call, 1), client)
    : sendOptions(call, needed(call, 0), method, argument(call, 1), undefined, client);
}

export function clientMethod(client: ObjectValue, name: string, call: Call): Value {
  if (methods.includes(name)) return verb(call, name, client.state.get('kind') === undefined, client);
  if (name === 'request') return callClient(call, client);
  if (name === 'create' || name === 'extend')
    return clientObject(merged(client.state.get('options'), argument(call, 0)));
  handOver(call, data('an argument of a callback'));
  return data('an answer');
}

function merged(base: Value | undefined, more: Value | undefined): Value {
  const made = record();
  for (const one of [base, more]) if (one !== undefined) for (const option of each(one)) mergeInto(made, option);
  return made;
}

/** `https.request(url or options, options, callback)` */
const nodeRequest =
  (scheme: string, method?: string): Handler =>
  (call) => {
    handOver(call, data('an answer'));
    const [first, second] = call.args;
    const isOptions = first !== undefined && each(first).every((one) => one.kind === 'record');
    const options = isOptions ? first : second?.kind === 'record' ? second : undefined;
    const of = (name: string) => field(options, name, call);
    const body = list([]);
    const url = isOptions ? fromOptions(scheme, options, call) : (first ?? data('an address'));
    send(call, url, method === undefined ? of('method') : text(method), [of('headers')], [], [body], of('auth'));
    return object('client-request', [['body', body]]);
  };

function fromOptions(scheme: string, options: Value | undefined, call: Call): Value {
  const of = (name: string) => field(options, name, call);
  const host = of('hostname') ?? of('host') ?? text('localhost');
  const port = of('port');
  const written = port === undefined ? undefined : literalText(port);
  const usual = written === undefined || written === (scheme === 'https' ? '443' : '80');
  const tail = port === undefined || usual ? [] : [text(':'), port];
  return concat([text(`${scheme}://`), host, ...tail, of('path') ?? text('/')]);
}

export function clientRequestMethod(made: ObjectValue, name: string, call: Call): Value {
  const body = made.state.get('body');
  if (
    (name === 'write' || name === 'end') &&
    body?.kind === 'list' &&
    call.args[0] !== undefined &&
    call.args[0].kind !== 'function'
  )
    body.items.push(call.args[0]);
  handOver(call, data('an answer'));
  return made;
}

const socket: Handler = (call) => {
  handOver(call, data('a message'));
  call.machine.findings.leave('socket', 'it opens a connection of its own', foundAt(call));
  return covered('a connection');
};

export const httpHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['fetch', fetch],
  ['undici.fetch', fetch],
  ['node-fetch', fetch],
  ['cross-fetch', fetch],
  ['cross-fetch.fetch', fetch],
  ['isomorphic-fetch', fetch],
  ['Request', request],
  ['undici.request', (call) => sendOptions(call, needed(call, 0), undefined, argument(call, 1), undefined)],
  ['undici.stream', (call) => sendOptions(call, needed(call, 0), undefined, argument(call, 1), undefined)],
  ...['axios', 'axios.default', 'got', 'got.default', 'ky', 'ky.default'].flatMap((name) => [
    [name, plain] as const,
    [`${name}.request`, plain] as const,
    [`${name}.create`, create] as const,
    [`${name}.extend`, create] as const,
    ...methods.map(
      (method) =>
        [`${name}.${method}`, ((call: Call) => verb(call, method, name.startsWith('axios'))) as Handler] as const,
    ),
  ]),
  ...['http', 'https'].flatMap((name) => [
    [`${name}.request`, nodeRequest(name)] as const,
    [`${name}.get`, nodeRequest(name, 'GET')] as const,
  ]),
  ['WebSocket', socket],
  ['EventSource', socket],
  ['ws', socket],
  ['ws.WebSocket', socket],
  ['undici.WebSocket', socket],
  ...['http.createServer', 'https.createServer', 'http.Server', 'https.Server'].map((name) => [name, socket] as const),
  ['http.Agent', () => data('an agent')],
  ['https.Agent', () => data('an agent')],
]);

/** `new URL(path, base)`: what is not known may itself be a whole address. */
export const makeUrl: Handler = (call) => {
  const [path, base] = [needed(call, 0), argument(call, 1)];
  const whole = base === undefined ? path : join(each(base).map((one) => against(one, path)));
  return object('url', [
    ['text', whole],
    ['search', object('search', [['record', record()]])],
  ]);
};

function against(base: Value, path: Value): Value {
  const own = base.kind === 'object' ? (base.state.get('text') ?? base) : base;
  const written = literalText(path);
  if (own.kind === 'text' && own.pieces[0]?.kind === 'root') return rooted(own, path);
  if (written !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(written)) return path;
  const start = own.kind === 'text' && own.pieces[0]?.kind === 'literal' ? own.pieces[0].value : '';
  const origin = /^(https?:\/\/[^/?#]+)(\/[^?#]*)?/i.exec(start);
  const [first] = path.kind === 'text' ? path.pieces : [];
  const atRoot = first?.kind === 'literal' && /^\/(?!\/)/.test(first.value);
  if (origin !== null && atRoot) return concat([text(origin[1] ?? ''), path]);
  if (own.kind === 'text' && own.pieces.length === 1 && own.pieces[0]?.kind === 'env' && atRoot)
    return concat([own, path]);
  if (
    written === undefined ||
    origin === null ||
    written.startsWith('//') ||
    (own.kind === 'text' && own.pieces.length > 1)
  )
    return data('an address put together when it runs');
  return text(`${origin[1]}${(origin[2] ?? '/').replace(/[^/]*$/, '')}${written}`);
}

/** `new URL('./data.json', import.meta.url)` is a file of the skill. */
function rooted(base: Value, path: Value): Value {
  const folder: Value = {
    kind: 'text',
    pieces: [
      { kind: 'root', of: 'bundle' },
      { kind: 'literal', value: folderText(base) },
    ],
  };
  return joinPath(folder, path);
}

function folderText(base: Value): string {
  const tail = base.kind === 'text' ? (literalText({ kind: 'text', pieces: base.pieces.slice(1) }) ?? '') : '';
  return tail.slice(0, tail.lastIndexOf('/') + 1);
}
