import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Agent, type McpHome, mcpHome } from './mcp-home.ts';

let at: McpHome;
let agent: Agent;

beforeEach(async () => {
  at = await mcpHome();
  await at.run(['load', at.skill]);
  await at.run(['approve', 'demo', '--yes', '--scope', 'always']);
  agent = await at.connect();
});

afterEach(() => at.close());

const add = async () => agent.call('skill_execute', { capability: 'demo.add' });
const write = (name: string, text: string) => writeFileSync(join(at.home, name), text);

test('a rule counts for agents that are connected already, from the moment it is written', async () => {
  expect((await add()).data.outcome).toBe('done');
  write('policy.yaml', 'rules:\n  - { id: none, when: "call.skill == \\"demo\\"", decision: deny, reason: not now }\n');
  const denied = await add();
  expect([denied.data.outcome, denied.data.reason.rules]).toEqual(['denied', ['none']]);
  write('policy.yaml', 'rules: [');
  expect((await add()).data.outcome).toBe('denied');
  rmSync(join(at.home, 'policy.yaml'));
  expect((await add()).data.outcome).toBe('done');
});

test('a configuration that cannot be read stops every tool until it can', async () => {
  write('config.yaml', 'mcp: { elicitation: perhaps }\n');
  const stopped = await add();
  expect([stopped.isError, stopped.text]).toEqual([true, expect.stringMatching(/config\/invalid.*\n.*docs\/cli\.md/)]);
  write('config.yaml', '');
  expect((await add()).data.outcome).toBe('done');
});

test('a home that cannot be opened is told, and opened once it can', async () => {
  const other = await mcpHome();
  try {
    other.write('home', '');
    writeFileSync(join(other.home, 'config.yaml'), 'nonsense: 1\n');
    const early = await other.connect();
    expect((await early.call('skill_search')).text).toContain('config/invalid');
    rmSync(join(other.home, 'config.yaml'));
    expect((await early.call('skill_search')).data.total).toBe(0);
  } finally {
    await other.close();
  }
});
