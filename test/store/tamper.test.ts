import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Frontier } from '../../src/store/chain/merkle.ts';
import { verifyHome } from '../../src/store/verify.ts';
import { newHome, open, warn } from './fixture.ts';
import { problemsOf } from './independent-verifier.ts';
import { copyOf, makeLog, rewrite, tamper, textOf, verdicts } from './tampering.ts';

describe('a log that was changed', () => {
  /** A sample: every byte of a thousand records is flipped by `npm run tamper -- --all`. */
  it('is found whichever bit of a record is flipped, and the record named', { timeout: 60_000 }, async () => {
    const home = await makeLog(200);
    expect(await verdicts(home)).toMatchObject({ found: [], second: false });
    const db = new DatabaseSync(join(home, 'ledger.db'));
    db.exec('PRAGMA synchronous = OFF');
    const rows = db.prepare('SELECT seq, CAST(text AS BLOB) AS text, leaf FROM record ORDER BY seq').all();
    const set = db.prepare('UPDATE record SET text = CAST(? AS TEXT), leaf = ? WHERE seq = ?');
    const missed: string[] = [];
    let flips = 0;
    for (const row of rows) {
      const seq = Number(row.seq);
      const text = row.text as Uint8Array;
      const leaf = row.leaf as Uint8Array;
      const all = Buffer.concat([text, leaf]);
      const step = seq % 50 === 0 ? 7 : 61;
      for (let at = seq % step; at < all.length; at += step) {
        const flipped = Buffer.from(all);
        flipped[at] = (flipped[at] as number) ^ (1 << (flips % 8));
        flips++;
        set.run(flipped.subarray(0, text.length), flipped.subarray(text.length), seq);
        const report = await verifyHome({ home });
        if (!report.problems.some(({ record }) => record === seq)) missed.push(`record ${seq}, byte ${at}`);
        if (flips % 10 === 0 && problemsOf(home).length === 0)
          missed.push(`second verifier: record ${seq}, byte ${at}`);
        set.run(text, leaf, seq);
      }
    }
    db.close();
    expect({ missed, enough: flips > 500 }).toEqual({ missed: [], enough: true });
    expect(await verdicts(home)).toMatchObject({ found: [], second: false });
  });

  it('is found whichever record is removed, swapped, cut off or inserted', () => {
    const script = fileURLToPath(new URL('../../scripts/tamper.ts', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [script, '--records', '40'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/ in a log of 40: 0 missed\n$/)]);
  });

  it('is found where records are removed, inserted, swapped or doubled', async () => {
    const home = await makeLog(20, 10);
    const cases: [string, (home: string) => void, string][] = [
      ['removed', (at) => tamper(at, 'DELETE FROM record WHERE seq = 7'), 'record/missing 7 7'],
      [
        'changed',
        (at) => tamper(at, "UPDATE record SET text = replace(text, 'agent', 'human') WHERE seq = 7"),
        'record/changed 7',
      ],
      [
        'swapped',
        (at) =>
          tamper(
            at,
            'UPDATE record SET seq = -1 WHERE seq = 7; UPDATE record SET seq = 7 WHERE seq = 8; UPDATE record SET seq = 8 WHERE seq = -1',
          ),
        'record/form 7',
      ],
      [
        'doubled',
        (at) => tamper(at, 'INSERT INTO record SELECT 20, text, leaf FROM record WHERE seq = 7'),
        'record/form 20',
      ],
      [
        'removed, the rest moved up',
        (at) =>
          tamper(
            at,
            'DELETE FROM record WHERE seq = 7; UPDATE record SET seq = seq - 1 WHERE seq > 7; UPDATE head SET size = 19',
          ),
        'record/form 7',
      ],
      ['inserted', (at) => rewrite(at, 7, textOf(at, 6)), 'record/form 7'],
      [
        'changed with its hash',
        (at) => rewrite(at, 13, textOf(at, 13).replace('agent', 'human')),
        'records/changed 10 19',
      ],
      ['orphaned', (at) => rewrite(at, 13, textOf(at, 13).replace('evt_12', 'evt_99')), 'record/form 13'],
      ['its own cause', (at) => rewrite(at, 13, textOf(at, 13).replace('evt_12', 'evt_13')), 'record/form 13'],
      [
        'older than the one before',
        (at) => rewrite(at, 13, textOf(at, 13).replace(/"at":\d+/, '"at":1')),
        'record/time 13',
      ],
      ['not canonical', (at) => rewrite(at, 13, textOf(at, 13).replace('"n":13', '"n":13.0')), 'record/form 13'],
      ['another member', (at) => rewrite(at, 13, textOf(at, 13).replace(/\}$/, ',"zero":0}')), 'record/form 13'],
    ];
    for (const [name, change, expected] of cases) {
      const changed = copyOf(home);
      change(changed);
      const { found, second } = await verdicts(changed);
      expect({ name, found: found.includes(expected) ? expected : found, second }).toEqual({
        name,
        found: expected,
        second: true,
      });
    }
    expect(await verdicts(copyOf(home))).toMatchObject({ found: [], second: false });
  });

  it('is found where head, checkpoint or state are changed', async () => {
    const home = await makeLog(20, 10);
    const cases: [string, string][] = [
      ['UPDATE head SET frontier = zeroblob(64)', 'head/wrong'],
      ["UPDATE checkpoint SET note = replace(note, '10', '11') WHERE size = 10", 'checkpoint/bad 9'],
      ["UPDATE state SET value = '99' WHERE key = 'warning'", 'state/wrong'],
      ["DELETE FROM state WHERE key = 'warning'", 'state/wrong'],
      ["INSERT INTO state VALUES ('grants', 'all', 'true')", 'state/wrong'],
    ];
    for (const [sql, expected] of cases) {
      const changed = copyOf(home);
      tamper(changed, sql);
      expect({ sql, found: (await verdicts(changed)).found }).toEqual({ sql, found: [expected] });
    }
  });
});

