import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { leafOf } from '../../src/store/chain/merkle.ts';
import { type VerifyReport, verifyHome } from '../../src/store/verify.ts';
import { machine, open, temporaryDirectory, warn } from './fixture.ts';
import { problemsOf } from './independent-verifier.ts';

/** A closed log of `size` records with a checkpoint at its end, and one in the middle where `middle` is given. */
export async function makeLog(size: number, middle?: number): Promise<string> {
  const home = join(temporaryDirectory(), 'home');
  let next = 1;
  for (const end of middle === undefined ? [size] : [middle, size]) {
    const ledger = await open(home);
    const commands = [];
    for (; next < end; next++) commands.push(ledger.submit(warn({ n: next, text: 'é €' }, [`evt_${next - 1}`])));
    await Promise.all(commands);
    await ledger.close();
  }
  return home;
}

/** The same home, with its anchors, at another place. */
export function copyOf(home: string): string {
  const directory = temporaryDirectory();
  cpSync(join(home, '..'), directory, { recursive: true });
  return join(directory, 'home');
}

export function tamper(home: string, sql: string, ...values: SQLInputValue[]): void {
  const db = new DatabaseSync(join(home, 'ledger.db'));
  db.exec('PRAGMA synchronous = OFF');
  if (values.length > 0) db.prepare(sql).run(...values);
  else db.exec(sql);
  db.close();
}

export function textOf(home: string, seq: number): string {
  const db = new DatabaseSync(join(home, 'ledger.db'), { readOnly: true });
  const row = db.prepare('SELECT text FROM record WHERE seq = ?').get(seq);
  db.close();
  return String(row?.text);
}

/** Puts another text in the place of a record, with the hash that belongs to it. */
export function rewrite(home: string, seq: number, text: string): void {
  tamper(home, 'UPDATE record SET text = ?, leaf = ? WHERE seq = ?', text, leafOf(text), seq);
}

export interface Verdicts {
  readonly report: VerifyReport;
  /** Code and record of each problem. */
  readonly found: readonly string[];
  /** Whether the independent verifier finds something. */
  readonly second: boolean;
}

export async function verdicts(home: string): Promise<Verdicts> {
  const report = await verifyHome({ home, withState: true, machine });
  const found = report.problems.map(({ code, record, last }) =>
    [code, record, last].filter((one) => one !== undefined).join(' '),
  );
  return { report, found, second: problemsOf(home).length > 0 };
}
