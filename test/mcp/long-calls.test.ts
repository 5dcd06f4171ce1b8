import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Agent, type McpHome, mcpHome } from './mcp-home.ts';

// Many calls and processes: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

let at: McpHome;

beforeEach(async () => {
  at = await mcpHome();
  const line = `curl -s -X POST ${at.origin}/slow`;
  await at.run(['load', at.write('slow', `---\nname: slow\ndescription: d\n---\n## Send\n\n    ${line}\n`)]);
  await at.run(['approve', 'slow', '--yes', '--scope', 'always']);
});

afterEach(() => at.close());

describe.each(['legacy', 'modern'] as const)('a long call of a %s client', (era) => {
  test('says that it runs, and ends where the client cancels it', async () => {
    const agent = await at.connect({ era });
    const stopping = new AbortController();
    const heard: (readonly [number, number | undefined, string | undefined])[] = [];
    const calling = agent.call(
      'skill_execute',
      { capability: 'slow.send' },
      {
        signal: stopping.signal,
        onprogress: (one) => {
          heard.push([one.progress, one.total, one.message]);
          if (heard.length === 2) stopping.abort();
        },
      },
    );
    await expect(calling).rejects.toThrow();
    const [[first = 0] = [], [second = 0] = []] = heard;
    expect(heard).toEqual([first, second].map((at) => [at, 60, `running for ${Math.round(at)} s`]));
    expect(first).toBeLessThan(second);
    expect(await endOf(agent)).toEqual(['call-intent', 'call-unknown']);
  });

  test('that was cancelled leaves room for the next', async () => {
    await at.run(['load', at.skill]);
    await at.run(['approve', 'demo', '--yes', '--scope', 'always']);
    const agent = await at.connect({ era });
    const stopping = new AbortController();
    const calls = Array.from({ length: 20 }, () =>
      agent.call('skill_execute', { capability: 'slow.send' }, { signal: stopping.signal }).catch(() => 'cancelled'),
    );
    while (at.seen.length < 8) await new Promise((next) => setTimeout(next, 10));
    stopping.abort();
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'cancelled'));
    expect((await agent.call('skill_execute', { capability: 'demo.add' })).data.outcome).toBe('done');
    // What waited for its turn never began.
    expect(at.seen.map(({ url }) => url)).toEqual([...Array.from({ length: 8 }, () => '/slow'), '/v1/items']);
  });
});

/** The events of calls, once the last has ended. */
async function endOf(agent: Agent): Promise<readonly string[]> {
  await agent.close();
  const { document } = await at.json(['log']);
  return document.events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('call-'));
}