describe('a log of more than one chunk', () => {
  it('is verified in threads as in one', async () => {
    const home = await makeLog(16_500);
    const one = await verifyHome({ home, threads: 1 });
    expect(await verifyHome({ home })).toEqual(one);
    expect({ ok: one.ok, size: one.size, unanchored: one.unanchored }).toEqual({
      ok: true,
      size: 16_500,
      unanchored: 0,
    });
    tamper(home, "UPDATE record SET text = replace(text, 'agent', 'human') WHERE seq IN (5, 16450)");
    const { problems } = await verifyHome({ home });
    expect(problems.map(({ code, record }) => `${code} ${record}`)).toEqual([
      'record/changed 5',
      'record/changed 16450',
    ]);
    tamper(home, 'DELETE FROM record WHERE seq = 16384');
    expect((await verifyHome({ home })).problems.map(({ code, record }) => `${code} ${record}`)).toEqual([
      'record/changed 5',
      'record/missing 16384',
    ]);
  });
});

describe('a log that was cut', () => {
  it('is refused at every record before the anchor', async () => {
    const home = await makeLog(12);
    for (let size = 1; size < 12; size++) {
      const cut = copyOf(home);
      cutTo(cut, home, size);
      const { found, second } = await verdicts(cut);
      expect({ size, found, second }).toEqual({ size, found: [`records/cut ${size} 11`], second: true });
      if (size % 5 !== 1) continue;
      await expect(open(cut)).rejects.toMatchObject({ code: 'log/cut', remedy: 'skillc log reset --acknowledge' });
    }
    const clumsy = [
      'DELETE FROM record WHERE seq > 5',
      'DELETE FROM record WHERE seq > 5; UPDATE head SET size = 6, frontier = zeroblob(64)',
    ];
    for (const sql of clumsy) {
      const cut = copyOf(home);
      tamper(cut, sql);
      await expect(open(cut)).rejects.toMatchObject({ code: 'log/cut' });
    }
    const whole = await open(copyOf(home));
    expect(await whole.submit(warn({ n: 12 }))).toEqual({ ok: true, value: { seq: 12 } });
  });

  it('reports the tail that no anchor covers', async () => {
    const home = newHome();
    const ledger = await open(home);
    await ledger.submit(warn({ n: 1 }));
    const { ok, size, anchored, unanchored } = await verifyHome({ home });
    expect({ ok, size, anchored, unanchored }).toEqual({ ok: true, size: 2, anchored: 0, unanchored: 2 });
    await ledger.close();
    const after = await verifyHome({ home });
    expect({ anchored: after.anchored, unanchored: after.unanchored }).toEqual({ anchored: 2, unanchored: 0 });
  });

  it('is refused where it is gone, where its id is gone, and where its anchors are', async () => {
    const home = await makeLog(5);
    const without = (...paths: string[]): string => {
      const copy = copyOf(home);
      for (const path of paths) rmSync(join(copy, path), { recursive: true });
      return copy;
    };
    const remedy = 'skillc log reset --acknowledge';
    await expect(open(without('ledger.db'))).rejects.toMatchObject({ code: 'log/missing', remedy });
    await expect(open(without('log-id'))).rejects.toMatchObject({ code: 'log/id-missing', remedy });
    await expect(open(without('../home-anchors'))).rejects.toMatchObject({ code: 'log/anchors-missing', remedy });
    const fresh = await open(without('ledger.db', 'log-id'));
    expect((await fresh.events(0, 9)).map(({ kind }) => kind)).toEqual(['log-started']);
  });
});

