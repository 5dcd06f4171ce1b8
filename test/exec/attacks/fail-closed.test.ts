import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ledger } from '../../../src/exec/ledger/ledger.ts';
import type { ExecHost } from '../../../src/exec/market/host.ts';
import { call } from '../../../src/exec/market/marketplace.ts';
import { Broker } from '../../../src/exec/secrets/broker.ts';
import type { SecretStore } from '../../../src/exec/secrets/store/store.ts';
import { SecretValue } from '../../../src/exec/secrets/value.ts';
import { approve, findApprovals } from '../../../src/host/approvals.ts';
import { loadSkill } from '../../../src/host/load-skill.ts';
import { openHost } from '../../../src/host/open-host.ts';
import { compile } from '../../../src/index.ts';
import { openTestHost, type Recorder, reasonCode, recorder, type TestHost } from '../market/test-host.ts';

const PATIENCE_MS = 15_000;

let server: Recorder;
let skillc: TestHost;

beforeAll(async () => {
  server = await recorder();
  skillc = await openTestHost({
    config: 'secrets: {store: age-file}\nlimits: {network_bytes: 100000, wall_clock_ms: 1000, cpu_ms: 1000}\n',
  });
  await skillc.secret('TOK', 'tok_CANARY_0123456789');
  await skillc.load(
    skillc.write('closed', {
      Get: `curl -s "${server.origin}/x" -H "Authorization: Bearer $TOK"`,
      'Get and read': `curl -s "${server.origin}/x" | jq .ok`,
    }),
  );
  await skillc.approveAll('closed');
});

const mounted: string[] = [];

afterAll(async () => {
  await Promise.all([skillc.close(), server.close()]);
  for (const root of mounted) {
    execFileSync('umount', ['-l', root]);
    rmSync(root, { recursive: true });
  }
});

beforeEach(() => {
  server.seen.length = 0;
});

const never = (): Promise<never> => new Promise(() => undefined);
const broken = async (): Promise<never> => {
  throw Object.assign(new Error('it is gone'), { code: 'test/gone' });
};
/** Answers of a part that is not what it says. */
const lies = [undefined, null, true, 'yes', 7, {}, { ok: true }, { ok: true, value: null }, { kind: 'operation' }, []];

function ledgerWith(parts: { readonly [name in keyof Ledger]?: unknown }): Ledger {
  const real = skillc.host.exec.ledger;
  const bound = {
    submit: real.submit.bind(real),
    foresee: real.foresee.bind(real),
    get: real.get.bind(real),
    list: real.list.bind(real),
    events: real.events.bind(real),
    close: async () => undefined,
  };
  return { ...bound, ...parts } as Ledger;
}

/** The real one up to the admission, which answers falsely. */
const lyingAdmission = (answer: unknown): Partial<ExecHost> => ({
  ledger: ledgerWith({
    submit: (command: Parameters<Ledger['submit']>[0]) =>
      command.kind === 'admit' ? Promise.resolve(answer) : skillc.host.exec.ledger.submit(command),
  }),
});

const brokerOver = (store: Partial<SecretStore>): Partial<ExecHost> => ({
  broker: new Broker({
    store: { ...skillc.host.secrets, ...store } as SecretStore,
    timeoutMs: 300,
    random: skillc.host.exec.random,
  }),
});

type Fault = readonly [name: string, fault: () => Partial<ExecHost>];

const faults = (): readonly Fault[] => [
  ['the log is gone', () => ({ ledger: ledgerWith({ submit: broken }) })],
  [
    'the log throws at once',
    () => ({
      ledger: ledgerWith({
        submit: () => {
          throw undefined;
        },
      }),
    }),
  ],
  ['nothing can be read', () => ({ ledger: ledgerWith({ get: broken, list: broken }) })],
  ['lists are no lists', () => ({ ledger: ledgerWith({ list: async () => 7 }) })],
  ...lies.map((lie, at): Fault => [`the log lies (${at})`, () => lyingAdmission(lie)]),
  ['no store of secrets', () => brokerOver({ get: broken })],
  ['a store that never answers', () => brokerOver({ get: never })],
  ...lies.map(
    (lie, at): Fault => [`the store of secrets lies (${at})`, () => brokerOver({ get: (async () => lie) as never })],
  ),
  [
    'a value that is none',
    () => brokerOver({ get: (async () => ({ kind: 'found', value: 'tok_plain_text' })) as never }),
  ],
  ['no broker', () => ({ broker: undefined as never })],
  ['no policy', () => ({ policy: undefined as never })],
  ['a policy that is none', () => ({ policy: {} as never })],
  ['an unreadable policy', () => ({ policy: { kind: 'unreadable', problems: [] } })],
  ['no operations', () => ({ operations: { find: broken } })],
  ...lies.map(
    (lie, at): Fault => [
      `operations that are none (${at})`,
      () => ({ operations: { find: (async () => lie) as never } }),
    ],
  ),
  ['no limits', () => ({ limits: undefined as never })],
  [
    'no key for parameters',
    () => ({
      commit: () => {
        throw new Error('no key');
      },
    }),
  ],
  [
    'no providers',
    () => ({
      providers: () => {
        throw new Error('none');
      },
    }),
  ],
  ['no process', () => ({ process: undefined as never })],
];

