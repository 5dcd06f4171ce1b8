import { parentPort } from 'node:worker_threads';
import { Bash, type CommandName, InMemoryFs } from 'just-bash';
import type { WorkerReply } from '../worker/warm-workers.ts';
import { judge } from './judge.ts';
import { unsupported } from './options.ts';
import { cat, md5sum, sha1sum, sha256sum, sha512sum, tee } from './own/bytes.ts';
import { cut, tr } from './own/cut-tr.ts';
import { head, tail } from './own/ends.ts';
import { base64, paste, rev, tac, uniq, wc } from './own/lines.ts';
import { basename, dirname, fold } from './own/names.ts';
import { sort } from './own/sort.ts';
import type { OwnTool } from './own/tool.ts';

export interface ToolRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly stdin: Uint8Array;
  /** Files by the name that the arguments use. */
  readonly files: readonly (readonly [string, Uint8Array])[];
  readonly maxOutput: number;
  readonly deadlineMs: number;
}

export type ToolAnswer =
  | { readonly kind: 'ran'; readonly stdout: Uint8Array; readonly stderr: string; readonly exitCode: number }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'too-much-output' };

/** Written here because the interpreter's answer differs from the real tool's. */
const own: ReadonlyMap<string, OwnTool> = new Map(
  Object.entries({
    base64,
    basename,
    cat,
    cut,
    dirname,
    fold,
    head,
    md5sum,
    paste,
    rev,
    sha1sum,
    sha256sum,
    sha512sum,
    sort,
    tac,
    tail,
    tee,
    tr,
    uniq,
    wc,
  }),
);

parentPort?.on('message', async (request: ToolRequest) => {
  const before = process.threadCpuUsage();
  const answer = await run(request);
  const { user, system } = process.threadCpuUsage(before);
  const reply: WorkerReply<ToolAnswer> = { answer, cpuMs: Math.ceil((user + system) / 1000) };
  parentPort?.postMessage(reply);
});

async function run(request: ToolRequest): Promise<ToolAnswer> {
  const tool = own.get(request.command);
  const answer = tool === undefined ? await interpreted(request) : byOurselves(tool, request);
  return answer.kind === 'ran' && answer.stdout.length > request.maxOutput ? { kind: 'too-much-output' } : answer;
}

function byOurselves(tool: OwnTool, request: ToolRequest): ToolAnswer {
  const files = new Map(request.files.map(([name, bytes]) => [latin1(Buffer.from(name)), latin1(bytes)]));
  const ran = tool({
    args: request.args.map((word) => latin1(Buffer.from(word))),
    stdin: latin1(request.stdin),
    file: (name) => files.get(name),
  });
  if (ran.kind === 'unsupported') return ran;
  return { kind: 'ran', stdout: bytesOf(ran.stdout), stderr: ran.stderr, exitCode: ran.exitCode };
}

/** One command in an interpreter of its own, with nothing else registered and only the files that were handed in. */
async function interpreted(request: ToolRequest): Promise<ToolAnswer> {
  const judged = judge(request.command, request.args);
  if (judged.kind === 'unsupported') return judged;
  // The interpreter reads text: other bytes would come out changed.
  for (const bytes of [request.stdin, ...request.files.map(([, content]) => content)]) {
    if (!isPlainText(bytes)) return unsupported('input that is not UTF-8 text');
  }
  const unended = request.stdin.length > 0 && request.stdin.at(-1) !== 10;
  if (judged.command === 'sed' && unended && judged.args.some((word) => word.includes('q'))) {
    return unsupported('`q` over input without a line end');
  }
  const bash = new Bash({
    fs: new InMemoryFs(Object.fromEntries(request.files.map(([name, bytes]) => [placed(name), bytes]))),
    commands: [judged.command as CommandName],
    cwd: '/work',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    executionLimits: { maxOutputSize: request.maxOutput + 1, maxExecutionTimeMs: request.deadlineMs },
  });
  const result = await bash.exec(judged.command, {
    args: [...judged.args],
    stdin: latin1(request.stdin),
    stdinKind: 'bytes',
    rawScript: true,
  });
  // The interpreter prints exponents in a way of its own, and which numbers need one shows only now.
  if (judged.command === 'awk' && /[0-9]e[+-]?[0-9]/.test(result.stdout))
    return unsupported('a number with an exponent');
  const isBytes = result.stdoutKind === 'bytes';
  const stdout = isBytes ? bytesOf(result.stdout) : Uint8Array.from(Buffer.from(result.stdout));
  return { kind: 'ran', stdout, stderr: result.stderr, exitCode: result.exitCode };
}

function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function placed(name: string): string {
  return name.startsWith('/') ? name : `/work/${name}`;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}