describe('a log whose end was changed', () => {
  const remedy = 'skillc log verify';
  /** Long enough for a beginning that is not looked at, with checkpoints in between. */
  const long = async () => {
    const home = await makeLog(600, 300);
    const more = await open(home);
    for (let n = 600; n < 700; n++) await more.submit(warn({ n }));
    await more.close();
    return home;
  };

  it.each([
    ['a byte', (at: string) => tamper(at, "UPDATE record SET text = replace(text, 'agent', 'agens') WHERE seq = 690")],
    ['a hash', (at: string) => tamper(at, 'UPDATE record SET leaf = zeroblob(32) WHERE seq = 690')],
    ['a record with its hash', (at: string) => rewrite(at, 690, textOf(at, 690).replace('agent', 'human'))],
    ['a record is gone', (at: string) => tamper(at, 'DELETE FROM record WHERE seq = 690')],
    ['the head', (at: string) => tamper(at, 'UPDATE head SET frontier = zeroblob(length(frontier))')],
  ])('is not written to: %s', async (_what, change) => {
    const home = await long();
    change(home);
    await expect(open(home)).rejects.toMatchObject({ code: 'log/changed', remedy });
    expect((await verifyHome({ home })).ok).toBe(false);
  });

  it.each(['SELECT 1', 'DROP TABLE frontier', 'UPDATE frontier SET subtrees = zeroblob(length(subtrees))'])(
    'is written to where it is whole, whatever trees were kept: %s',
    async (sql) => {
      const home = await long();
      tamper(home, sql);
      for (let size = 700; size < 702; size++) {
        const ledger = await open(home);
        expect(await ledger.submit(warn({ n: size }))).toEqual({ ok: true, value: { seq: size } });
        await ledger.close();
      }
      expect((await verdicts(home)).found).toEqual([]);
    },
  );

  it('is for verification to see where the change is further back', async () => {
    const home = await long();
    tamper(home, "UPDATE record SET text = replace(text, 'agent', 'agens') WHERE seq = 3");
    await (await open(home)).close();
    expect((await verdicts(home)).found).toContain('record/changed 3');
  });
});

describe('two copies of one log', () => {
  it('are told apart at the next anchor', async () => {
    const home = await makeLog(5);
    const twin = copyOf(home);
    const anchors = `${home}-anchors`;
    const one = await open(home, { anchors });
    const other = await open(twin, { anchors });
    await one.submit(warn({ by: 'one' }));
    await other.submit(warn({ by: 'other' }));
    await one.close();
    await expect(other.close()).rejects.toMatchObject({ code: 'log/forked' });
    await expect(open(twin, { anchors })).rejects.toMatchObject({ code: 'log/forked' });
    const { problems } = await verifyHome({ home: twin, anchors });
    expect(problems.map(({ code }) => code)).toEqual(['anchors/forked']);
    expect((await verifyHome({ home, anchors })).problems).toEqual([]);
  });
});

/** Makes the database as it was when it had `size` records, which is what a copy from then would be. */
function cutTo(cut: string, whole: string, size: number): void {
  const db = new DatabaseSync(join(whole, 'ledger.db'), { readOnly: true });
  const rows = db.prepare('SELECT text, leaf FROM record WHERE seq < ? ORDER BY seq').all(size);
  db.close();
  const tree = new Frontier();
  for (const row of rows) tree.push(row.leaf as Uint8Array);
  const at = Number(/"at":(\d+)/.exec(String(rows.at(-1)?.text))?.[1]);
  tamper(cut, 'DELETE FROM record WHERE seq >= ?', size);
  tamper(cut, 'DELETE FROM checkpoint WHERE size > ?', size);
  tamper(cut, 'UPDATE head SET size = ?, frontier = ?, at = ?', size, tree.bytes(), at);
  tamper(cut, 'DELETE FROM state');
  if (size > 1) tamper(cut, "INSERT INTO state VALUES ('meta', 'warning', ?)", String(size - 1));
  tamper(cut, "INSERT INTO state VALUES ('meta', 'log-started', '1')");
}
