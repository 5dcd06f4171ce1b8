import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '../../../src/exec/market/marketplace.ts';
import { headerValues, openTestHost, type Recorder, recorder, type Seen, type TestHost } from '../market/test-host.ts';

const TOKEN = 'tok_CANARY+/=&"0123456789';

let good: Recorder;
let evil: Recorder;
let skillc: TestHost;

beforeAll(async () => {
  [good, evil, skillc] = [await recorder(), await recorder(), await openTestHost()];
  const at = good.origin;
  await skillc.secret('TOK', TOKEN);
  await skillc.load(
    skillc.write('place', {
      'In path': `curl -s "${at}/v1/users/{user_id}/posts" -H "Authorization: Bearer $TOK"`,
      'In header': `curl -s "${at}/v1/h" -H "Authorization: Bearer $TOK" -H "X-Name: {name}"`,
      'In query': `curl -s "${at}/v1/q?name={name}&limit=5" -H "Authorization: Bearer $TOK"`,
      'In default': `curl -s "${at}/v1/q?name=one&limit=5" -H "Authorization: Bearer $TOK"`,
      'In JSON': `curl -s -X POST "${at}/v1/b" -H 'Content-Type: application/json' -d '{"msg":"{msg}","n":1,"token":"'"$TOK"'"}'`,
      'In member': `curl -s -X POST "${at}/v1/b" -H "Authorization: Bearer $TOK" -d '{"msg":"hi","n":1}'`,
      'In form': `curl -s -X POST "${at}/v1/f" -H "Authorization: Bearer $TOK" -d "msg={msg}&kind=note"`,
      'In multipart': `curl -s "${at}/v1/m" -H "Authorization: Bearer $TOK" -F "msg={msg}" -F "kind=note"`,
      'In login': `curl -s -u "{user}:$TOK" "${at}/v1/basic"`,
    }),
  );
  await skillc.approveAll('place');
});

afterAll(async () => {
  await Promise.all([skillc.close(), good.close(), evil.close()]);
});

beforeEach(() => {
  good.seen.length = 0;
  evil.seen.length = 0;
});

/** What a caller would write to get out of the place that is theirs. */
const hostile = (): readonly string[] => [
  '/',
  '../../admin',
  '..',
  '.',
  '%2f',
  '%2e%2e%2fadmin',
  '..%5cadmin',
  'a\r\nX-Evil: 1',
  'a\nHost: evil',
  'a\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n',
  '\u0000',
  '\u0085\u2028\u560d\u560a',
  `@127.0.0.1:${evil.port}`,
  `@127.0.0.1:${evil.port}/#`,
  `//127.0.0.1:${evil.port}/`,
  `\\\\127.0.0.1:${evil.port}\\`,
  `http://127.0.0.1:${evil.port}/`,
  '#fragment',
  '?injected=1',
  'a&injected=1',
  'a;injected=1',
  '&token=mine&name=',
  '","token":"mine","x":"',
  '"}',
  '\\',
  '\\"',
  '${TOK}',
  '$TOK',
  '${secret:TOK}',
  '{{TOK}}',
  '`id`',
  '$(id)',
  '"; filename="x',
  'a\r\n--------------------------\r\nContent-Disposition: form-data; name="token"\r\n\r\nmine',
  'ａ／．．＠',
  '\u202e\u200b',
  '\ud800',
  'é'.repeat(300),
  '__proto__',
  'a:b',
];

const operations: readonly (readonly [operation: string, input: string, path: string])[] = [
  ['in_path', 'user_id', '/v1/users/*/posts'],
  ['in_header', 'name', '/v1/h'],
  ['in_query', 'name', '/v1/q'],
  ['in_default', 'name', '/v1/q'],
  ['in_json', 'msg', '/v1/b'],
  ['in_member', 'msg', '/v1/b'],
  ['in_form', 'msg', '/v1/f'],
  ['in_multipart', 'msg', '/v1/m'],
  ['in_login', 'user', '/v1/basic'],
];

test.each(operations)('%s: nothing that is given moves the secret or the request', async (operation, input, path) => {
  let sent = 0;
  for (const value of hostile()) {
    good.seen.length = 0;
    const outcome = await skillc.ask(`place.${operation}`, { [input]: value });
    expect(evil.seen).toEqual([]);
    // A value is sent whole in its place, or nothing is sent.
    if (outcome.outcome !== 'done') {
      expect([outcome.outcome, good.seen, JSON.stringify(outcome).includes('CANARY')]).toEqual([
        outcome.outcome,
        [],
        false,
      ]);
      continue;
    }
    sent += 1;
    expect(good.seen).toHaveLength(1);
    const [seen] = good.seen as [Seen];
    expect(seen.url.split('?')[0]?.replace(/^(\/v1\/users\/)[^/]+(\/posts)$/, '$1*$2')).toBe(path);
    expect(headerValues(seen, 'host')).toEqual([`127.0.0.1:${good.port}`]);
    expect(headerValues(seen, 'x-evil')).toEqual([]);
    expect(places(seen)).toEqual(expectedPlaces(operation));
    expect(received(operation, seen)).toEqual(expectedValue(operation, value));
  }
  expect(sent).toBeGreaterThan(3);
});

