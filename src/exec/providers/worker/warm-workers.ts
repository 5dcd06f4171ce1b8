import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../thread/start-thread.ts';

/** What a worker thread says of one request. `spent` asks for the thread to be thrown away. */
export interface WorkerReply<Answer> {
  readonly answer: Answer;
  readonly cpuMs: number;
  readonly spent?: true;
}

/** Something that a thread must know before it can go on with its request. */
export interface WorkerQuestion<Question> {
  readonly id: number;
  readonly question: Question;
}

/** What `WorkerQuestion` is answered with. */
export interface WorkerHint<Hint> {
  readonly id: number;
  readonly hint: Hint;
}

export type WorkerOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly cpuMs: number }
  /** The thread was ended: by the deadline, by the caller, or by its own failure. */
  | { readonly kind: 'late' | 'stopped' }
  | { readonly kind: 'crashed'; readonly message: string };

export interface WarmWorkers<Request, Answer, Question = never, Hint = never> {
  readonly call: (
    request: Request,
    limit: CallLimit,
    hintFor?: (question: Question) => Promise<Hint>,
  ) => Promise<WorkerOutcome<Answer>>;
  /** Starts a thread before it is needed. */
  readonly warm: () => void;
  readonly close: () => Promise<void>;
}

export interface CallLimit {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

export interface WorkerSettings {
  readonly script: URL;
  /** At most so many threads. */
  readonly size: number;
  readonly heapMegabytes: number;
}

interface Waiting {
  readonly take: (worker: Worker) => void;
}

/** Threads that wait for work. One request at a time each; whatever goes wrong costs the thread, never the host. */
export function warmWorkers<Request, Answer, Question = never, Hint = never>(
  settings: WorkerSettings,
): WarmWorkers<Request, Answer, Question, Hint> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const queue: Waiting[] = [];

  const start = (): Worker => {
    const worker = startThread(settings.script, {
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: settings.heapMegabytes, maxYoungGenerationSizeMb: 64 },
    });
    worker.unref();
    all.add(worker);
    worker.on('error', () => {});
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  };

  const release = (worker: Worker): void => {
    worker.unref();
    const next = queue.shift();
    if (next === undefined) idle.push(worker);
    else next.take(worker);
  };

  const discard = async (worker: Worker): Promise<void> => {
    all.delete(worker);
    await worker.terminate();
    const next = queue.shift();
    if (next !== undefined) next.take(start());
    else if (all.size === 0) idle.push(start());
  };

  const acquire = (limit: CallLimit): Promise<Worker | 'late' | 'stopped'> => {
    const ready = idle.pop() ?? (all.size < settings.size ? start() : undefined);
    if (ready !== undefined) return Promise.resolve(ready);
    return new Promise((resolve) => {
      const leave = (why: 'late' | 'stopped') => {
        queue.splice(queue.indexOf(entry), 1);
        settle(why);
      };
      const timer = setTimeout(leave, limit.deadlineMs, 'late');
      const stop = () => leave('stopped');
      const settle = (value: Worker | 'late' | 'stopped') => {
        clearTimeout(timer);
        limit.signal.removeEventListener('abort', stop);
        resolve(value);
      };
      const entry: Waiting = { take: settle };
      limit.signal.addEventListener('abort', stop);
      queue.push(entry);
    });
  };

  const call = async (
    request: Request,
    limit: CallLimit,
    hintFor?: (question: Question) => Promise<Hint>,
  ): Promise<WorkerOutcome<Answer>> => {
    if (limit.signal.aborted) return { kind: 'stopped' };
    const begun = performance.now();
    const worker = await acquire(limit);
    if (typeof worker === 'string') return { kind: worker };
    const left = Math.max(0, limit.deadlineMs - (performance.now() - begun));
    const outcome = await ask<Request, Answer, Question, Hint>(
      worker,
      request,
      { signal: limit.signal, deadlineMs: left },
      hintFor,
    );
    if (outcome.kind === 'replied' && outcome.reply.spent === undefined) release(worker);
    else await discard(worker);
    if (outcome.kind !== 'replied') return outcome;
    return { kind: 'answered', answer: outcome.reply.answer, cpuMs: outcome.reply.cpuMs };
  };

  return {
    call,
    warm: () => {
      if (all.size === 0) idle.push(start());
    },
    close: async () => {
      idle.length = 0;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

type Asked<Answer> =
  | { readonly kind: 'replied'; readonly reply: WorkerReply<Answer> }
  | Exclude<WorkerOutcome<Answer>, { kind: 'answered' }>;

function ask<Request, Answer, Question, Hint>(
  worker: Worker,
  request: Request,
  limit: CallLimit,
  hintFor: ((question: Question) => Promise<Hint>) | undefined,
): Promise<Asked<Answer>> {
  return new Promise((resolve) => {
    const settle = (asked: Asked<Answer>) => {
      clearTimeout(timer);
      limit.signal.removeEventListener('abort', stopped);
      worker.off('message', replied);
      worker.off('error', failed);
      worker.off('exit', ended);
      resolve(asked);
    };
    const stopped = () => settle({ kind: 'stopped' });
    const replied = (message: WorkerReply<Answer> | WorkerQuestion<Question>) => {
      if (!('question' in message)) return settle({ kind: 'replied', reply: message });
      if (hintFor === undefined) return settle({ kind: 'crashed', message: 'the thread asked what nobody answers' });
      hintFor(message.question).then((hint) => {
        worker.postMessage({ id: message.id, hint } satisfies WorkerHint<Hint>);
      }, failed);
    };
    const failed = (error: unknown) =>
      settle({ kind: 'crashed', message: error instanceof Error ? error.message : String(error) });
    const ended = () => settle({ kind: 'crashed', message: 'the thread ended' });
    const timer = setTimeout(() => settle({ kind: 'late' }), limit.deadlineMs);
    limit.signal.addEventListener('abort', stopped);
    worker.on('message', replied);
    worker.on('error', failed);
    worker.on('exit', ended);
    worker.ref();
    worker.postMessage(request);
  });
}

/** The file of a worker beside the module that starts it, as source or as built. */
export function workerScript(name: string, from: string): URL {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}
