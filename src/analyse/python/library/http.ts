import { argument, type Handler, literalArgument, needed, sends, writes } from '../../library.ts';
import type { Call } from '../../run/machine.ts';
import { concat } from '../../text-of.ts';
import { data, each, literalText, type ObjectValue, object, put, record, text, type Value } from '../../value.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

/** A session or client: what it adds to each request. */
export function clientObject(call: Call): ObjectValue {
  return object('http-client', [
    ['headers', argument(call, -1, 'headers') ?? record()],
    ['params', argument(call, -1, 'params') ?? record()],
    ['cookies', argument(call, -1, 'cookies') ?? record()],
    ['base_url', argument(call, -1, 'base_url') ?? text('')],
    ['auth', argument(call, -1, 'auth') ?? record()],
  ]);
}

function send(call: Call, method: Value, url: Value, client?: ObjectValue): Value {
  const of = (name: string) => client?.state.get(name);
  const base = of('base_url');
  sends(call, {
    method,
    url: base === undefined || literalText(base) === '' ? url : withBase(base, url),
    headers: [of('headers'), argument(call, -1, 'headers')],
    query: [of('params'), argument(call, -1, 'params')],
    body: [
      argument(call, -1, 'json'),
      argument(call, -1, 'data'),
      argument(call, -1, 'content'),
      argument(call, -1, 'fields'),
      argument(call, -1, 'body'),
    ],
    auth: argument(call, -1, 'auth') ?? of('auth'),
    cookies: argument(call, -1, 'cookies') ?? of('cookies'),
  });
  return data('an answer');
}

/** A whole address stands alone. */
function withBase(base: Value, url: Value): Value {
  const written = literalText(url);
  return written !== undefined && /^https?:\/\//i.test(written) ? url : concat([base, slashBetween(base, url), url]);
}

function slashBetween(base: Value, url: Value): Value {
  const [before, behind] = [literalText(base), literalText(url)];
  return text(
    before?.endsWith('/') === true || behind?.startsWith('/') === true || behind === ''
      ? ''
      : behind === undefined
        ? ''
        : '/',
  );
}

function verb(method: string): Handler {
  return (call) => send(call, text(method.toUpperCase()), needed(call, 0, 'url'));
}

const request: Handler = (call) => send(call, upper(needed(call, 0, 'method')), needed(call, 1, 'url'));

function upper(method: Value): Value {
  const written = each(method).map(literalText);
  const [only] = written;
  return written.length === 1 && only !== undefined ? text(only.toUpperCase()) : method;
}

/** POST where there is a body. */
function methodFor(call: Call, at: number): Value {
  return argument(call, at, 'data') === undefined ? text('GET') : text('POST');
}

const urlRequest: Handler = (call) => {
  const made = object('url-request', [
    ['url', needed(call, 0, 'url')],
    ['method', argument(call, 5, 'method') === undefined ? methodFor(call, 1) : upper(needed(call, 5, 'method'))],
    ['headers', argument(call, 2, 'headers') ?? record()],
    ['body', argument(call, 1, 'data') ?? record()],
  ]);
  sendObject(call, made);
  return made;
};

function sendObject(call: Call, { state }: ObjectValue): void {
  const of = (name: string) => state.get(name) ?? record();
  sends(call, { method: of('method'), url: of('url'), headers: [of('headers')], body: [of('body')] });
}

const urlopen: Handler = (call) => {
  for (const url of each(needed(call, 0, 'url')))
    if (!(url.kind === 'object' && url.type === 'url-request'))
      sends(call, { method: methodFor(call, 1), url, body: [argument(call, 1, 'data')] });
  return data('an answer');
};

const connection =
  (scheme: string): Handler =>
  (call) => {
    const port = argument(call, 1, 'port');
    const host = needed(call, 0, 'host');
    const origin = port === undefined ? [text(`${scheme}://`), host] : [text(`${scheme}://`), host, text(':'), port];
    return object('http-connection', [['base_url', concat(origin)]]);
  };

const basicAuth: Handler = (call) =>
  object('basic-auth', [
    ['user', needed(call, 0, 'username', 'login')],
    ['password', argument(call, 1, 'password') ?? text('')],
  ]);

const client: Handler = (call) => clientObject(call);

export const httpHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...['requests', 'httpx'].flatMap((library) =>
    methods.map((method) => [`${library}.${method}`, verb(method)] as const),
  ),
  ['requests.request', request],
  ['httpx.request', request],
  ['httpx.stream', request],
  ['aiohttp.request', request],
  ['urllib3.request', request],
  ...[
    'requests.Session',
    'requests.session',
    'requests.sessions.Session',
    'httpx.Client',
    'httpx.AsyncClient',
    'aiohttp.ClientSession',
    'urllib3.PoolManager',
    'cloudscraper.create_scraper',
    'requests_cache.CachedSession',
  ].map((name) => [name, client] as const),
  ...[
    'requests.auth.HTTPBasicAuth',
    'httpx.BasicAuth',
    'aiohttp.BasicAuth',
    'requests.auth.HTTPDigestAuth',
    'httpx.DigestAuth',
  ].map((name) => [name, basicAuth] as const),
  ['urllib.request.Request', urlRequest],
  ['urllib.request.urlopen', urlopen],
  [
    'urllib.request.urlretrieve',
    (call) => {
      sends(call, { method: text('GET'), url: needed(call, 0, 'url') });
      const file = argument(call, 1, 'filename');
      if (file !== undefined) writes(call, file);
      return data('an answer');
    },
  ],
  ['urllib.request.build_opener', () => object('url-opener')],
  ['http.client.HTTPSConnection', connection('https')],
  ['http.client.HTTPConnection', connection('http')],
]);

/** Methods of sessions, requests and connections. */
export function httpMethod(made: ObjectValue, name: string, call: Call): Value | undefined {
  switch (made.type) {
    case 'http-client':
      if (methods.includes(name)) return send(call, text(name.toUpperCase()), needed(call, 0, 'url'), made);
      if (/^(?:request|stream|urlopen|build_request)$/.test(name))
        return send(call, upper(needed(call, 0, 'method')), needed(call, 1, 'url'), made);
      if (name === 'ws_connect') return undefined;
      return name === '__enter__' || name === '__aenter__' ? made : data('an answer');
    case 'url-request':
      if (name === 'add_header' || name === 'add_unredirected_header') addHeader(made, call);
      return data('a request');
    case 'url-opener':
      return name === 'open' ? urlopen(call) : data('an opener');
    case 'http-connection':
      if (name === 'request' || name === 'putrequest') {
        const url = concat([made.state.get('base_url') ?? text(''), needed(call, 1, 'url')]);
        sends(call, {
          method: upper(needed(call, 0, 'method')),
          url,
          headers: [argument(call, 3, 'headers')],
          body: [argument(call, 2, 'body')],
        });
      }
      return data('an answer');
    default:
      return undefined;
  }
}

function addHeader(made: ObjectValue, call: Call): void {
  const [key, value] = [literalArgument(call, 0, 'key'), needed(call, 1, 'val')];
  for (const headers of each(made.state.get('headers') ?? record())) {
    if (headers.kind !== 'record') continue;
    if (key === undefined) headers.rest = value;
    else put(headers, key, value);
  }
}
