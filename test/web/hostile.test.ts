import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { raw, type WebHome, webHome } from './web-home.ts';

// Many calls and processes: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

let at: WebHome;

beforeEach(async () => {
  at = await webHome();
  const line = `curl -s -X POST ${at.origin}/slow`;
  await at.run(['load', at.write('slow', `---\nname: slow\ndescription: d\n---\n## Send\n\n    ${line}\n`)]);
  await at.run(['load', at.skill]);
  for (const skill of ['slow', 'demo']) await at.run(['approve', skill, '--yes', '--scope', 'always']);
});

afterEach(() => at.close());

const headers = () => ({
  authorization: `Bearer ${at.web.tokens.agent}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
});

const post = (body: string, more: Record<string, string> = {}) =>
  raw(`${at.web.url}/mcp`, { ...headers(), ...more }, 'POST', body);

async function seen(url: string, count: number): Promise<void> {
  while (at.seen.filter((one) => one.url === url).length < count) await new Promise((next) => setTimeout(next, 10));
}

/** Kinds of the events of calls, once so many are there. */
async function callEvents(count: number): Promise<readonly string[]> {
  for (;;) {
    const { events } = (await at.api('/events?from=0')).body;
    const kinds = events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('call-'));
    if (kinds.length >= count) return kinds;
    await new Promise((next) => setTimeout(next, 20));
  }
}

describe('over HTTP', () => {
  test('what is no request gets an error that says so, and begins no session', async () => {
    const wrong = [
      await post('{"jsonrpc":'),
      await post('[]'),
      await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
      await post('{"jsonrpc":"2.0","id":1,"method":"ping"}', { 'mcp-session-id': 'nobody' }),
      await post('{}', { 'content-type': 'text/plain' }),
    ];
    expect(wrong.map(({ status, text }) => [status, JSON.parse(text).error.code])).toEqual([
      [400, -32700],
      [400, expect.any(Number)],
      [400, -32000],
      [404, -32001],
      [400, expect.any(Number)],
    ]);
    expect(at.web.sessions.all).toEqual([]);
  });

  test.each(['legacy', 'modern'] as const)('a cancelled call of a %s client ends', async (era) => {
    const agent = await at.connect({ era });
    const stopping = new AbortController();
    const calling = agent.call('skill_execute', { capability: 'slow.send' }, { signal: stopping.signal });
    await seen('/slow', 1);
    stopping.abort();
    await expect(calling).rejects.toThrow();
    expect(await callEvents(2)).toEqual(['call-intent', 'call-unknown']);
    expect((await agent.call('skill_execute', { capability: 'demo.add' })).data.outcome).toBe('done');
  });

  test('a connection that drops in mid-call loses nothing: the server ends it with the session', async () => {
    const agent = await at.connect();
    const [session] = at.web.sessions.all;
    const body =
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"skill_execute","arguments":{"capability":"slow.send"}}}';
    const socket = connect(Number(new URL(at.web.url).port), '127.0.0.1');
    const lines = Object.entries({
      ...headers(),
      'mcp-session-id': session?.id ?? '',
      host: new URL(at.web.url).host,
      'content-length': String(body.length),
    });
    socket.write(
      `POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
    );
    await seen('/slow', 1);
    socket.destroy();
    expect((await agent.call('skill_execute', { capability: 'demo.add' })).data.outcome).toBe('done');
    await at.web.sessions.end(session?.id ?? '');
    expect((await callEvents(4)).toSorted()).toEqual(['call-done', 'call-intent', 'call-intent', 'call-unknown']);
    expect((await at.run(['log', 'verify'])).code).toBe(0);
  });

  test('a thousand calls at once are answered, and too many too fast are told to wait', async () => {
    const agent = await at.connect();
    const map = (n: number) => agent.call('primitive_map', { command: `cat notes-${n}.txt` });
    const said = await Promise.all(Array.from({ length: 1_000 }, (_, n) => map(n)));
    expect(new Set(said.map(({ data }) => data.maps_to))).toEqual(new Set(['io.read-file']));
    const [session] = at.web.sessions.all;
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const statuses = new Set<number>();
    for (let batch = 0; batch < 40 && !statuses.has(429); batch++)
      for (const { status } of await Promise.all(
        Array.from({ length: 100 }, () => post(ping, { 'mcp-session-id': session?.id ?? '' })),
      ))
        statuses.add(status);
    expect(statuses).toEqual(new Set([200, 429]));
  });
});
