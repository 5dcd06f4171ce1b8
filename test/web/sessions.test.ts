import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { raw, transportTo, type WebHome, webHome } from './web-home.ts';

let at: WebHome;

beforeEach(async () => {
  at = await webHome({ most: 4 });
  const note = `---\nname: note\ndescription: d\n---\n## Keep\n\n    echo hello > note.txt\n`;
  await at.run(['load', at.write('note', note)]);
  await at.run(['load', at.skill]);
});

afterEach(() => at.close());

describe('sessions', () => {
  test('share neither files', async () => {
    await at.run(['approve', 'note', '--yes', '--scope', 'always']);
    const [one] = [await at.connect(), await at.connect()];
    expect((await one.call('skill_execute', { capability: 'note.keep' })).data.outcome).toBe('done');
    const folders = at.web.sessions.all.map(({ mcp }) => mcp.options.workspace ?? '');
    expect(folders.map((folder) => existsSync(join(folder, 'note.txt')))).toEqual([true, false]);
    expect(readFileSync(join(folders[0] ?? '', 'note.txt'), 'utf8')).toBe('hello\n');
    await one.client.close();
    const [session] = at.web.sessions.all;
    await at.web.sessions.end(session?.id ?? '');
    expect(existsSync(folders[0] ?? '')).toBe(false);
  });

  test('nor approvals', async () => {
    const [one, two] = [await at.connect(), await at.connect()];
    const waits = await one.call('skill_execute', { capability: 'demo.add' });
    await at.run(['approve', waits.data.approval_id, '--scope', 'session']);
    expect((await one.call('skill_execute', { capability: 'demo.add', params: { n: 2 } })).data.outcome).toBe('done');
    expect((await two.call('skill_execute', { capability: 'demo.add', params: { n: 2 } })).data.outcome).toBe(
      'waiting',
    );
  });

  test('nor budgets', async () => {
    await at.run(['approve', 'demo', '--yes', '--scope', 'always']);
    const [one, two] = [await at.connect(), await at.connect()];
    await at.run(['budget', 'set', `session:${one.session}`, 'calls', '1']);
    const outcomes = [];
    for (const agent of [one, one, two, two])
      outcomes.push((await agent.call('skill_execute', { capability: 'demo.add' })).data.outcome);
    expect(outcomes).toEqual(['done', 'over-budget', 'done', 'done']);
  });

  test('are as many as may be, and no more', async () => {
    for (let n = 0; n < 4; n++) await at.connect();
    await expect(at.connect()).rejects.toThrow(/too many agents/);
    await at.web.sessions.end(at.web.sessions.all[0]?.id ?? '');
    await at.connect();
  });

  test('end when their client says so, and an id that was is none', async () => {
    const agent = await at.connect();
    const [session] = at.web.sessions.all;
    const headers = {
      authorization: `Bearer ${at.web.tokens.agent}`,
      'mcp-session-id': session?.id ?? '',
      'mcp-protocol-version': '2025-11-25',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect((await raw(`${at.web.url}/mcp`, headers, 'POST', ping)).status).toBe(200);
    expect((await raw(`${at.web.url}/mcp`, headers, 'DELETE')).status).toBe(200);
    expect((await raw(`${at.web.url}/mcp`, headers, 'POST', ping)).status).toBe(404);
    expect(at.web.sessions.all).toEqual([]);
    await agent.client.close();
  });
});

describe('a client that knows no sessions', () => {
  test('gets one all the same where it can speak the older protocol', async () => {
    const client = new Client({ name: 'auto', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(transportTo(at.web, at.web.tokens.agent, 'legacy'));
    expect([client.getNegotiatedProtocolVersion(), at.web.sessions.all.length]).toEqual(['2025-11-25', 1]);
    await client.close();
  });

  test('is told what to send where it cannot', async () => {
    const client = new Client({ name: 'new', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await expect(client.connect(transportTo(at.web, at.web.tokens.agent, 'legacy'))).rejects.toThrow();
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope } });
    const headers = {
      authorization: `Bearer ${at.web.tokens.agent}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
    };
    const without = await raw(`${at.web.url}/mcp`, headers, 'POST', body);
    expect([without.status, JSON.parse(without.text).error.message]).toEqual([
      400,
      expect.stringContaining('send a random Skillc-Session header'),
    ]);
    const weak = await raw(`${at.web.url}/mcp`, { ...headers, 'skillc-session': 'me' }, 'POST', body);
    expect([weak.status, at.web.sessions.all]).toEqual([400, []]);
  });
});
