import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { Json } from '../ir/json.ts';
import { AnchoredLog, recordsPerCheckpoint } from './anchored-log.ts';
import { refuseChangedTail } from './check-tail.ts';
import { ClockWatch } from './clock-watch.ts';
import { isBusy, openDatabase, prepareDatabase } from './database.ts';
import { faultData, StoreFault, waitRemedy } from './fault.ts';
import { LetterReader } from './letters.ts';
import { eventOf, Log } from './log.ts';
import { loadMachine, type Machine } from './machine.ts';
import { refuseMissingLog, startLog } from './start-log.ts';
import { StateTables } from './state-tables.ts';
import {
  type Answers,
  machineMs,
  type Request,
  type Response,
  type Submit,
  startId,
  type ThreadData,
} from './thread-messages.ts';
import { type Asked, type Answer as Decided, foresee, type Opened, runTransaction } from './transaction.ts';

const checkpointMs = 1000;

/** Runs in a thread of its own: SQLite blocks whoever calls it. */
export async function serve(data: ThreadData): Promise<void> {
  if (parentPort === null) throw new Error('this module runs as a worker thread');
  const port = parentPort;
  const answer: Answer = (answers) => port.postMessage(JSON.stringify(answers));
  const letters = new LetterReader(data.boot);
  try {
    const thread = await LedgerThread.open(data, answer);
    port.on('message', (text: string) => thread.take(letters.read(text)));
    answer({ letters: 0, responses: [{ id: startId, value: undefined }] });
  } catch (error) {
    answer({ letters: 0, responses: [{ id: startId, fault: faultData(error) }] });
  }
}

type Answer = (answers: Answers) => void;

type Read = Exclude<Request, { readonly kind: 'submit' | 'close' }>;

class LedgerThread {
  readonly #answer: Answer;
  readonly #deadlineMs: number;
  readonly #opened: Opened;
  readonly #anchored: AnchoredLog;
  #queue: Submit[] = [];
  #reads: Read[] = [];
  /** Letters taken since the last answer. */
  #letters = 0;
  #closing: number | undefined;
  #running = false;
  #timer: NodeJS.Timeout | undefined;
  #signDue = false;
  /** The oldest deadline of the commands in the transaction at work. */
  #until = Number.POSITIVE_INFINITY;
  /** Set by the first fault of disk or log: from then on nothing is written. */
  #broken: StoreFault | undefined;

