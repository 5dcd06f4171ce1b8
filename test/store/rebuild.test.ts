import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Random, random } from '../../scripts/fuzz/random.ts';
import type { Command } from '../../src/exec/ledger/command.ts';
import { Frontier } from '../../src/store/chain/merkle.ts';
import { ClockWatch } from '../../src/store/clock-watch.ts';
import { schema } from '../../src/store/database.ts';
import { foldRecords } from '../../src/store/fold.ts';
import { Log } from '../../src/store/log.ts';
import { rebuildState } from '../../src/store/rebuild.ts';
import { resetLog } from '../../src/store/reset.ts';
import { StateTables } from '../../src/store/state-tables.ts';
import { runTransaction } from '../../src/store/transaction.ts';
import { verifyHome } from '../../src/store/verify.ts';
import { admit, open, settle, machine as url, warn } from './fixture.ts';
import * as machine from './machine.ts';
import { makeLog, tamper } from './tampering.ts';

/** 1,000 logs by `SKILLC_LOGS=1000`. */
const logs = Number(process.env.SKILLC_LOGS ?? 100);

describe('state', () => {
  it('is what the log folds to, for any log', () => {
    const different: number[] = [];
    for (let seed = 0; seed < logs; seed++) {
      const live = memoryDatabase();
      writeRandomLog(live, random(seed));
      const again = memoryDatabase();
      foldRecords(live, again, machine.apply);
      if (rows(live) !== rows(again) || rows(live) === '[]') different.push(seed);
    }
    expect(different).toEqual([]);
  });

  it('is made again from the log', async () => {
    const home = await makeLog(10);
    tamper(home, "UPDATE state SET value = '0'");
    expect((await verifyHome({ home, withState: true, machine: url })).ok).toBe(false);
    await rebuildState({ home, apply: machine.apply });
    expect((await verifyHome({ home, withState: true, machine: url })).problems).toEqual([]);
  });

  it.each([
    ['a changed id', "UPDATE record SET text = replace(text, 'evt_4', 'evt_9') WHERE seq = 5"],
    ['another actor', `UPDATE record SET text = replace(text, '"actor":"', '"actor":"x') WHERE seq = 5`],
    ['a leaf', 'UPDATE record SET leaf = (SELECT leaf FROM record WHERE seq = 4) WHERE seq = 5'],
    ['a cut', 'DELETE FROM record WHERE seq > 5'],
  ])('is not made from a log with %s, and stays as it was', async (_what, sql) => {
    const home = await makeLog(10);
    const before = stateOf(home);
    tamper(home, sql);
    await expect(rebuildState({ home, apply: machine.apply })).rejects.toMatchObject({ code: 'log/changed' });
    expect(stateOf(home)).toBe(before);
  });
});

describe('a reset', () => {
  it('starts another log that names the one before', async () => {
    const home = await makeLog(10);
    const { log } = await verifyHome({ home });
    tamper(home, 'DELETE FROM record WHERE seq > 5; UPDATE head SET size = 6; DELETE FROM checkpoint');
    await expect(open(home)).rejects.toMatchObject({ code: 'log/cut' });
    resetLog({ home, apply: machine.apply, wall: Date.now() });
    const ledger = await open(home);
    const [first] = await ledger.events(0, 1);
    expect(first?.data.previous).toEqual({ log, size: 6, anchored: expect.stringContaining(`skillc/${log}\n10\n`) });
    expect(await ledger.submit(warn({ n: 1 }))).toEqual({ ok: true, value: { seq: 1 } });
    await ledger.close();
    expect((await verifyHome({ home, withState: true, machine: url })).problems).toEqual([]);
  });

  it('is also the way out of a home whose log is gone', async () => {
    const home = await makeLog(3);
    rmSync(join(home, 'ledger.db'));
    await expect(open(home)).rejects.toMatchObject({ code: 'log/missing' });
    const { log } = resetLog({ home, apply: machine.apply, wall: Date.now() });
    const ledger = await open(home);
    expect((await ledger.events(0, 9)).map(({ data }) => data.log)).toEqual([log]);
  });
});

function memoryDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(schema);
  return db;
}

function rows(db: DatabaseSync): string {
  return JSON.stringify(db.prepare('SELECT * FROM state ORDER BY tbl, key').all());
}

/** Random commands, several in a transaction. */
function writeRandomLog(db: DatabaseSync, chance: Random): void {
  const log = new Log(db);
  log.append('log', [], new Frontier(), 0);
  const opened = {
    db,
    log,
    machine,
    state: new StateTables(db),
    clockWatch: new ClockWatch(),
    sign: () => undefined,
    beforeCommit: () => undefined,
  };
  let wall = 1_800_000_000_000;
  for (let round = 0; round < 10; round++) {
    wall += chance.below(10_000) - 3000;
    const asked = Array.from({ length: 1 + chance.below(8) }, () => ({
      command: randomCommand(chance),
      moment: { wall, monotonic: 0, boot: 'boot' },
    }));
    runTransaction(opened, asked);
  }
}

function randomCommand(chance: Random): Command {
  const call = `call_${chance.below(20)}`;
  return chance.pick<() => Command>([
    () => admit(call),
    () => settle(call, chance.pick(['done', 'failed', 'unknown'] as const)),
    () => warn({ n: chance.below(9), throw: chance.chance(0.1) }),
    () => ({ kind: 'recover', session: 's', actor: 'skillc', gone: [] }),
  ])();
}

function stateOf(home: string): string {
  const db = new DatabaseSync(join(home, 'ledger.db'), { readOnly: true });
  try {
    return rows(db);
  } finally {
    db.close();
  }
}
