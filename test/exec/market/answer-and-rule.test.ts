import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approve, deny, findApprovals, listApprovals, revoke } from '../../../src/host/approvals.ts';
import { verifyLog } from '../../../src/host/log.ts';
import { headerValues, openTestHost, type Recorder, reasonCode, recorder, type TestHost } from './test-host.ts';

/** What a person answered and what a rule allows: the stricter of the two holds. */

const person = { session: 'default', actor: 'person' } as const;
let server: Recorder;
let skillc: TestHost;

beforeEach(async () => {
  server = await recorder();
  skillc = await openTestHost();
  await skillc.load(
    skillc.write('both', {
      Plain: `curl -s ${server.origin}/plain`,
      Secret: `curl -s ${server.origin}/secret -H "X-Api-Key: $BOTH_KEY"`,
    }),
  );
  await skillc.secret('BOTH_KEY', 'canary-7f3a9c51');
});

afterEach(async () => {
  await Promise.all([skillc.close(), server.close()]);
});

/** Another process that finds a rule, or finds it gone. */
async function rule(allows: boolean): Promise<void> {
  const one = `{id: mine, when: 'call.origin == "${server.origin}"', decision: allow, reason: my own server}`;
  writeFileSync(join(skillc.home, 'policy.yaml'), `rules: [${allows ? one : ''}]\n`, { mode: 0o600 });
  await skillc.reopen();
}

async function questionOf(operation: string) {
  const found = (await findApprovals(skillc.host, 'both')).find(({ subject }) => subject.operation === operation);
  if (found === undefined) throw new Error(`no question of ${operation}`);
  return found;
}

test('a no stands whatever a rule allows, until a person says yes', async () => {
  const plain = await questionOf('plain');
  expect(await deny(skillc.host, plain, person)).toMatchObject({ ok: true });
  await rule(true);
  expect(reasonCode(await skillc.ask('both.plain'))).toBe('approval/denied');
  expect(server.seen).toEqual([]);
  expect(await approve(skillc.host, plain, { ...person, scope: 'session' })).toMatchObject({ ok: true });
  expect((await skillc.ask('both.plain')).outcome).toBe('done');
  expect(server.seen).toHaveLength(1);
});

test('a no stands when other content took its place, and when it was unloaded, and the same comes back', async () => {
  const plain = await questionOf('plain');
  expect(await deny(skillc.host, plain, person)).toMatchObject({ ok: true });
  await rule(true);
  const commands = { Plain: `curl -s ${server.origin}/plain`, Secret: `curl -s ${server.origin}/secret` };
  const same = { ...commands, Secret: `${commands.Secret} -H "X-Api-Key: $BOTH_KEY"` };
  await skillc.load(skillc.write('both', commands));
  expect((await skillc.ask('both.plain')).outcome).toBe('done');
  await skillc.load(skillc.write('both', same));
  expect(reasonCode(await skillc.ask('both.plain'))).toBe('approval/denied');
  expect(await skillc.host.ledger.submit({ ...person, kind: 'unload-skill', skill: 'both' })).toMatchObject({
    ok: true,
  });
  await skillc.load(skillc.write('both', same));
  expect(reasonCode(await skillc.ask('both.plain'))).toBe('approval/denied');
  expect(server.seen).toHaveLength(1);
  expect((await verifyLog(skillc.home)).ok).toBe(true);
  expect(await approve(skillc.host, await questionOf('plain'), { ...person, scope: 'session' })).toMatchObject({
    ok: true,
  });
  expect((await skillc.ask('both.plain')).outcome).toBe('done');
});

test('what nobody said no to is allowed by the rule alone', async () => {
  await rule(true);
  expect((await skillc.ask('both.plain')).outcome).toBe('done');
});

test.each(['revoked', 'denied'] as const)('a secret whose approval is %s is new again', async (how) => {
  const secret = await questionOf('secret');
  await approve(skillc.host, secret, { ...person, scope: 'session' });
  await rule(true);
  expect((await skillc.ask('both.secret')).outcome).toBe('done');
  expect(server.seen.flatMap((seen) => headerValues(seen, 'x-api-key'))).toEqual(['canary-7f3a9c51']);
  const reply = how === 'revoked' ? revoke(skillc.host, secret.id, person) : deny(skillc.host, secret, person);
  expect(await reply).toMatchObject({ ok: true });
  expect(reasonCode(await skillc.ask('both.secret'))).toBe(how === 'revoked' ? 'approval/needed' : 'approval/denied');
  expect(server.seen).toHaveLength(1);
  expect(await skillc.host.ledger.list('bindings', '')).toEqual([]);
  expect((await verifyLog(skillc.home)).ok).toBe(true);
});

test('a yes that a rule makes needless is listed and can be taken back', async () => {
  const plain = await questionOf('plain');
  await approve(skillc.host, plain, { ...person, scope: 'always' });
  await rule(true);
  const listed = await listApprovals(skillc.host);
  expect(listed.find(({ id }) => id === plain.id)).toMatchObject({ status: 'approved', subject: plain.subject });
  expect(await deny(skillc.host, plain, person)).toMatchObject({ ok: true });
  expect(reasonCode(await skillc.ask('both.plain'))).toBe('approval/denied');
  await rule(false);
  expect(reasonCode(await skillc.ask('both.plain'))).toBe('approval/denied');
  expect(server.seen).toEqual([]);
});
