import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Amounts } from '../../../src/exec/ledger/budget.ts';
import { type Answer, openTestHost, type Recorder, reasonCode, recorder, type TestHost } from '../market/test-host.ts';

let server: Recorder;
let skillc: TestHost;
let answer: Answer;

beforeAll(async () => {
  server = await recorder((request, response, body) => answer(request, response, body));
  skillc = await openTestHost({
    config: 'secrets: {store: age-file}\nlimits: {network_bytes: 3000000, wall_clock_ms: 1500, cpu_ms: 1500}\n',
    policy: 'pii: {network.http-fetch: deny}\n',
  });
  const at = server.origin;
  await skillc.load(
    skillc.write('lim', {
      Get: `curl -s "${at}/x"`,
      'Get again': `curl -s --retry 3 "${at}/x"`,
      Packed: `curl -s --compressed "${at}/x"`,
      Post: `curl -s --retry 3 -X POST "${at}/x" -d '{"n":1,"text":"hi"}'`,
      'Post and read': `curl -s -X POST "${at}/x" -d '{"text":"hi"}' | jq .ok`,
      Save: `curl -s "${at}/x" -o notes.md`,
      Send: `curl -s -d @notes.md "${at}/x"`,
    }),
  );
  await skillc.approveAll('lim');
});

afterAll(async () => {
  await Promise.all([skillc.close(), server.close()]);
});

beforeEach(() => {
  server.seen.length = 0;
  answer = (_, response) => void response.end('{"ok":true}');
});

const reserved = async (): Promise<number> => {
  const rows = await skillc.host.ledger.list('budgets');
  return rows.reduce((sum, [, row]) => {
    const { reserved: held } = row as unknown as { reserved: Amounts };
    return sum + Object.values(held).reduce((a, b) => a + b, 0);
  }, 0);
};

test.each<[string, Answer, RegExp]>([
  ['a body larger than the limit', (_, r) => void r.end(Buffer.alloc(4_000_000, 'a')), /^limit\/bytes$/],
  ['chunks without end', (_, r) => endless(r, Buffer.alloc(200_000, 'a'), 1), /^limit\/|^network\/timeout/],
  ['a byte now and then', (_, r) => endless(r, Buffer.from('a'), 200), /^limit\/|timeout/],
  ['an answer that never comes', () => undefined, /^limit\/|timeout/],
  ['ten thousand headers', (_, r) => manyHeaders(r.socket as Socket), /^limit\/headers$|^network\//],
])('%s ends in a word, and gives back what it reserved', async (_what, hostile, code) => {
  answer = hostile;
  const started = Date.now();
  const outcome = await skillc.ask('lim.get');
  expect(outcome.outcome).toBe('failed');
  expect(reasonCode(outcome)).toMatch(code);
  expect(Date.now() - started).toBeLessThan(6_000);
  expect(await reserved()).toBe(0);
});

test('a thousand to one, packed', async () => {
  answer = (_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(Buffer.alloc(100_000_000, 0)));
  };
  expect(reasonCode(await skillc.ask('lim.packed'))).toMatch(/^limit\//);
  expect(await reserved()).toBe(0);
});

test('an answer nested deeper than anybody can walk is an outcome like any other', async () => {
  for (const depth of [10_000, 200_000]) {
    answer = (_, response) => void response.end('['.repeat(depth) + ']'.repeat(depth));
    const outcome = await skillc.ask('lim.get');
    expect(['done', 'failed']).toContain(outcome.outcome);
    expect(() => JSON.stringify(outcome)).not.toThrow();
  }
  expect(await reserved()).toBe(0);
});

function endless(response: Parameters<Answer>[1], chunk: Buffer, everyMs: number): void {
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.on('close', () => clearInterval(timer));
}

function manyHeaders(socket: Socket): void {
  const lines = Array.from({ length: 10_000 }, (_, at) => `X-${at}: a\r\n`).join('');
  socket.end(`HTTP/1.1 200 OK\r\n${lines}Content-Length: 0\r\n\r\n`);
}

test('a POST that is answered 503 is sent once, and a GET as often as there is time for', async () => {
  answer = (_, response) => void response.writeHead(server.seen.length === 1 ? 503 : 200).end('{}');
  expect(await skillc.ask('lim.post')).toMatchObject({ outcome: 'done', http: { status: 503 } });
  expect(server.seen).toHaveLength(1);
  server.seen.length = 0;
  expect(await skillc.ask('lim.get_again')).not.toHaveProperty('http');
  expect(server.seen).toHaveLength(2);
});

test('a POST whose answer breaks off is sent once, and nobody says that it did not happen', async () => {
  answer = (request) => void request.socket.destroy();
  expect((await skillc.ask('lim.post')).outcome).toBe('failed');
  expect(server.seen).toHaveLength(1);
  const events = await skillc.host.ledger.events(0, 1_000);
  expect(events.at(-1)?.kind).toBe('call-unknown');
});

test('64 at a time under a limit of 5', async () => {
  const scope = 'session:many' as const;
  await skillc.host.ledger.submit({
    kind: 'set-budget',
    session: 'many',
    actor: 'person',
    scope,
    limits: { calls: 5 },
  });
  await skillc.approveAll('lim', { session: 'many' });
  for (const approval of await skillc.host.ledger.list('approvals')) {
    await skillc.host.ledger.submit({
      kind: 'grant',
      session: 'many',
      actor: 'person',
      id: approval[0],
      scope: 'session',
    });
  }
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => skillc.ask('lim.get', {}, { session: 'many' })));
  const of = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length;
  expect([of('done'), of('over-budget'), server.seen.length]).toEqual([5, 59, 5]);
  expect(await reserved()).toBe(0);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 53, '7', null])(
  'a limit of %s is none',
  async (limit) => {
    const limits = { ...skillc.host.exec.limits, network_bytes: limit as number };
    const outcome = await skillc.ask('lim.get', {}, { exec: { limits } });
    expect(outcome.outcome).not.toBe('done');
    const set = { kind: 'set-budget', session: 'default', actor: 'person', scope: 'day:today' } as const;
    expect(await skillc.host.ledger.submit({ ...set, limits: { calls: limit as number } })).toMatchObject({
      ok: false,
    });
    expect(server.seen).toEqual([]);
    expect((await skillc.ask('lim.get')).outcome).toBe('done');
  },
);

