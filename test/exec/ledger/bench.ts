import type { Admit, Command, Grant, LoadSkill, RequestApproval, Settle } from '../../../src/exec/ledger/command.ts';
import type { ChainEvent } from '../../../src/exec/ledger/event.ts';
import type { Moment, Reply } from '../../../src/exec/ledger/ledger.ts';
import { type MemoryLedger, type MemoryLedgerOptions, memoryLedger } from '../../../src/exec/ledger/memory-ledger.ts';

export const start = Date.UTC(2026, 0, 31);

/** A ledger with clocks that the test sets. */
export interface Bench {
  readonly ledger: MemoryLedger;
  readonly submit: (command: Command) => Promise<Reply>;
  /** The code of a refusal, or `ok`. */
  readonly code: (command: Command) => Promise<string>;
  readonly kinds: () => readonly string[];
  readonly last: () => ChainEvent | undefined;
  clock: Moment;
  /** Both clocks go on. */
  readonly wait: (ms: number) => void;
}

export function bench(options: Partial<MemoryLedgerOptions> = {}): Bench {
  const ledger = memoryLedger({ moment: () => made.clock, ...options });
  const made: Bench = {
    ledger,
    submit: ledger.submit,
    code: async (command) => {
      const reply = await ledger.submit(command);
      return reply.ok ? 'ok' : reply.code;
    },
    kinds: () => ledger.log.map(({ kind }) => kind),
    last: () => ledger.log.at(-1),
    clock: { wall: start, monotonic: 1_000, boot: 'boot-1' },
    wait: (ms) => {
      const { wall, monotonic, boot } = made.clock;
      made.clock = { wall: wall + ms, monotonic: monotonic + ms, boot };
    },
  };
  return made;
}

export const agent = { session: 'morning', actor: 'agent' } as const;
export const person = { session: 'host', actor: 'person' } as const;
export const machine = { session: 'morning', actor: 'skillc' } as const;

export const load: LoadSkill = {
  ...agent,
  kind: 'load-skill',
  skill: 'weather',
  digest: 'sha256:one',
  uri: 'https://example.com/skill.md',
  format: 'markdown',
  version: '1.0.0',
  operations: [{ name: 'today', plan: 'sha256:plan', approval: 'apr_today' }],
};

export const request: RequestApproval = {
  ...agent,
  kind: 'request-approval',
  id: 'apr_today',
  digest: 'sha256:bound',
  skill: 'weather',
  skillDigest: 'sha256:one',
  operation: 'today',
  subject: { effects: ['GET https://example.com/'] },
  parameters: 'hmac:paris',
  call: 'call_1',
};

export const grant: Grant = { ...person, kind: 'grant', id: 'apr_today', scope: 'session' };

export const admit: Admit = {
  ...agent,
  kind: 'admit',
  call: 'call_1',
  capability: 'network.http-fetch',
  skill: 'weather',
  skillDigest: 'sha256:one',
  approval: { id: 'apr_today', digest: 'sha256:bound', parameters: 'hmac:paris' },
  reserve: { calls: 1, network_bytes: 1_000, wall_clock_ms: 500, cpu_ms: 0, money: 0 },
  scopes: ['skill:weather'],
  decision: { rules: ['ask'] },
  data: { effects: [] },
  process: { pid: 7, started: '12345' },
};

/** A call that policy allows without asking, of no skill. */
export const plainAdmit: Admit = (() => {
  const { approval: _approval, skill: _skill, skillDigest: _digest, ...rest } = admit;
  return { ...rest, scopes: [] };
})();

export const settle: Settle = {
  ...machine,
  kind: 'settle',
  call: 'call_1',
  outcome: 'done',
  used: { calls: 1, network_bytes: 812, wall_clock_ms: 41, cpu_ms: 0, money: 0 },
  data: { status: 200 },
};

/** Loaded, asked and granted. */
export async function granted(scope: Grant['scope'], options?: Partial<MemoryLedgerOptions>): Promise<Bench> {
  const made = bench(options);
  for (const command of [load, request, { ...grant, scope }]) await made.submit(command);
  return made;
}
