import type { DatabaseSync } from 'node:sqlite';
import { Frontier } from '../../src/store/chain/merkle.ts';

/** What may be done to a record as a whole. Gives the record that verification must name, or undefined where it cannot be done to this one. */
export const moves: { readonly [name: string]: (db: DatabaseSync, seq: number, size: number) => number | undefined } = {
  removed: (db, seq) => {
    db.prepare('DELETE FROM record WHERE seq = ?').run(seq);
    return seq;
  },
  swapped: (db, seq, size) => {
    if (seq + 1 >= size) return undefined;
    place(db, seq, -1);
    place(db, seq + 1, seq);
    place(db, -1, seq + 1);
    return seq;
  },
  /** As a copy of the database from when it ended there: only the second place knows. */
  cut: (db, seq) => {
    if (seq === 0) return undefined;
    db.prepare('DELETE FROM record WHERE seq >= ?').run(seq);
    db.prepare('DELETE FROM checkpoint WHERE size > ?').run(seq);
    const tree = new Frontier();
    for (const row of db.prepare('SELECT leaf FROM record ORDER BY seq').all()) tree.push(row.leaf as Uint8Array);
    db.prepare('UPDATE head SET size = ?, frontier = ?').run(seq, tree.bytes());
    return seq;
  },
  inserted: (db, seq) => {
    db.prepare('UPDATE record SET seq = -(seq + 2) WHERE seq >= ?').run(seq);
    db.exec('UPDATE record SET seq = -seq - 1 WHERE seq < 0');
    db.prepare('INSERT INTO record SELECT ?, text, leaf FROM record WHERE seq = ?').run(seq, seq === 0 ? 1 : seq - 1);
    db.exec('UPDATE head SET size = size + 1');
    // Before the first record its own copy stands: then the second is out of place.
    return seq === 0 ? 1 : seq;
  },
};

function place(db: DatabaseSync, from: number, to: number): void {
  db.prepare('UPDATE record SET seq = ? WHERE seq = ?').run(to, from);
}
