import { randomBytes } from 'node:crypto';
import { approvalOf, approvalSubject } from '../../src/exec/approvals/subject.ts';
import type { Amounts } from '../../src/exec/ledger/budget.ts';
import type { Ledger } from '../../src/exec/ledger/ledger.ts';
import { memoryLedger } from '../../src/exec/ledger/memory-ledger.ts';
import type { ExecHost, RegisteredOperation } from '../../src/exec/market/host.ts';
import { call } from '../../src/exec/market/marketplace.ts';
import type { Outcome } from '../../src/exec/outcome.ts';
import { loadPolicy } from '../../src/exec/policy/load.ts';
import type { HttpProvider } from '../../src/exec/providers/http/provider.ts';
import { println } from '../../src/exec/providers/io/println.ts';
import { readGranted } from '../../src/exec/providers/io/read-granted.ts';
import { noNeeds } from '../../src/exec/providers/program/plan-needs.ts';
import { Broker } from '../../src/exec/secrets/broker.ts';
import { memoryStore } from '../../src/exec/secrets/store/memory-store.ts';
import { SecretValue } from '../../src/exec/secrets/value.ts';
import { canonicalJson, sha256 } from '../../src/ir/digest.ts';
import type { Json } from '../../src/ir/json.ts';
import { planDigest } from '../../src/ir/plan-digest.ts';
import type { ExecutionJob } from './execution-jobs.ts';

const session = 'differential';
const skill = 'differential';
const skillDigest = sha256('differential');
const limits: Amounts = { calls: 1, network_bytes: 10_000_000, wall_clock_ms: 60_000, cpu_ms: 30_000, money: 0 };
const clock = { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'differential' };
const person = { session, actor: 'person' } as const;

export interface Executed {
  readonly outcome: Outcome;
  readonly approved: boolean;
}

/** The whole way of a call: every gate, a person who says yes where one is asked, and the provider. */
export async function execute(job: ExecutionJob, http: HttpProvider, workspace: string): Promise<Executed> {
  const ledger = memoryLedger({
    moment: () => ({ wall: Date.now(), monotonic: Math.round(performance.now()), boot: clock.boot }),
  });
  const operation = operationOf(job);
  const host = hostFor(job, operation, ledger, http, workspace);
  await prepare(job, host, ledger);
  const ask = { capability: operation.id, input: job.inputs, session, actor: 'agent' } as const;
  const first = await call(ask, host);
  if (first.outcome !== 'waiting' || first.approval_id === undefined) return { outcome: first, approved: false };
  const granted = await ledger.submit({ kind: 'grant', ...person, id: first.approval_id, scope: 'once' });
  if (!granted.ok) throw new Error(`${granted.code}: ${granted.message}`);
  return { outcome: await call(ask, host), approved: true };
}

function operationOf({ plan }: ExecutionJob): RegisteredOperation {
  return {
    id: `${skill}.${plan.operation}`,
    loaded: true,
    skill,
    skillDigest,
    source: 'SKILL.md',
    plan,
    bundle: new Map(),
    stores: new Map(),
  };
}

function hostFor(
  job: ExecutionJob,
  operation: RegisteredOperation,
  ledger: Ledger,
  http: HttpProvider,
  workspace: string,
): ExecHost {
  const random = (bytes: number): Uint8Array => Uint8Array.from(randomBytes(bytes));
  return {
    ledger,
    policy: loadPolicy([]),
    broker: new Broker({ store: storeOf(job.secrets), timeoutMs: 5_000, random }),
    keepSecret: async () => false,
    operations: { find: async () => ({ kind: 'operation', operation }) },
    http,
    providers: () => new Map([['io.println', println]]) as ReturnType<ExecHost['providers']>,
    programs: new Map(),
    needs: async () => noNeeds,
    keepBytes: async (bytes) => sha256(bytes),
    readFile: (grants, path) => {
      const found = readGranted(grants, path, 1_000_000);
      return found.kind === 'refused' ? undefined : found.bytes;
    },
    files: { workspace, home: '/home/empty', forbidden: [] },
    clock,
    random,
    commit: (value) => sha256(canonicalJson(value)),
    capabilities: sha256('capabilities'),
    limits,
    process: { pid: process.pid, started: 'now' },
  };
}

function storeOf(secrets: ExecutionJob['secrets']) {
  return memoryStore(
    new Map(
      Object.entries(secrets).map(([name, text]) => {
        const made = SecretValue.of(text, { allowShort: true });
        if (made.kind === 'refused') throw new Error(`${name}: ${made.message}`);
        return [name, made.value];
      }),
    ),
  );
}

/** Loaded, set and bound as a person does it before the first call. */
async function prepare({ plan, settings }: ExecutionJob, host: ExecHost, ledger: Ledger): Promise<void> {
  const subject = approvalSubject(plan, {
    skill,
    skillDigest,
    source: 'SKILL.md',
    settings: new Map(Object.entries(settings)),
    limits,
    capabilities: host.capabilities,
  });
  const commands = [
    {
      kind: 'load-skill',
      ...person,
      skill,
      digest: skillDigest,
      uri: 'SKILL.md',
      format: 'markdown',
      version: '1.0.0',
      operations: [{ name: plan.operation, plan: planDigest(plan), approval: approvalOf(subject).id }],
    },
    ...Object.entries(settings).map(
      ([name, value]) => ({ kind: 'set-setting', ...person, name, skill, value }) as const,
    ),
    ...subject.secrets.map((use) => ({ kind: 'bind-secret', ...person, ...use, skill }) as const),
  ] as const;
  for (const command of commands) {
    const reply = await ledger.submit(command);
    if (!reply.ok) throw new Error(`${reply.code}: ${reply.message} ${JSON.stringify(command as unknown as Json)}`);
  }
}