  static async open(data: ThreadData, answer: Answer): Promise<LedgerThread> {
    const machine = await loadMachine(data.machine);
    refuseMissingLog(data.home);
    const db = openDatabase(data.home.database);
    const until = machineMs() + data.deadlineMs;
    try {
      await whenFree(until, () => prepareDatabase(db));
      const id = await whenFree(until, () => startLog(data.home, db, machine.apply, data.wall));
      const log = new Log(db);
      const anchored = await whenFree(until, () => new AnchoredLog(data.home, id, log));
      try {
        await whenFree(until, () => refuseChangedTail(data.home, db));
      } catch (error) {
        anchored.close();
        throw error;
      }
      return new LedgerThread(data, machine, log, anchored, db, answer);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  private constructor(
    data: ThreadData,
    machine: Machine,
    log: Log,
    anchored: AnchoredLog,
    db: Opened['db'],
    answer: Answer,
  ) {
    this.#deadlineMs = data.deadlineMs;
    this.#answer = answer;
    this.#anchored = anchored;
    this.#opened = {
      db,
      log,
      machine,
      state: new StateTables(db),
      clockWatch: new ClockWatch(),
      sign: (tree) => {
        if (this.#signDue || anchored.unsigned(tree.size) >= recordsPerCheckpoint) anchored.sign(tree);
      },
      beforeCommit: () => {
        if (machineMs() > this.#until)
          throw new StoreFault('log/slow', 'the log was too slow: nothing was recorded', waitRemedy);
      },
    };
    // What a process that was killed left unsigned.
    this.#signLater();
  }

  take(requests: readonly Request[]): void {
    this.#letters += 1;
    for (const request of requests) {
      if (request.kind === 'submit') this.#queue.push(request);
      else if (request.kind === 'close') this.#closing = request.id;
      else this.#reads.push(request);
    }
    this.#start();
  }

  #start(): void {
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#drain());
  }

  #signLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#signDue = true;
      this.#start();
    }, checkpointMs);
  }

  /** Reading may have to wait as well: after a crash, while another connection recovers the file. */
  async #read(request: Read): Promise<Response> {
    try {
      const value = await whenFree(machineMs() + this.#deadlineMs, () => this.#find(request));
      return { id: request.id, value };
    } catch (error) {
      return { id: request.id, fault: faultData(error) };
    }
  }

  #find(request: Read): Json | undefined {
    const { log, state } = this.#opened;
    switch (request.kind) {
      case 'get':
        return state.read(request.table, request.key);
      case 'list':
        return state.list(request.table, request.prefix);
      case 'foresee':
        return foresee(this.#opened, request) as unknown as Json;
      case 'events':
        return log.texts(request.from, request.most).map(eventOf) as unknown as Json;
    }
  }

  async #drain(): Promise<void> {
    while (this.#queue.length + this.#reads.length > 0) {
      const reads = this.#reads;
      const batch = this.#queue;
      const letters = this.#letters;
      this.#reads = [];
      this.#queue = [];
      this.#letters = 0;
      // Who only reads does not wait for what is written.
      const found = reads.length === 0 ? [] : await Promise.all(reads.map((read) => this.#read(read)));
      if (found.length > 0) this.#answer({ letters: batch.length === 0 ? letters : 0, responses: found });
      if (batch.length === 0) continue;
      this.#answer({ letters, responses: await this.#record(batch) });
      this.#signLater();
    }
    if (this.#signDue) await this.#checkpoint();
    this.#running = false;
    if (this.#queue.length + this.#reads.length > 0) this.#start();
    else if (this.#closing !== undefined) await this.#close(this.#closing);
  }

  async #record(batch: readonly Submit[]): Promise<readonly Response[]> {
    try {
      const answers = await this.#transact(batch, Math.min(...batch.map((one) => one.until)));
      return answers.map((one, at) => {
        const id = (batch[at] as Submit).id;
        return 'reply' in one ? { id, value: one.reply } : { id, fault: one.fault };
      });
    } catch (error) {
      return batch.map(({ id }) => ({ id, fault: faultData(error) }));
    }
  }

  /** What SQLite or the second place cannot do, other than wait for a turn, ends writing for good: no retry can know what is on the disk. */
  async #transact(asked: readonly Asked[], until: number): Promise<readonly Decided[]> {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      this.#until = until;
      const answers = await whenFree(until, () => runTransaction(this.#opened, asked));
      await whenFree(until, () => this.#anchored.anchor());
      return answers;
    } catch (error) {
      this.#anchored.abandon();
      throw this.#judge(error);
    }
  }

  #judge(error: unknown): StoreFault {
    if (error instanceof StoreFault && ['log/busy', 'log/slow'].includes(error.code)) return error;
    const { code, message, remedy } = faultData(error);
    this.#broken = new StoreFault(
      code === 'log/fault' ? 'log/read-only' : code,
      `nothing more is recorded: ${message}`,
      remedy,
    );
    return this.#broken;
  }

  /** Signs and anchors the tail. Failing to is no one's request: the next command hears of it. */
  async #checkpoint(): Promise<void> {
    const until = machineMs() + this.#deadlineMs;
    try {
      await this.#transact([], until);
      this.#signDue = false;
      const safe = this.#anchored.sync();
      if (safe !== undefined) await whenFree(until, () => this.#opened.log.markAnchored(safe));
    } catch (error) {
      this.#signDue = false;
      const fault = this.#judge(error);
      if (fault !== this.#broken) this.#signLater();
    }
  }

  async #close(id: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#signDue = true;
    if (this.#broken === undefined) await this.#checkpoint();
    clearTimeout(this.#timer);
    this.#opened.db.close();
    this.#anchored.close();
    const response = this.#broken === undefined ? { id, value: undefined } : { id, fault: faultData(this.#broken) };
    this.#answer({ letters: 0, responses: [response] });
    parentPort?.close();
  }
}

/** Waits in between for a random time, so that writers take turns. */
async function whenFree<T>(until: number, action: () => T): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (machineMs() >= until) throw new StoreFault('log/busy', 'another process holds the log', waitRemedy);
    }
    await sleep(1 + Math.random() * Math.min(20, 2 ** Math.min(tries, 5)));
  }
}
