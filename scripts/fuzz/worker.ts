import { parentPort, workerData } from 'node:worker_threads';
import type { FormatName } from './formats.ts';
import { fuzz } from './run.ts';

/** One format in its own thread: the main thread watches the counter and can end an input that never does. */
const { format, seed, runs, limitMs, counter } = workerData as {
  readonly format: FormatName;
  readonly seed: number;
  readonly runs: number;
  readonly limitMs: number;
  readonly counter: SharedArrayBuffer;
};
const at = new Int32Array(counter);
const findings = fuzz({ format, seed, runs, limitMs, onInput: (index) => Atomics.store(at, 0, index) });
parentPort?.postMessage(findings);
