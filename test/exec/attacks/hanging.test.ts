import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { ExecHost } from '../../../src/exec/market/host.ts';
import type { Broker } from '../../../src/exec/secrets/broker.ts';
import { approve, findApprovals } from '../../../src/host/approvals.ts';
import { openTestHost, reasonCode, recorder } from '../market/test-host.ts';

const PATIENCE_MS = 15_000;

const never = (): Promise<never> => new Promise(() => undefined);

test.concurrent('each part that never answers is waited for, but not for long', async () => {
  const [server, skillc] = [await recorder(), await openTestHost()];
  await skillc.secret('TOK', 'tok_CANARY_0123456789');
  await skillc.load(
    skillc.write('patient', {
      Get: `curl -s "$PATIENT_BASE_URL/x" -H "Authorization: Bearer $TOK"`,
    }),
  );
  const by = { session: 'default', actor: 'person' } as const;
  const { ledger } = skillc.host;
  await ledger.submit({ kind: 'set-setting', ...by, name: 'PATIENT_BASE_URL', value: server.origin });
  await skillc.approveAll('patient');
  const real = {
    submit: ledger.submit,
    foresee: ledger.foresee,
    get: ledger.get,
    list: ledger.list,
    events: ledger.events,
    close: ledger.close,
  };
  const hanging: readonly Partial<ExecHost>[] = [
    { ledger: { ...real, submit: never } },
    { ledger: { ...real, get: never } },
    { ledger: { ...real, list: never } },
    { operations: { find: never } },
    { broker: { open: never } as unknown as Broker },
  ];
  const started = Date.now();
  const outcomes = await Promise.all(hanging.map((exec) => skillc.ask('patient.get', {}, { exec })));
  expect(outcomes.map(reasonCode)).toEqual(hanging.map(() => 'host/hangs'));
  expect(Date.now() - started).toBeLessThan(PATIENCE_MS);
  expect(server.seen).toEqual([]);
  expect((await skillc.ask('patient.get')).outcome).toBe('done');
  await Promise.all([skillc.close(), server.close()]);
});

test.concurrent('another writer that never lets go of the log: every verb says so in time', async () => {
  const [server, other] = [await recorder(), await openTestHost()];
  const folder = other.write('held', {
    Get: `curl -s "${server.origin}/x"`,
    Post: `curl -s -d a=1 "${server.origin}/x"`,
  });
  await other.load(folder);
  const [first, second] = await findApprovals(other.host, 'held');
  if (first === undefined || second === undefined) throw new Error('nothing to approve');
  const answer = { session: 'default', actor: 'person', scope: 'always' } as const;
  await approve(other.host, first, answer);
  const lock = new DatabaseSync(join(other.home, 'ledger.db'));
  lock.exec('BEGIN IMMEDIATE');
  const started = Date.now();
  const codeOf = (work: Promise<unknown>) =>
    work.then(reasonOrOk, (error: { code?: string }) => error.code ?? String(error));
  const codes = await Promise.all([
    codeOf(other.ask('held.get')),
    codeOf(other.ask('held.post')),
    codeOf(other.load(other.write('third', { Get: `curl -s "${server.origin}/y"` }))),
    codeOf(approve(other.host, second, answer)),
  ]);
  expect(codes).toEqual(codes.map(() => expect.stringMatching(/^(?:log|store|host)\//)));
  expect(Date.now() - started).toBeLessThan(PATIENCE_MS);
  expect(server.seen).toEqual([]);
  lock.exec('ROLLBACK');
  lock.close();
  await other.reopen();
  expect((await other.ask('held.get')).outcome).toBe('done');
  await Promise.all([other.close(), server.close()]);
});

function reasonOrOk(value: unknown): string {
  const { reason, code, outcome } = value as {
    reason?: { code: string };
    code?: string;
    outcome?: { reason?: { code: string } };
  };
  return reason?.code ?? code ?? outcome?.reason?.code ?? JSON.stringify(value);
}
