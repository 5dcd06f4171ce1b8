import { parentPort } from 'node:worker_threads';
import type { AloneTextCommand } from '../../../ir/text-commands.ts';
import type { WorkerReply } from '../worker/warm-workers.ts';
import { awk } from './awk/index.ts';
import { unsupported } from './options.ts';
import { cat, md5sum, sha1sum, sha256sum, sha512sum, tee } from './own/bytes.ts';
import { cut, tr } from './own/cut-tr.ts';
import { head, tail } from './own/ends.ts';
import { egrep, fgrep, grep } from './own/grep.ts';
import { base64, paste, rev, tac, uniq, wc } from './own/lines.ts';
import { basename, dirname, fold } from './own/names.ts';
import { seq } from './own/seq.ts';
import { sort } from './own/sort.ts';
import { type OwnTool, printed } from './own/tool.ts';
import { sed } from './sed/index.ts';

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

/** Each was compared with the real one; options and forms that are not listed in it are refused: a wrong answer that looks right is worse than none. */
const tools: ReadonlyMap<string, OwnTool> = new Map(
  Object.entries({
    awk,
    mawk: awk,
    gawk: awk,
    base64,
    basename,
    cat,
    cut,
    dirname,
    egrep,
    false: () => ({ kind: 'ran', stdout: '', stderr: '', exitCode: 1 }),
    fgrep,
    fold,
    grep,
    head,
    md5sum,
    paste,
    rev,
    sed,
    seq,
    sha1sum,
    sha256sum,
    sha512sum,
    sort,
    tac,
    tail,
    tee,
    tr,
    true: () => printed(''),
    uniq,
    wc,
  } satisfies Record<AloneTextCommand, OwnTool>),
);

parentPort?.on('message', (request: ToolRequest) => {
  const before = process.threadCpuUsage();
  const answer = run(request);
  const { user, system } = process.threadCpuUsage(before);
  const reply: WorkerReply<ToolAnswer> = { answer, cpuMs: Math.ceil((user + system) / 1000) };
  parentPort?.postMessage(reply);
});

function run(request: ToolRequest): ToolAnswer {
  const tool = tools.get(request.command);
  if (tool === undefined) return unsupported(`the tool \`${request.command}\``);
  const answer = ranBy(tool, request);
  return answer.kind === 'ran' && answer.stdout.length > request.maxOutput ? { kind: 'too-much-output' } : answer;
}

function ranBy(tool: OwnTool, request: ToolRequest): ToolAnswer {
  const files = new Map(request.files.map(([name, bytes]) => [latin1(Buffer.from(name)), latin1(bytes)]));
  const ran = tool({
    args: request.args.map((word) => latin1(Buffer.from(word))),
    stdin: latin1(request.stdin),
    file: (name) => files.get(name),
  });
  if (ran.kind === 'unsupported') return ran;
  return { kind: 'ran', stdout: bytesOf(ran.stdout), stderr: ran.stderr, exitCode: ran.exitCode };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}
