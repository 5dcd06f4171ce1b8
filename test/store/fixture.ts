import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Admit, Settle, Warn } from '../../src/exec/ledger/command.ts';
import type { Ledger } from '../../src/exec/ledger/ledger.ts';
import type { Json } from '../../src/ir/json.ts';
import { type LedgerOptions, openLedger } from '../../src/store/open-ledger.ts';

export const machine = new URL('./machine.ts', import.meta.url).href;

const made: string[] = [];
const opened: Ledger[] = [];

afterEach(async () => {
  for (const ledger of opened.splice(0)) await ledger.close().catch(() => undefined);
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A directory of the test's own, gone after it. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'skillc-store-'));
  made.push(directory);
  return directory;
}

export function newHome(): string {
  return join(temporaryDirectory(), 'home');
}

export const clock = { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'boot' };

export async function open(home: string, more: Partial<LedgerOptions> = {}): Promise<Ledger> {
  const ledger = await openLedger({ home, clock, machine, ...more });
  opened.push(ledger);
  return ledger;
}

export function warn(data: { readonly [name: string]: Json }, parents?: readonly string[]): Warn {
  return { kind: 'warn', session: 's', actor: 'agent', data, ...(parents === undefined ? {} : { parents }) };
}

export const nothing = { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 };

export function admit(call: string): Admit {
  return {
    kind: 'admit',
    session: 's',
    actor: 'agent',
    call,
    capability: 'network.http-fetch',
    reserve: nothing,
    scopes: [],
    decision: null,
    data: {},
    process: { pid: process.pid, started: '0' },
  };
}

export function settle(call: string, outcome: Settle['outcome'] = 'done'): Settle {
  return { kind: 'settle', session: 's', actor: 'agent', call, outcome, used: nothing, data: {} };
}

export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}
