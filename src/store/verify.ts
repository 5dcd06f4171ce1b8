import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { readAnchors } from './chain/anchors.ts';
import { originOf, readVerifiers, verifierLines } from './chain/keys.ts';
import { openCheckpoint, type Verifier } from './chain/note.ts';
import { checkRecord } from './chain/record.ts';
import { openReader } from './database.ts';
import { StoreFault } from './fault.ts';
import { type Home, openHome } from './home.ts';
import { type Head, Log } from './log.ts';
import { loadMachine } from './machine.ts';
import { readPrivateFile } from './private-file.ts';
import { type ChunkResult, type ChunkTask, chunkSize } from './verify/chunk.ts';
import { inThreads } from './verify/in-threads.ts';
import { mostProblems, type Problem } from './verify/problem.ts';
import { perform, type Task } from './verify/task.ts';
import { type CheckedTree, checkTree } from './verify/tree.ts';

export interface VerifyOptions {
  readonly home: string;
  readonly anchors?: string;
  /** With it the state is folded again and compared; without it only the log is verified. */
  readonly withState?: boolean;
  /** URL of a module that exports `apply`, in place of the ledger's own. */
  readonly machine?: string;
  readonly threads?: number;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly log: string;
  readonly size: number;
  /** Of the tree, in hex; empty where records are missing. */
  readonly root: string;
  readonly checkpoints: number;
  /** How many records are safe from being cut; those after them are the unanchored tail. */
  readonly anchored: number;
  readonly unanchored: number;
  /** Lines of the second place that are no note of this log, such as one that a crash tore. */
  readonly unreadableAnchors: number;
  readonly problems: readonly Problem[];
}

/** Verifies everything that is kept: records, tree, checkpoints, anchors, and the state that they fold to. */
export async function verifyHome(options: VerifyOptions): Promise<VerifyReport> {
  const home = openHome(options.home, options.anchors);
  const db = openReader(home.database);
  try {
    db.exec('BEGIN');
    return await verifyDatabase(home, db, options);
  } finally {
    db.close();
  }
}

async function verifyDatabase(home: Home, db: DatabaseSync, options: VerifyOptions): Promise<VerifyReport> {
  const log = new Log(db);
  const head = log.head();
  if (head === undefined)
    throw new StoreFault(
      'log/missing',
      `there is no log in \`${home.database}\``,
      'load a skill first: `skillc load PATH`',
    );
  const anchors = readAnchorClaims(home, log, head);
  const rows = countRows(db, log);
  const size = Math.max(head.size, rows.next);
  const tasks = tasksOf(home, head, size, [...anchors.roots.keys()]);
  const { state, chunks } = await performAll(home, db, tasks, options);
  const tree = checkTree(tasks, chunks);
  const problems = [
    ...tree.problems,
    ...startProblems(home, head, log),
    ...headProblems(head, tree, rows),
    ...anchorProblems(anchors, tree, head),
    ...state,
  ];
  return {
    ok: problems.length === 0,
    log: head.log,
    size: head.size,
    root: tree.whole?.root().toString('hex') ?? '',
    checkpoints: rows.checkpoints,
    anchored: Math.min(anchors.greatest, head.size),
    unanchored: Math.max(0, head.size - anchors.greatest),
    unreadableAnchors: anchors.unreadable,
    problems: problems.slice(0, mostProblems),
  };
}

/** In threads where there is more than one chunk: a small log is not worth starting one. */
async function performAll(
  home: Home,
  db: DatabaseSync,
  tasks: readonly ChunkTask[],
  { withState = false, machine, threads = 2 }: VerifyOptions,
): Promise<{ readonly state: readonly Problem[]; readonly chunks: readonly ChunkResult[] }> {
  // The fold is the longest single thing: it comes first, so that the other thread takes the chunks meanwhile.
  const all: readonly Task[] = withState ? ['state', ...tasks] : tasks;
  const isSmall = tasks.length < 2 || threads < 2;
  const { apply } = isSmall ? await loadMachine(machine) : { apply: undefined };
  const results =
    apply === undefined
      ? await inThreads({ database: home.database, machine }, all, threads)
      : all.map((task) => perform(db, task, apply));
  const state = withState ? (results[0] as readonly Problem[]) : [];
  return { state, chunks: (withState ? results.slice(1) : results) as readonly ChunkResult[] };
}

interface Rows {
  /** One more than the last sequence number. */
  readonly next: number;
  readonly checkpoints: number;
  readonly signed: number;
}

