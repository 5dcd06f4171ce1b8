import type { Provider, ProviderContext, ProviderResult } from '../../provider.ts';
import { askedPath, covered, type FileGrants, patternsFor, withoutParents } from '../io/file-grants.ts';
import { readGranted } from '../io/read-granted.ts';
import { refusedResult } from '../io/result.ts';
import { type WarmWorkers, type WorkerOutcome, warmWorkers, workerScript } from '../worker/warm-workers.ts';
import type { ToolAnswer, ToolRequest } from './tool-worker.ts';

export interface TransformArguments {
  readonly command: string;
  readonly args?: readonly string[];
  /** A builtin of the shell: it has a meaning only inside of a program. */
  readonly builtin?: boolean;
}

export type TextWorkers = WarmWorkers<ToolRequest, ToolAnswer>;

export function textWorkers(size = 1): TextWorkers {
  return warmWorkers({ script: workerScript('tool-worker', import.meta.url), size, heapMegabytes: 256 });
}

export interface TransformHost {
  readonly workers: TextWorkers;
  readonly grants: FileGrants;
  readonly maxInput: number;
  readonly maxOutput: number;
}

/** One pure text tool in a thread, over standard input and the granted files that its words name. */
export function textTransform(host: TransformHost): Provider<TransformArguments> {
  return { run: (args, context) => transform(host, args, context) };
}

async function transform(
  host: TransformHost,
  args: TransformArguments,
  context: ProviderContext,
): Promise<ProviderResult> {
  const words = args.args ?? [];
  if (args.builtin === true) {
    return refusedResult({
      code: 'text/unsupported',
      message: `\`${args.command}\` has a meaning only inside of a shell program`,
    });
  }
  const files: [string, Uint8Array][] = [];
  let left = host.maxInput - context.stdin.length;
  if (left < 0) return refusedResult({ code: 'limit/bytes', message: `more than ${host.maxInput} bytes to read` });
  for (const name of namedFiles(host.grants, words)) {
    const found = readGranted(host.grants, name, left);
    // A word may look like a granted path and be something else; a tool that wanted the file says that it is missing.
    if (found.kind === 'refused' && (found.code === 'io/not-found' || found.code === 'io/not-a-file')) continue;
    if (found.kind === 'refused') return refusedResult(found);
    left -= found.bytes.length;
    files.push([name, found.bytes]);
  }
  const begun = context.clock.monotonic();
  const deadlineMs = Math.min(context.cap.wall_clock_ms, context.cap.cpu_ms);
  const outcome = await host.workers.call(
    { command: args.command, args: words, stdin: context.stdin, files, maxOutput: host.maxOutput, deadlineMs },
    { signal: context.signal, deadlineMs },
  );
  return told(args.command, outcome, host, Math.ceil(context.clock.monotonic() - begun));
}

/** Words that, as paths, a grant covers. Nothing else of the host is in the tool's reach. */
function namedFiles(grants: FileGrants, words: readonly string[]): readonly string[] {
  return [...new Set(words)].filter((word) => {
    const path = askedPath(grants, word);
    const names = path === undefined ? undefined : withoutParents(path.names);
    return path !== undefined && names !== undefined && covered(patternsFor(grants, 'read', path.form), names);
  });
}

function told(command: string, outcome: WorkerOutcome<ToolAnswer>, host: TransformHost, wall: number): ProviderResult {
  const killed = { network_bytes: 0, wall_clock_ms: wall, cpu_ms: wall };
  switch (outcome.kind) {
    case 'late':
      return { ...refusedResult({ code: 'limit/time', message: `\`${command}\` did not end in time` }), used: killed };
    case 'stopped':
      return { ...refusedResult({ code: 'exec/stopped', message: `\`${command}\` was stopped` }), used: killed };
    case 'crashed': {
      const message = `\`${command}\` broke down: ${outcome.message}`;
      return { ...refusedResult({ code: 'text/crashed', message }), used: killed };
    }
    case 'answered':
      return answered(command, outcome.answer, host, { ...killed, cpu_ms: outcome.cpuMs });
  }
}

function answered(
  command: string,
  answer: ToolAnswer,
  host: TransformHost,
  used: ProviderResult['used'],
): ProviderResult {
  if (answer.kind === 'unsupported') {
    const message = `\`${command}\`: ${answer.reason} is not run here`;
    return { ...refusedResult({ code: 'text/unsupported', message, remedy }), used };
  }
  if (answer.kind === 'too-much-output') {
    const message = `\`${command}\` printed more than ${host.maxOutput} bytes`;
    return { ...refusedResult({ code: 'limit/bytes', message }), used };
  }
  const { exitCode, stdout, stderr } = answer;
  const seen = { stdout, ...(stderr === '' ? {} : { stderr }), exitCode, used };
  if (exitCode === 0 || (exitCode === 1 && saysNo.has(command))) return { status: 'done', ...seen };
  const message = stderr.trim().split('\n')[0] || `\`${command}\` ended with ${exitCode}`;
  return { status: 'failed', ...seen, code: 'text/exit', message };
}

const remedy = 'use a simpler form, or run it in the sandbox';

/** For these 1 is an answer, not an error. */
const saysNo = new Set(['grep', 'egrep', 'fgrep', 'false']);
