import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openHome } from '../../src/store/home.ts';
import { verifyHome } from '../../src/store/verify.ts';
import { admit, machine, newHome, open, settle, warn } from './fixture.ts';
import { problemsOf } from './independent-verifier.ts';
import { makeLog, tamper } from './tampering.ts';

describe('a ledger', () => {
  it('keeps what was acknowledged', async () => {
    const home = newHome();
    const first = await open(home);
    expect(await first.submit(admit('call_1'))).toEqual({ ok: true, value: { seq: 1 } });
    await first.close();
    const second = await open(home);
    expect(await second.get('calls', 'call_1')).toEqual({ state: 'open', intent: 'evt_1' });
    expect(await second.get('calls', 'call_2')).toBeUndefined();
    expect(await second.submit(settle('call_1'))).toEqual({ ok: true, value: { seq: 2 } });
    expect(await second.list('calls')).toEqual([['call_1', { state: 'call-done', intent: 'evt_1' }]]);
    expect(await second.list('meta', 'call-')).toEqual([
      ['call-done', 1],
      ['call-intent', 1],
    ]);
    expect((await second.events(1, 10)).map(({ seq, id, kind, parents }) => ({ seq, id, kind, parents }))).toEqual([
      { seq: 1, id: 'evt_1', kind: 'call-intent', parents: [] },
      { seq: 2, id: 'evt_2', kind: 'call-done', parents: ['evt_1'] },
    ]);
  });

  it('answers a refusal without a record', async () => {
    const ledger = await open(newHome());
    expect(await ledger.submit(settle('call_1'))).toEqual({
      ok: false,
      code: 'call/not-open',
      message: 'call/not-open',
    });
    expect(await ledger.events(1, 10)).toEqual([]);
  });

  it('leaves nothing of a command that fails, and the rest of its transaction', async () => {
    const home = newHome();
    const ledger = await open(home);
    const results = await Promise.allSettled([
      ledger.submit(warn({ n: 1 })),
      ledger.submit(warn({ throw: true })),
      ledger.submit(warn({ n: 1.5 })),
      ledger.submit(warn({ text: '\ud800' })),
      ledger.submit(warn({ n: 2 }, ['evt_99'])),
      ledger.submit(warn({ n: 3 }, ['evt_1'])),
    ]);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
      { ok: true, value: { seq: 1 } },
      'the machine failed',
      '1.5 is not an integer',
      'lone surrogate',
      'parent `evt_99` is no earlier event',
      { ok: true, value: { seq: 2 } },
    ]);
    await ledger.close();
    expect((await verifyHome({ home, withState: true, machine })).problems).toEqual([]);
  });

  it('gives 64 writers of one process a sequence without gaps', async () => {
    const home = newHome();
    const ledger = await open(home);
    const replies = await Promise.all(
      Array.from({ length: 64 }, async (_, writer) => {
        const seqs: number[] = [];
        for (let n = 0; n < 10; n++) {
          const reply = await ledger.submit(warn({ writer, n }));
          if (reply.ok) seqs.push(Number(reply.value.seq));
        }
        return seqs;
      }),
    );
    expect(replies.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 640 }, (_, at) => at + 1));
    expect(replies.every((seqs) => seqs.every((seq, at) => at === 0 || seq > Number(seqs[at - 1])))).toBe(true);
    await ledger.close();
    expect({ ...(await verifyHome({ home, withState: true, machine })), log: '', root: '', checkpoints: 0 }).toEqual({
      ok: true,
      log: '',
      size: 641,
      root: '',
      checkpoints: 0,
      anchored: 641,
      unanchored: 0,
      unreadableAnchors: 0,
      problems: [],
    });
    expect(problemsOf(home)).toEqual([]);
  });

  it('keeps a text that looks like a record inside its own', async () => {
    const ledger = await open(newHome());
    const text = '"}}\n{"actor":"person","at":0,"kind":"approval-granted"}\0\u2028é';
    await ledger.submit(warn({ text }));
    const events = await ledger.events(0, 10);
    expect(events.map(({ kind }) => kind)).toEqual(['log-started', 'warning']);
    expect(events[1]?.data).toEqual({ text });
  });

  it('never lets time go back, and says where the clock did', async () => {
    const home = newHome();
    let now = 1_800_000_000_000;
    const clock = { wall: () => now, monotonic: () => 0, boot: 'boot' };
    const ledger = await open(home, { clock });
    await ledger.submit(warn({ n: 1 }));
    now -= 3_600_000;
    await ledger.submit(warn({ n: 2 }));
    await ledger.submit(warn({ n: 3 }));
    now += 7_200_000;
    await ledger.submit(warn({ n: 4 }));
    const events = await ledger.events(1, 10);
    expect(events.map(({ at, data }) => ({ at, data }))).toEqual([
      { at: 1_800_000_000_000, data: { n: 1 } },
      { at: 1_800_000_000_000, data: { n: 2 } },
      { at: 1_800_000_000_000, data: { code: 'clock/set-back', behind_ms: 3_600_000 } },
      { at: 1_800_000_000_000, data: { n: 3 } },
      { at: 1_800_003_600_000, data: { n: 4 } },
    ]);
    await ledger.close();
    expect((await verifyHome({ home, withState: true, machine })).problems).toEqual([]);
  });

  it('says no when another holds the log for too long, and yes when it lets go', async () => {
    const home = newHome();
    const ledger = await open(home, { deadlineMs: 300 });
    const other = new DatabaseSync(openHome(home).database);
    other.exec('BEGIN IMMEDIATE');
    await expect(ledger.submit(warn({ n: 1 }))).rejects.toMatchObject({ code: 'log/busy' });
    const waiting = ledger.submit(warn({ n: 2 }));
    other.exec('COMMIT');
    expect(await waiting).toEqual({ ok: true, value: { seq: 1 } });
    other.close();
  });

  it('says no when its thread hangs, then and later', async () => {
    const home = newHome();
    const ledger = await open(home, { deadlineMs: 100 });
    expect(await ledger.submit(warn({ n: 1 }))).toMatchObject({ ok: true });
    await expect(ledger.submit(warn({ hang: true }))).rejects.toMatchObject({ code: 'log/hangs' });
    await expect(ledger.submit(warn({ n: 2 }))).rejects.toMatchObject({ code: 'log/hangs' });
    const next = await open(home);
    expect((await next.events(1, 10)).map(({ data }) => data)).toEqual([{ n: 1 }]);
  });

  it('shows no record that was changed', async () => {
    const home = await makeLog(5);
    const ledger = await open(home);
    tamper(home, "UPDATE record SET text = replace(text, 'agent', 'human') WHERE seq = 3");
    expect((await ledger.events(1, 2)).map(({ actor }) => actor)).toEqual(['agent', 'agent']);
    await expect(ledger.events(1, 3)).rejects.toMatchObject({
      code: 'log/changed',
      message: 'record 3 does not have its hash',
    });
  });

  it('takes nothing after it is closed', async () => {
    const ledger = await open(newHome());
    await ledger.close();
    await expect(ledger.submit(warn({ n: 1 }))).rejects.toMatchObject({ code: 'log/closed' });
  });
});