test('each part of the host, missing or lying: no effect, and a word that says so', async () => {
  for (const [name, fault] of faults()) {
    const started = Date.now();
    const outcome = await skillc.ask('closed.get', {}, { exec: fault() });
    expect([name, server.seen, JSON.stringify(outcome).includes('CANARY')]).toEqual([name, [], false]);
    expect([
      name,
      outcome.outcome === 'denied' || outcome.outcome === 'failed' || outcome.outcome === 'waiting',
    ]).toEqual([name, true]);
    expect([name, reasonCode(outcome)]).toEqual([name, expect.stringMatching(/^[a-z]+\/[a-z-]+$/)]);
    expect([name, Date.now() - started < PATIENCE_MS]).toEqual([name, true]);
  }
  expect((await skillc.ask('closed.get')).outcome).toBe('done');
  expect(server.seen).toHaveLength(1);
});

test('what breaks behind the effect is an outcome, and the call is ended in the log where that is possible', async () => {
  const run = { status: 'done', stdout: new Uint8Array(), used: { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 } };
  const jq = (over: unknown): Partial<ExecHost> => ({
    providers: (grants) => {
      const real = new Map(skillc.host.exec.providers(grants));
      return real.set('json.query', { run: over } as never);
    },
  });
  const after: readonly (readonly [string, Partial<ExecHost>])[] = [
    ['jq hangs', jq(never)],
    ['jq is gone', jq(broken)],
    ['jq lies', jq(async () => undefined)],
    ['jq gives no bytes', jq(async () => ({ ...run, stdout: 'text' }))],
    [
      'jq costs less than nothing',
      jq(async () => ({ ...run, used: { network_bytes: -1, wall_clock_ms: Number.NaN, cpu_ms: 0.5 } })),
    ],
  ];
  for (const [name, exec] of after) {
    const outcome = await skillc.ask('closed.get_and_read', {}, { exec });
    expect([name, outcome.outcome]).toEqual([name, 'failed']);
  }
  const settleFails = ledgerWith({
    submit: (command: Parameters<Ledger['submit']>[0]) =>
      command.kind === 'settle' ? broken() : skillc.host.exec.ledger.submit(command),
  });
  expect(reasonCode(await skillc.ask('closed.get', {}, { exec: { ledger: settleFails } }))).toBe('test/gone');
  expect((await skillc.ask('closed.get_and_read')).outcome).toBe('done');
});

test('bytes that cannot be kept are a failure that is told', async () => {
  const large = await recorder((_, response) => void response.end('a'.repeat(80_000)));
  await skillc.load(skillc.write('large', { Get: `curl -s "${large.origin}/x"` }));
  await skillc.approveAll('large');
  expect((await skillc.ask('large.get', {}, { exec: { keepBytes: broken } })).outcome).toBe('failed');
  expect((await skillc.ask('large.get')).outcome).toBe('done');
  await large.close();
});

test('a resolver that throws or never answers', async () => {
  const silent = await openTestHost({
    resolver: (name) => (name === 'never.test' ? never() : broken()),
    config: 'secrets: {store: age-file}\nlimits: {wall_clock_ms: 800}\n',
  });
  await silent.load(
    silent.write('names', {
      Never: `curl -s "http://never.test:${server.port}/x"`,
      Broken: `curl -s "http://broken.test:${server.port}/x"`,
    }),
  );
  await silent.approveAll('names');
  expect(reasonCode(await silent.ask('names.never'))).toMatch(/^(?:limit|network)\//);
  expect(reasonCode(await silent.ask('names.broken'))).toBe('network/unresolved');
  expect(server.seen).toEqual([]);
  await silent.close();
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5])('a clock that says %s', async (time) => {
  const clock = { wall: () => time, monotonic: () => time, boot: 'boot' };
  let outcome = 'does not open';
  const host = await openTestHost({ clock }).catch(() => undefined);
  if (host !== undefined) {
    await host.load(host.write('late', { Get: `curl -s "${server.origin}/x"` })).catch(() => undefined);
    await host.approveAll('late').catch(() => undefined);
    outcome = (await host.ask('late.get')).outcome;
    await host.close();
  }
  expect([outcome, server.seen]).not.toEqual(['done', []]);
  expect(['does not open', 'denied', 'waiting']).toContain(outcome);
});

test.each([
  ['no database', 'ledger.db', (file: string) => rmSync(file)],
  [
    'text in its place',
    'ledger.db',
    (file: string) => writeFileSync(file, 'not a database, but long enough to look at it'),
  ],
  ['cut short', 'ledger.db', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5_000))],
  [
    'a folder in its place',
    'ledger.db',
    (file: string) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
  ['no id of the log', 'log-id', (file: string) => rmSync(file)],
  ['a configuration that is none', 'config.yaml', (file: string) => writeFileSync(file, 'limits: [1]')],
])('the store: %s', async (_what, file, damage) => {
  const other = await openTestHost();
  await other.load(other.write('kept', { Get: `curl -s "${server.origin}/x"` }));
  await other.approveAll('kept', { scope: 'always' });
  await other.host.close();
  for (const beside of ['ledger.db-wal', 'ledger.db-shm']) rmSync(join(other.home, beside), { force: true });
  damage(join(other.home, file));
  await expect(other.reopen()).rejects.toMatchObject({ code: expect.stringMatching(/^[a-z]+\/[a-z-]+$/) });
  expect(server.seen).toEqual([]);
  rmSync(other.root, { recursive: true });
});

