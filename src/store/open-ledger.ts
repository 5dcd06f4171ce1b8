import type { Worker } from 'node:worker_threads';
import type { Command } from '../exec/ledger/command.ts';
import type { ChainEvent } from '../exec/ledger/event.ts';
import type { Ledger, Moment, Reply } from '../exec/ledger/ledger.ts';
import type { TableName } from '../exec/ledger/state.ts';
import type { Json } from '../ir/json.ts';
import { startThread } from '../thread/start-thread.ts';
import { faultOf, StoreFault } from './fault.ts';
import { openHome } from './home.ts';
import { LetterWriter } from './letters.ts';
import { type Answers, machineMs, type Request, startId, type ThreadData } from './thread-messages.ts';

export interface LedgerOptions {
  /** `$SKILLC_HOME`. */
  readonly home: string;
  /** The second place for checkpoints; beside the home where left out. */
  readonly anchors?: string;
  readonly clock: { readonly wall: () => number; readonly monotonic: () => number; readonly boot: string };
  /** How long a command may wait for its turn to write. */
  readonly deadlineMs?: number;
  /** URL of a module that exports `decide` and `apply`, in place of the ledger's own. */
  readonly machine?: string;
}

/** What the thread may take beyond the deadline to say that it was missed. */
const graceMs = 1000;

/** One is worked on and one waits: what comes meanwhile is gathered for the next, which then is one transaction. */
const mostLetters = 2;

/** Opens the ledger of a home, or throws a `StoreFault` that says why nothing may be done with it. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const thread = new LedgerClient(options);
  await thread.started;
  return thread;
}

type Waiting = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreFault) => void;
  /** By when an answer must be there. */
  readonly until: number;
};

/** This side of the thread: letters go there, promises wait for what comes back. */
class LedgerClient implements Ledger {
  readonly started: Promise<unknown>;
  readonly #worker: Worker;
  readonly #clock: LedgerOptions['clock'];
  readonly #deadlineMs: number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #outbox: LetterWriter;
  #isSending = false;
  /** Letters that are not answered yet. */
  #letters = 0;
  #nextId = startId + 1;
  #watchdog: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;
  #dead: StoreFault | undefined;

  constructor(options: LedgerOptions) {
    const home = openHome(options.home, options.anchors);
    this.#clock = options.clock;
    this.#deadlineMs = options.deadlineMs ?? 10_000;
    const machine = options.machine === undefined ? {} : { machine: options.machine };
    const { wall, boot } = options.clock;
    this.#outbox = new LetterWriter(boot);
    const workerData: ThreadData = { home, wall: wall(), deadlineMs: this.#deadlineMs, boot, ...machine };
    const file = import.meta.url.endsWith('.ts') ? './ledger-thread.ts' : './ledger-thread.js';
    this.#worker = startThread(new URL(file, import.meta.url), { workerData, execArgv: [], env: {} });
    this.#worker.on('message', (text: string) => this.#receive(JSON.parse(text) as Answers));
    this.#worker.on('error', (error) =>
      this.#die(new StoreFault('log/thread', `the log ended: ${error.message}`, 'skillc doctor')),
    );
    this.#worker.on('exit', () => this.#die(new StoreFault('log/closed', 'the log is closed')));
    this.started = this.#wait(startId, machineMs() + this.#deadlineMs);
    this.started.catch(() => this.#worker.terminate());
  }

  submit(command: Command): Promise<Reply> {
    const moment = this.#now();
    return this.#ask((id, until) => ({ id, kind: 'submit', command, moment, until })) as Promise<Reply>;
  }

  foresee(command: Command): Promise<Reply> {
    const moment = this.#now();
    return this.#ask((id) => ({ id, kind: 'foresee', command, moment })) as Promise<Reply>;
  }

  #now(): Moment {
    const { wall, monotonic, boot } = this.#clock;
    return { wall: wall(), monotonic: monotonic(), boot };
  }

  get(table: TableName, key: string): Promise<Json | undefined> {
    return this.#ask((id) => ({ id, kind: 'get', table, key })) as Promise<Json | undefined>;
  }

  list(table: TableName, prefix = ''): Promise<readonly (readonly [key: string, value: Json])[]> {
    return this.#ask((id) => ({ id, kind: 'list', table, prefix })) as Promise<readonly (readonly [string, Json])[]>;
  }

  events(from: number, most: number): Promise<readonly ChainEvent[]> {
    return this.#ask((id) => ({ id, kind: 'events', from, most })) as Promise<readonly ChainEvent[]>;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    try {
      await this.#ask((id) => ({ id, kind: 'close' }));
    } finally {
      this.#die(new StoreFault('log/closed', 'the log is closed'));
      await this.#worker.terminate();
    }
  }

  #ask(request: (id: number, until: number) => Request): Promise<unknown> {
    if (this.#dead !== undefined) return Promise.reject(this.#dead);
    if (this.#closed !== undefined) return Promise.reject(new StoreFault('log/closed', 'the log is closed'));
    const id = this.#nextId++;
    const until = machineMs() + this.#deadlineMs;
    this.#outbox.add(request(id, until));
    this.#sendSoon();
    return this.#wait(id, until);
  }

  #sendSoon(): void {
    if (this.#isSending || this.#letters >= mostLetters) return;
    this.#isSending = true;
    setImmediate(() => {
      this.#isSending = false;
      if (this.#outbox.isEmpty) return;
      this.#letters += 1;
      this.#worker.postMessage(this.#outbox.write());
    });
  }

  #wait(id: number, until: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(id, { resolve, reject, until: until + graceMs });
      this.#watchdog ??= setTimeout(() => this.#watch(), this.#deadlineMs + graceMs);
    });
  }

  #receive({ letters, responses }: Answers): void {
    this.#letters -= letters;
    for (const response of responses) {
      const waiting = this.#waiting.get(response.id);
      this.#waiting.delete(response.id);
      if ('fault' in response) waiting?.reject(faultOf(response.fault));
      else waiting?.resolve(response.value);
    }
    if (this.#waiting.size === 0) this.#rest();
    if (!this.#outbox.isEmpty) this.#sendSoon();
  }

  /** A process with nothing under way may end. */
  #rest(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = undefined;
    this.#worker.unref();
  }

  /** One timer for all: requests are answered in order, so that the oldest is the first of the map. */
  #watch(): void {
    this.#watchdog = undefined;
    const oldest = this.#waiting.values().next().value;
    if (oldest === undefined) return;
    const left = oldest.until - machineMs();
    if (left > 0) {
      this.#watchdog = setTimeout(() => this.#watch(), left);
      return;
    }
    // A thread that hangs may come back and write: it is ended, so that what was refused stays undone.
    void this.#worker.terminate();
    this.#die(new StoreFault('log/hangs', 'the log does not answer', 'skillc doctor'));
  }

  #die(fault: StoreFault): void {
    this.#dead ??= fault;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#dead);
    this.#waiting.clear();
    this.#rest();
  }
}
