import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Every thread starts here. V8 shares the code of WebAssembly imports among all threads of a process, and collects it while a thread
 * that starts still takes it from that cache: the process dies (docs/decisions/threads-and-wasm.md). Without that collection nothing is
 * freed too early; the code of a module still goes with the module.
 */
export function startThread(script: URL, options: WorkerOptions): Worker {
  setFlagsFromString('--no-wasm-code-gc');
  return new Worker(script, options);
}
