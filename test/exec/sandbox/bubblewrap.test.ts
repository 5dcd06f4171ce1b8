import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/exec/sandbox/open.ts';
import { neededHoldings } from '../../../src/exec/sandbox/self-test.ts';
import { openProcessSandbox } from './process-sandbox.ts';
import { programContract } from './program-contract.ts';
import { relayContract } from './relay-contract.ts';

const open = (options: SandboxOptions) => openProcessSandbox(options, 'bubblewrap');

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