/** Where in the request the secret is, in any of the ways that it may be written. */
function places(seen: Seen): readonly string[] {
  const forms = [TOKEN, encodeURIComponent(TOKEN), JSON.stringify(TOKEN).slice(1, -1), 'CANARY'];
  const has = (text: string) =>
    forms.some((form) => text.includes(form)) || Buffer.from(text.replace(/^Basic /, ''), 'base64').includes('CANARY');
  const headers = seen.headers.flatMap((value, at) =>
    at % 2 === 1 && has(value) ? [`header:${seen.headers[at - 1]?.toLowerCase()}`] : [],
  );
  return [...(has(seen.url) ? ['target'] : []), ...headers, ...(seen.body.includes('CANARY') ? ['body'] : [])];
}

function expectedPlaces(operation: string): readonly string[] {
  return operation === 'in_json' ? ['body'] : ['header:authorization'];
}

/** The place that is the caller's, as the server reads it, and everything beside it. */
function received(operation: string, seen: Seen): unknown {
  const url = new URL(seen.url, good.origin);
  const text = Buffer.from(seen.body, 'latin1').toString('utf8');
  switch (operation) {
    case 'in_path':
      return decodeURIComponent(url.pathname.split('/')[3] ?? '');
    case 'in_header':
      return Buffer.from(headerValues(seen, 'x-name')[0] ?? '', 'latin1').toString('utf8');
    case 'in_query':
    case 'in_default':
      return [...url.searchParams];
    case 'in_json':
    case 'in_member':
      return JSON.parse(text);
    case 'in_form':
      return [...new URLSearchParams(text)];
    case 'in_multipart':
      return parts(seen, text);
    default:
      return Buffer.from((headerValues(seen, 'authorization')[0] ?? '').slice(6), 'base64').toString('utf8');
  }
}

/** Cut at the boundary that the head names, as a server does it. */
function parts(seen: Seen, text: string): unknown {
  const boundary = /boundary=(.+)$/.exec(headerValues(seen, 'content-type')[0] ?? '')?.[1] ?? '';
  const pieces = `\r\n${text}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.map((piece) => {
    const gap = piece.indexOf('\r\n\r\n');
    return [piece.slice(2, gap), piece.slice(gap + 4)];
  });
}

function expectedValue(operation: string, value: string): unknown {
  switch (operation) {
    case 'in_path':
      return value;
    case 'in_header':
      return value.trim();
    case 'in_query':
    case 'in_default':
      return [
        ['name', value],
        ['limit', '5'],
      ];
    case 'in_json':
      return { msg: value, n: 1, token: TOKEN };
    case 'in_member':
      return { msg: value, n: 1 };
    case 'in_form':
      return [
        ['msg', value],
        ['kind', 'note'],
      ];
    case 'in_multipart':
      return [
        ['Content-Disposition: form-data; name="msg"', value],
        ['Content-Disposition: form-data; name="kind"', 'note'],
      ];
    default:
      return `${value}:${TOKEN}`;
  }
}

test('members that nobody declared are refused before anybody is asked', async () => {
  const strange = [
    'Authorization',
    'url',
    'headers',
    'method',
    'host',
    'TOK',
    '__proto__',
    'constructor',
    'toString',
    'query:key',
    'body:/token',
  ];
  for (const name of strange) {
    const input = JSON.parse(`{"name":"x",${JSON.stringify(name)}:"y"}`) as unknown;
    expect(await skillc.ask('place.in_default', input)).toMatchObject({
      outcome: 'denied',
      reason: { code: 'input/unknown' },
    });
  }
  expect(good.seen).toEqual([]);
  expect((await skillc.ask('place.in_default', { name: 'x' })).outcome).toBe('done');
});

test.each([[null], [[]], ['text'], [7], [undefined], [{ name: { kind: 'problem', code: 'x', message: 'y' } }]])(
  'parameters that are no object of the schema: %j',
  async (input) => {
    const outcome = await skillc.host.exec.operations.find('place.in_default');
    expect(outcome.kind).toBe('operation');
    const ask = { capability: 'place.in_default', input, session: 'default', actor: 'agent' } as const;
    expect(await call(ask, skillc.host.exec)).toMatchObject({
      outcome: 'denied',
      reason: { code: expect.stringMatching(/^input\//) },
    });
    expect(good.seen).toEqual([]);
  },
);

test('an object that changes after it was checked changes nothing', async () => {
  const input = { name: 'checked' };
  const running = skillc.ask('place.in_default', input);
  // The check runs before the first wait is over.
  const { ledger } = skillc.host.exec;
  const changing = {
    ...ledger,
    get: ledger.get.bind(ledger),
    list: ledger.list.bind(ledger),
    events: ledger.events.bind(ledger),
    submit: (command: Parameters<typeof ledger.submit>[0]) => {
      second.name = 'changed after the check';
      return ledger.submit(command);
    },
  };
  const second = { name: 'checked too' };
  await running;
  await skillc.ask('place.in_default', second, { exec: { ledger: changing } });
  expect(good.seen.map(({ url }) => new URL(url, good.origin).searchParams.get('name'))).toEqual([
    'checked',
    'checked too',
  ]);
});

test('a getter cannot give one value to the check and another to the request', async () => {
  let reads = 0;
  const input = {
    get name() {
      reads += 1;
      return reads === 1 ? 'first' : 'later';
    },
  };
  expect((await skillc.ask('place.in_default', input)).outcome).toBe('done');
  expect(new URL(good.seen[0]?.url ?? '', good.origin).searchParams.get('name')).toBe('first');
});
