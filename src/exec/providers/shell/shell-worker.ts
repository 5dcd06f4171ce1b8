import { parentPort } from 'node:worker_threads';
import type { WorkerHint, WorkerQuestion, WorkerReply } from '../worker/warm-workers.ts';
import { runProgram } from './interpreter.ts';
import type { ShellAnswer, ShellHint, ShellQuestion, ShellRequest } from './protocol.ts';

const waiting = new Map<number, (hint: ShellHint) => void>();
let questions = 0;

function ask(question: ShellQuestion): Promise<ShellHint> {
  const id = questions++;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    parentPort?.postMessage({ id, question } satisfies WorkerQuestion<ShellQuestion>);
  });
}

parentPort?.on('message', async (message: ShellRequest | WorkerHint<ShellHint>) => {
  if ('hint' in message) {
    waiting.get(message.id)?.(message.hint);
    waiting.delete(message.id);
    return;
  }
  const before = process.threadCpuUsage();
  const answer = await runProgram(message, ask);
  const { user, system } = process.threadCpuUsage(before);
  const cpuMs = Math.ceil((user + system) / 1000);
  // A program that was cut off may have left something running.
  const reply: WorkerReply<ShellAnswer> = answer.kind === 'ended' ? { answer, cpuMs } : { answer, cpuMs, spent: true };
  parentPort?.postMessage(reply);
});
