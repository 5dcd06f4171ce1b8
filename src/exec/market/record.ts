import type { Json } from '../../ir/json.ts';
import type { Used } from '../outcome.ts';
import { known, type Progress } from './ask.ts';
import type { ExecHost } from './host.ts';
import { inTime, SHORT_PATIENCE_MS } from './in-time.ts';
import { outputDigest } from './result.ts';
import { type Stop, stop } from './stop.ts';

/** Denials are recorded too. If even that fails, the answer stays no. */
export async function recordTurnedAway(stopped: Stop, progress: Progress, host: ExecHost): Promise<void> {
  const { ask, callId, operation } = progress;
  const record = async () =>
    host.ledger.submit({
      kind: 'turned-away',
      call: callId,
      session: ask.session,
      actor: ask.actor,
      ...(ask.parents === undefined ? {} : { parents: ask.parents }),
      how: stopped.how,
      capability: operation?.id ?? ask.capability.slice(0, 200),
      ...(operation?.loaded === true ? { skill: operation.skill } : {}),
      ...(operation === undefined
        ? {}
        : { derivedFrom: { uri: operation.source, digest: operation.skillDigest, span: operation.plan.span } }),
      ...(stopped.approval === undefined ? {} : { approval: stopped.approval }),
      decision: {
        code: stopped.reason.code,
        ...(stopped.because === undefined ? {} : { because: stopped.because }),
        rules: stopped.reason.rules,
      },
    });
  await inTime(SHORT_PATIENCE_MS, 'the log', record).catch(() => undefined);
}

/** How an intent ended. */
export interface Ended {
  readonly outcome: 'done' | 'failed' | 'unknown';
  /** What is counted for this intent: without what its children were counted for. */
  readonly used: Used;
  readonly stdout: Uint8Array;
  readonly code?: string | undefined;
  readonly more: { readonly [name: string]: Json };
}

/** The log gets what was used, the digest of what came out, and scrubbed facts; never the output itself. */
export async function settle(progress: Progress, host: ExecHost, ended: Ended): Promise<Stop | undefined> {
  const { outcome, stdout, code, more } = ended;
  const { calls, cpu_ms, network_bytes, wall_clock_ms } = ended.used;
  const secrets = known(progress.secrets, 'secrets');
  // In the order of the canonical form, as the log writes it.
  const data = {
    ...(code === undefined ? {} : { code }),
    output: { bytes: stdout.length, digest: outputDigest(stdout) },
    ...more,
  };
  const reply = await host.ledger.submit({
    kind: 'settle',
    call: progress.callId,
    session: progress.ask.session,
    actor: 'skillc',
    parents: [known(progress.intent, 'admit')],
    outcome,
    used: { calls, cpu_ms, money: 0, network_bytes, wall_clock_ms },
    data: secrets.scrub.json(data as unknown as Json) as { readonly [name: string]: Json },
  });
  return reply.ok ? undefined : stop('denied', reply.code, reply.message);
}
