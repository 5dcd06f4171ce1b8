import type { Provider, ProviderContext, ProviderResult } from '../../provider.ts';
import type { FileGrants } from '../io/file-grants.ts';
import { readGranted } from '../io/read-granted.ts';
import { noCost, refusedResult } from '../io/result.ts';
import { type WarmWorkers, type WorkerOutcome, warmWorkers, workerScript } from '../worker/warm-workers.ts';
import type { JqAnswer, JqRequest } from './jq-worker.ts';
import { plainPath } from './plain-path.ts';
import { clockUse, jqCommand, type QueryArguments } from './query-arguments.ts';

export type JqWorkers = WarmWorkers<JqRequest, JqAnswer>;

export function jqWorkers(size = 1): JqWorkers {
  return warmWorkers({ script: workerScript('jq-worker', import.meta.url), size, heapMegabytes: 256 });
}

export interface QueryHost {
  readonly workers: JqWorkers;
  readonly grants: FileGrants;
  /** Of standard input and all files together. */
  readonly maxInput: number;
  readonly maxOutput: number;
}

/** jq in a thread of its own. What it printed before an error is kept, as in a pipe. */
export function jsonQuery(host: QueryHost): Provider<QueryArguments> {
  return { run: (args, context) => query(host, args, context) };
}

async function query(host: QueryHost, args: QueryArguments, context: ProviderContext): Promise<ProviderResult> {
  const command = jqCommand(args);
  if (command.kind === 'refused') return refusedResult(command);
  const files: [string, Uint8Array][] = [];
  let left = host.maxInput - context.stdin.length;
  if (left < 0) return refusedResult({ code: 'limit/bytes', message: `more than ${host.maxInput} bytes to read` });
  for (const name of new Set(command.files)) {
    const found = readGranted(host.grants, name, left);
    if (found.kind === 'refused') return refusedResult(found);
    left -= found.bytes.length;
    files.push([name, found.bytes]);
  }
  const walked = walkedPath(args, command.argv, context.stdin);
  if (walked !== undefined && walked.length <= host.maxOutput)
    return { status: 'done', stdout: walked, exitCode: 0, used: noCost };
  const begun = context.clock.monotonic();
  const request = { argv: command.argv, stdin: context.stdin, files, maxOutput: host.maxOutput };
  // One thread cannot use more processor time than time passes, so one deadline bounds both.
  const deadlineMs = Math.min(context.cap.wall_clock_ms, context.cap.cpu_ms);
  const outcome = await host.workers.call(request, { signal: context.signal, deadlineMs });
  const wall = Math.ceil(context.clock.monotonic() - begun);
  return { ...told(outcome, host, wall), ...facts(args.filter) };
}

/** Only a path and how to print it: no other option, no file. */
function walkedPath(args: QueryArguments, argv: readonly string[], stdin: Uint8Array): Uint8Array | undefined {
  const options = argv.filter((word) => word !== args.filter);
  if (!options.every((option) => option === '--raw-output' || option === '--compact-output')) return undefined;
  const text = plainPath(args.filter, stdin, {
    raw: options.includes('--raw-output'),
    compact: options.includes('--compact-output'),
  });
  return text === undefined ? undefined : Uint8Array.from(Buffer.from(text));
}

function facts(filter: string): Pick<ProviderResult, 'facts'> {
  const words = clockUse(filter);
  return words.length === 0 ? {} : { facts: { reads_clock: words } };
}

function told(outcome: WorkerOutcome<JqAnswer>, host: QueryHost, wall: number): ProviderResult {
  const killed = { network_bytes: 0, wall_clock_ms: wall, cpu_ms: wall };
  switch (outcome.kind) {
    case 'late':
      return { ...refusedResult({ code: 'limit/time', message: 'jq did not end in time' }), used: killed };
    case 'stopped':
      return { ...refusedResult({ code: 'exec/stopped', message: 'jq was stopped' }), used: killed };
    case 'crashed':
      return { ...refusedResult({ code: 'jq/crashed', message: `jq broke down: ${outcome.message}` }), used: killed };
    case 'answered':
      return answered(outcome.answer, host, { network_bytes: 0, wall_clock_ms: wall, cpu_ms: outcome.cpuMs });
  }
}

function answered(answer: JqAnswer, host: QueryHost, used: ProviderResult['used']): ProviderResult {
  const stderr = Buffer.from(answer.stderr).toString();
  const seen = { stdout: answer.stdout, ...(stderr === '' ? {} : { stderr }), used };
  switch (answer.kind) {
    case 'aborted':
      return { status: 'failed', ...seen, code: 'jq/crashed', message: `jq broke down: ${answer.message}` };
    case 'too-much-output':
      return {
        status: 'failed',
        ...seen,
        code: 'limit/bytes',
        message: `jq printed more than ${host.maxOutput} bytes`,
      };
    case 'ended':
      return ended(answer.exitCode, seen);
  }
}

/** With `--exit-status` 1 and 4 tell of the last value, not of an error. */
function ended(exitCode: number, seen: Pick<ProviderResult, 'stdout' | 'stderr' | 'used'>): ProviderResult {
  if (exitCode === 0 || exitCode === 1 || exitCode === 4) return { status: 'done', ...seen, exitCode };
  const message = seen.stderr?.trim().split('\n')[0] || `jq ended with ${exitCode}`;
  return { status: 'failed', ...seen, exitCode, code: 'jq/error', message };
}
