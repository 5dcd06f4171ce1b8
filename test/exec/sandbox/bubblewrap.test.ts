import { afterAll, describe, expect, test } from 'vitest';
import { openSandboxes, type SandboxOptions } from '../../../src/exec/sandbox/open.ts';
import type { Sandbox } from '../../../src/exec/sandbox/sandbox.ts';
import { neededHoldings } from '../../../src/exec/sandbox/self-test.ts';
import { programContract } from './program-contract.ts';
import { relayContract } from './relay-contract.ts';

const opened: { close: () => Promise<void> }[] = [];

async function open(options: SandboxOptions): Promise<Sandbox> {
  const sandboxes = openSandboxes(options);
  opened.push(sandboxes);
  const choice = await sandboxes.choose({ class: 'process' });
  if (choice.kind === 'refused') throw new Error(`${choice.message}; ${choice.remedy}`);
  return choice.sandbox;
}

afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
});

programContract('bubblewrap', () => open({}));

describe.each(['socat', 'python3', 'node'] as const)('bubblewrap with %s as relay', (relay) => {
  relayContract(() => open({ bubblewrap: { relays: [relay] } }));
});

describe('bubblewrap', () => {
  test('holds everything on this machine', async () => {
    expect((await open({})).isolation).toMatchObject({
      backend: 'bubblewrap',
      class: 'process',
      holds: expect.arrayContaining([...neededHoldings, 'processes']),
    });
  });
});