function countRows(db: DatabaseSync, log: Log): Rows {
  const row = db.prepare('SELECT count(*) AS count FROM checkpoint').get();
  return { next: log.nextSeq(), checkpoints: Number(row?.count), signed: log.signedSize() };
}

function tasksOf(home: Home, head: Head, size: number, sizes: readonly number[]): ChunkTask[] {
  const verifierKeys = verifierLines(home);
  const tasks: ChunkTask[] = [];
  for (let from = 0; from < size; from += chunkSize) {
    const to = Math.min(from + chunkSize, size);
    const here = sizes.filter((one) => one > from && one <= to);
    tasks.push({ from, to, origin: originOf(head.log), verifierKeys, sizes: here });
  }
  return tasks;
}

function startProblems(home: Home, head: Head, log: Log): readonly Problem[] {
  const wrong = (message: string): Problem[] => [{ code: 'log/start', record: 0, message }];
  if (readPrivateFile(home.logId)?.trim() !== head.log) return wrong('the id of the log is not that of the home');
  const first = log.texts(0, 1)[0];
  const read = first === undefined ? undefined : checkRecord(first.text, 0);
  if (read?.kind !== 'record') return [];
  const { kind, data } = read.event;
  if (kind !== 'log-started' || data.log !== head.log) return wrong('record 0 does not start this log');
  if (!verifierLines(home).includes(String(data.key)))
    return wrong('the first key of the log is not among those that count');
  return [];
}

function headProblems(head: Head, tree: CheckedTree, rows: Rows): readonly Problem[] {
  const problems: Problem[] = [];
  const promised = Math.max(head.size, rows.signed);
  if (rows.next < promised) {
    const message = `the log is cut: records ${rows.next} to ${promised - 1} are missing`;
    problems.push({ code: 'records/cut', record: rows.next, last: promised - 1, message });
  }
  const frontier = tree.whole?.bytes();
  if (frontier !== undefined && (head.size !== rows.next || !frontier.equals(head.frontier))) {
    problems.push({ code: 'head/wrong', message: `the head is not that of the ${rows.next} records` });
  }
  return problems;
}

interface AnchorClaims {
  /** Of the notes that are not also among the checkpoints, which are checked as such. */
  readonly roots: ReadonlyMap<number, Buffer>;
  readonly greatest: number;
  readonly unreadable: number;
  /** Size that was anchored, where its note is gone. */
  readonly lost: number | undefined;
}

function readAnchorClaims(home: Home, log: Log, head: Head): AnchorClaims {
  const verifiers = readVerifiers(home);
  const roots = new Map<number, Buffer>();
  const notes = new Set(readAnchors(home, head.log));
  let greatest = 0;
  let unreadable = 0;
  for (const note of notes) {
    const known = note === undefined ? undefined : log.sizeOfCheckpoint(note);
    const claim = known === undefined ? claimOf(note, originOf(head.log), verifiers) : { size: known };
    if (claim === undefined) unreadable++;
    else if (claim.root !== undefined) roots.set(claim.size, claim.root);
    greatest = Math.max(greatest, claim?.size ?? 0);
  }
  const anchored = log.anchoredSize();
  const lost = anchored > 0 && !notes.has(log.checkpointAt(anchored)) ? anchored : undefined;
  return { roots, greatest, unreadable, lost };
}

function claimOf(
  note: string | undefined,
  origin: string,
  verifiers: readonly Verifier[],
): { readonly size: number; readonly root?: Buffer } | undefined {
  const opened = note === undefined ? undefined : openCheckpoint(note, origin, verifiers);
  return opened?.kind === 'checkpoint' ? opened.checkpoint : undefined;
}

function anchorProblems(anchors: AnchorClaims, tree: CheckedTree, head: Head): readonly Problem[] {
  if (anchors.lost !== undefined) {
    const message = `the checkpoint of ${anchors.lost} records was anchored, but is gone from the second place`;
    return [{ code: 'anchors/missing', record: anchors.lost - 1, message }];
  }
  if (anchors.greatest > head.size) {
    const message = `the log is cut: ${anchors.greatest} records are anchored, ${head.size} are there`;
    return [{ code: 'records/cut', record: head.size, last: anchors.greatest - 1, message }];
  }
  for (const [size, root] of [...anchors.roots].sort(([a], [b]) => a - b)) {
    const found = tree.roots.get(size);
    if (found === undefined || Buffer.compare(found, root) === 0) continue;
    const message = `the first ${size} records are not those that are anchored`;
    return [{ code: 'anchors/forked', record: 0, last: size - 1, message }];
  }
  return [];
}