test.each(['-1', '.nan', '.inf', '0.5', '"7"'])('a configured limit of %s does not open', async (limit) => {
  const config = (value: string) => `secrets: {store: age-file}\nlimits: {network_bytes: ${value}}\n`;
  await expect(openTestHost({ config: config(limit) })).rejects.toMatchObject({ code: 'config/invalid' });
  await (await openTestHost({ config: config('7') })).close();
});

test.each([
  { text: 'write to jane.doe@example.com' },
  { text: 'call +1 415 555 0132' },
  { text: 'card 4111 1111 1111 1111' },
])('personal data goes nowhere, alone or before a pipe: %j', async (input) => {
  for (const operation of ['post', 'post_and_read']) {
    const outcome = await skillc.ask(`lim.${operation}`, input);
    expect([reasonCode(outcome), JSON.stringify(outcome).includes(input.text.slice(-8))]).toEqual([
      'policy/denied',
      false,
    ]);
    expect((await skillc.ask(`lim.${operation}`, { text: 'nothing' })).outcome).toBe('done');
  }
  expect(server.seen).toHaveLength(2);
  expect(JSON.stringify(await skillc.host.ledger.events(0, 10_000))).not.toContain(input.text.slice(-8));
});

test('a rule on the second request of a plan counts like one on the first', async () => {
  const [second, strict] = [
    await recorder(),
    await openTestHost({
      policy: 'rules:\n  - {id: no-upload, when: \'call.path == "/upload"\', decision: deny, reason: no uploads}\n',
    }),
  ];
  await strict.load(
    strict.write('two', {
      'Read and send': `curl -s "${server.origin}/x" | curl -s -X POST -d @- "${second.origin}/upload"`,
      'Read and keep': `curl -s "${server.origin}/x" | curl -s -X POST -d @- "${second.origin}/keep"`,
    }),
  );
  await strict.approveAll('two');
  expect(await strict.ask('two.read_and_send')).toMatchObject({
    outcome: 'denied',
    reason: { code: 'policy/denied', rules: expect.arrayContaining(['no-upload']) },
  });
  expect([server.seen, second.seen]).toEqual([[], []]);
  expect((await strict.ask('two.read_and_keep')).outcome).toBe('done');
  expect(second.seen).toHaveLength(1);
  await Promise.all([strict.close(), second.close()]);
});

test('a link in the way of a write or a read leads nowhere', async () => {
  const [file, out] = [join(skillc.workspace, 'notes.md'), join(skillc.root, 'outside')];
  mkdirSync(out);
  writeFileSync(join(out, 'secret.txt'), 'CANARY outside');
  symlinkSync(join(out, 'secret.txt'), file);
  const saved = await skillc.ask('lim.save');
  expect(saved.outcome).toBe('failed');
  expect((await skillc.ask('lim.send')).outcome).toBe('failed');
  expect([readFileSync(join(out, 'secret.txt'), 'utf8'), lstatSync(file).isSymbolicLink()]).toEqual([
    'CANARY outside',
    true,
  ]);
  expect(server.seen.some(({ body }) => body.includes('CANARY'))).toBe(false);
});

test('the same write without the link', async () => {
  const file = join(skillc.workspace, 'notes.md');
  rmSync(file, { force: true });
  expect((await skillc.ask('lim.save')).outcome).toBe('done');
  expect(readFileSync(file, 'utf8')).toBe('{"ok":true}');
  expect((await skillc.ask('lim.send')).outcome).toBe('done');
  expect(server.seen.at(-1)?.body).toBe('{"ok":true}');
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.socket?.destroy(), 20);
  };
  expect((await skillc.ask('lim.save')).outcome).toBe('failed');
  // Half an answer replaces nothing.
  expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('{"ok":true}');
});
