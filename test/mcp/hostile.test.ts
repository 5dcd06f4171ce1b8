import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEngine, type Engine, type McpConnection, serveMcp } from '../../src/mcp/index.ts';
import { type McpHome, mcpHome } from './mcp-home.ts';

// Many calls and processes: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

let at: McpHome;
let engine: Engine;
let connection: McpConnection;
let say: (line: string) => void;
let answers: Message[];
let input: PassThrough;

// biome-ignore lint/suspicious/noExplicitAny: whatever the server says
type Message = any;

beforeEach(async () => {
  at = await mcpHome();
  engine = createEngine({ home: at.home, environment: {}, workspace: at.root, version: '0' });
  input = new PassThrough();
  const output = new PassThrough();
  answers = [];
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.map((line) => JSON.parse(line)));
  });
  connection = serveMcp(engine, { input, output });
  say = (line) => void input.write(`${line}\n`);
});

afterEach(async () => {
  input.end();
  await connection.closed;
  await engine.close();
  await at.close();
});

async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_000 && !done(); tries++) await new Promise((next) => setTimeout(next, 10));
  expect(done()).toBe(true);
}

const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
const ask = (id: number, method: string, more: object = {}) =>
  say(JSON.stringify({ jsonrpc: '2.0', id, method, params: more }));
const call = (id: number, name: string, args: object) => ask(id, 'tools/call', { name, arguments: args });
const answerTo = (id: number) => answers.find((one) => one.id === id);

async function greet(): Promise<void> {
  ask(0, 'initialize', params);
  await until(() => answerTo(0) !== undefined);
  say('{"jsonrpc":"2.0","method":"notifications/initialized"}');
}

test('what is no message is answered as such, and the next one as ever', async () => {
  await greet();
  const wrong = [
    '{"jsonrpc":',
    'null',
    '[]',
    '{"id":5,"method":1}',
    '{"jsonrpc":"1.0","id":6,"method":"ping"}',
    '\u0000',
    '['.repeat(50_000),
  ];
  for (const line of wrong) say(line);
  ask(1, 'no/such/method');
  call(2, 'primitive_map', { command: 'cat notes.txt' });
  await until(() => answerTo(2) !== undefined);
  const errors = answers.filter(({ error }) => error !== undefined).map(({ id, error }) => [id, error.code]);
  expect(errors).toEqual([
    [null, -32700],
    [null, -32600],
    [null, -32600],
    [5, -32600],
    [6, -32600],
    [null, -32700],
    [null, -32700],
    [1, -32601],
  ]);
  expect(answerTo(2).result.structuredContent.maps_to).toBe('io.read-file');
});

test('a frame of any size costs that frame', async () => {
  await greet();
  const piece = 'x'.repeat(1024 * 1024);
  input.write('{"jsonrpc":"2.0","id":7,"method":"');
  for (let at = 0; at < 64; at++) input.write(piece);
  say('"}');
  call(8, 'primitive_map', { command: 'cat notes.txt' });
  await until(() => answerTo(8) !== undefined);
  expect(answers.filter(({ error }) => error !== undefined).map(({ error }) => error)).toEqual([
    { code: -32600, message: 'a message is larger than 4194304 bytes' },
  ]);
});

test('arguments of every wrong kind are told apart from faults', async () => {
  await greet();
  const wrong: readonly (readonly [string, unknown])[] = [
    ['skill_execute', { capability: 7 }],
    ['skill_execute', {}],
    ['skill_execute', { capability: 'a.b', plan: { steps: [{ capability: 'a.b' }] } }],
    ['plan_check', { steps: [] }],
    ['plan_check', { steps: [{ capability: 'a.b', params: { x: { $ref: 'steps.1.result' } } }] }],
    ['call_resume', { call_id: 'call_0' }],
    ['approval_status', { approval_id: '../x' }],
    ['chain_why', { id: '__proto__' }],
    ['skill_manifest', { skill: '../../etc/passwd' }],
    ['capability_describe', { capability: '' }],
    ['skill_load', { source: 'javascript:alert(1)' }],
    ['skill_search', { limit: 1e9 }],
  ];
  for (const [at_, [name, args]] of wrong.entries()) ask(10 + at_, 'tools/call', { name, arguments: args });
  await until(() => wrong.every((_, index) => answerTo(10 + index) !== undefined));
  const said = wrong.map((_, index) => answerTo(10 + index).result);
  expect(said.filter(({ isError, structuredContent }) => isError !== true && structuredContent?.ok !== false)).toEqual(
    [],
  );
  expect(said.map(({ content }) => content[0].text).join('\n')).not.toMatch(/skillc\/internal|at .*\.ts:/);
});

test('a thousand calls at once are all answered', async () => {
  await at.run(['load', at.skill]);
  await at.run(['approve', 'demo', '--yes', '--scope', 'always']);
  await greet();
  for (let id = 1; id <= 1_000; id++) {
    if (id % 10 === 0) call(id, 'skill_execute', { capability: 'demo.add', params: { n: id } });
    else call(id, 'primitive_map', { command: `cat notes-${id}.txt` });
  }
  await until(() => answers.length === 1_001);
  const ids = answers.map(({ id }) => id).sort((a, b) => a - b);
  expect(ids).toEqual(Array.from({ length: 1_001 }, (_, index) => index));
  const done = answers.filter(({ result }) => result.structuredContent?.outcome === 'done');
  expect([done.length, at.seen.length]).toEqual([100, 100]);
});

test('a client that goes in the middle of a call leaves an end of it in the log', async () => {
  const line = `curl -s -X POST ${at.origin}/slow`;
  await at.run(['load', at.write('slow', `---\nname: slow\ndescription: d\n---\n## Send\n\n    ${line}\n`)]);
  await at.run(['approve', 'slow', '--yes', '--scope', 'always']);
  await greet();
  call(1, 'skill_execute', { capability: 'slow.send' });
  await until(() => at.seen.length === 1);
  input.end();
  await connection.closed;
  await engine.close();
  const { document } = await at.json(['log']);
  const kinds = document.events
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind.startsWith('call-'));
  expect(kinds).toEqual(['call-intent', 'call-unknown']);
  expect((await at.run(['log', 'verify'])).code).toBe(0);
});
