import type { Refusal } from '../exec/egress/refusal.ts';
import type { JailPlan } from '../exec/jail/jail-plan.ts';
import type { JailEnd } from '../exec/jail/run-jail.ts';
import type { JailFlaw } from '../exec/jail/visible-files.ts';
import type { Amounts } from '../exec/ledger/budget.ts';
import type { Reply } from '../exec/ledger/ledger.ts';
import type { Json } from '../ir/json.ts';
import type { Host } from './open-host.ts';

const nothing: Amounts = { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 };

export interface TunnelRecord {
  readonly kind: 'tunnel';
  readonly end: (outcome: 'done' | 'failed', data: { readonly [name: string]: Json }) => Promise<void>;
}

/** One run of a jail in the log: an intent before each thing that happens, and its end. */
export class JailRecord {
  readonly #host: Host;
  readonly #session: string;
  readonly #run: string;
  #intent: string | undefined;
  readonly #open = new Set<Promise<void>>();

  constructor(host: Host, session: string) {
    this.#host = host;
    this.#session = session;
    this.#run = this.#newCall();
  }

  async begin({ program, args, workspace, hosts, mounts, passed }: JailPlan): Promise<JailFlaw | undefined> {
    const reply = await this.#admit(this.#run, 'jail.run', 'person', {
      // Arguments may hold anything.
      command: this.#host.exec.commit([program, ...args]),
      program,
      workspace,
      hosts,
      mounts: mounts.map(({ host, access }) => ({ host, access })),
      variables: passed,
    });
    if (!reply.ok) return { kind: 'flaw', ...problemOf(reply) };
    this.#intent = String(reply.value.intent);
    return undefined;
  }

  async tunnel(origin: string): Promise<TunnelRecord | Refusal> {
    const call = this.#newCall();
    const reply = await this.#admit(call, 'jail.connect', 'agent', { origin });
    if (!reply.ok) return { kind: 'refusal', status: 403, ...problemOf(reply) };
    return {
      kind: 'tunnel',
      end: (outcome, data) => {
        const done = this.#settle(call, String(reply.value.intent), outcome, data).finally(() =>
          this.#open.delete(done),
        );
        this.#open.add(done);
        return done;
      },
    };
  }

  async refused({ code }: Refusal): Promise<void> {
    await this.#host.ledger.submit({
      kind: 'turned-away',
      call: this.#newCall(),
      session: this.#session,
      actor: 'agent',
      ...this.#parents(),
      how: 'denied',
      capability: 'jail.connect',
      decision: { code, rules: [] },
    });
  }

  async end(end: JailEnd): Promise<void> {
    await Promise.all(this.#open);
    const data: { readonly [name: string]: Json } =
      end.kind === 'ended' ? { exit_code: end.exitCode } : { code: end.code };
    await this.#settle(this.#run, this.#intent ?? '', end.kind === 'ended' ? 'done' : 'failed', data);
  }

  #admit(call: string, capability: string, actor: 'agent' | 'person', data: { readonly [name: string]: Json }) {
    return this.#host.ledger.submit({
      kind: 'admit',
      call,
      session: this.#session,
      actor,
      ...this.#parents(),
      capability,
      reserve: { ...nothing, calls: 1 },
      scopes: [`session:${this.#session}`, `capability:${capability}`],
      decision: { decision: 'allow', rules: ['jail (config.yaml)'] },
      data,
      process: this.#host.exec.process,
    });
  }

  async #settle(
    call: string,
    intent: string,
    outcome: 'done' | 'failed',
    data: { readonly [name: string]: Json },
  ): Promise<void> {
    const { ledger } = this.#host;
    const used = { ...nothing, calls: 1 };
    const by = { session: this.#session, actor: 'skillc', parents: [intent] } as const;
    await ledger.submit({ kind: 'settle', ...by, call, outcome, used, data }).catch(() => undefined);
  }

  #parents(): { readonly parents?: readonly string[] } {
    return this.#intent === undefined ? {} : { parents: [this.#intent] };
  }

  #newCall(): string {
    return `call_${Buffer.from(this.#host.exec.random(12)).toString('hex')}`;
  }
}

function problemOf({ code, message, remedy }: Extract<Reply, { ok: false }>): {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
} {
  return { code, message, ...(remedy === undefined ? {} : { remedy }) };
}