test('a store of secrets that is damaged gives no secret, takes none, and stays as it is', async () => {
  const other = await openTestHost();
  await other.secret('TOK', 'tok_CANARY_0123456789');
  await other.load(other.write('sec', { Get: `curl -s "${server.origin}/x" -H "Authorization: Bearer $TOK"` }));
  await other.approveAll('sec');
  const file = join(other.home, 'secrets.age');
  const whole = readFileSync(file);
  for (const bytes of [
    Buffer.from('garbage'),
    Buffer.alloc(0),
    whole.subarray(0, 100),
    Buffer.concat([whole, whole]),
  ]) {
    writeFileSync(file, bytes);
    expect(reasonCode(await other.ask('sec.get'))).toMatch(/^secret\//);
    const made = SecretValue.of('another_value_123');
    if (made.kind !== 'value') throw new Error(made.message);
    expect((await other.host.secrets.set('OTHER', made.value)).kind).not.toBe('kept');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  }
  expect(server.seen).toEqual([]);
  writeFileSync(file, whole);
  expect((await other.ask('sec.get')).outcome).toBe('done');
  await other.close();
});

function reasonOrOk(value: unknown): string {
  const { reason, code, outcome } = value as {
    reason?: { code: string };
    code?: string;
    outcome?: { reason?: { code: string } };
  };
  return reason?.code ?? code ?? outcome?.reason?.code ?? JSON.stringify(value);
}

test('a full disk: nothing begins that cannot be written down', async () => {
  const root = mountSmall();
  const [home, workspace] = [join(root, 'home'), mkdtempSync(join(tmpdir(), 'skillc-full-'))];
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'config.yaml'), `secrets: {store: age-file}\nanchors: ${join(root, 'anchors')}\n`, {
    mode: 0o600,
  });
  const host = await openHost({ home, environment: {}, workspace, compile: (bundle) => compile(bundle) });
  const folder = skillc.write('full', {
    Get: `curl -s "${server.origin}/x"`,
    Post: `curl -s -d a=1 "${server.origin}/x"`,
  });
  const load = (target: string) => loadSkill(host, { target, actor: 'person', session: 'default' });
  await load(folder);
  const [first, second] = await findApprovals(host, 'full');
  if (first === undefined || second === undefined) throw new Error('nothing to approve');
  await approve(host, first, { session: 'default', actor: 'person', scope: 'always' });
  const ask = () =>
    call({ capability: `full.${first.subject.operation}`, input: {}, session: 'default', actor: 'agent' }, host.exec);
  expect((await ask()).outcome).toBe('done');
  fill(join(root, 'filler'));
  const codes = await Promise.all(
    [
      ask(),
      load(skillc.write('more', { Get: `curl -s "${server.origin}/${'z'.repeat(9_000)}"` })),
      approve(host, second, { session: 'default', actor: 'person' }),
    ].map((work) => work.then(reasonOrOk, (error: { code?: string }) => error.code ?? String(error))),
  );
  expect(codes).toEqual(codes.map(() => expect.stringMatching(/^[A-Za-z]+(?:\/[a-z-]+)?$/)));
  const made = SecretValue.of('another_value_123');
  if (made.kind !== 'value') throw new Error(made.message);
  const kept = await host.secrets.set('OTHER', made.value).catch(() => ({ kind: 'threw' }));
  expect(kept.kind).not.toBe('kept');
  expect(server.seen).toHaveLength(1);
  await host.close().catch(() => undefined);
  rmSync(workspace, { recursive: true });
});

/** A file system of one megabyte, where this machine lets us have one. */
function mountSmall(): string {
  const root = mkdtempSync(join(tmpdir(), 'skillc-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', root], { stdio: 'ignore' });
    mounted.push(root);
    return root;
  } catch {
    rmSync(root, { recursive: true });
    throw new Error('a small disk cannot be mounted; run the tests as root or in a container');
  }
}

function fill(file: string): void {
  const at = openSync(file, 'w');
  try {
    for (;;) writeSync(at, Buffer.alloc(4_096));
  } catch {
    closeSync(at);
  }
}
