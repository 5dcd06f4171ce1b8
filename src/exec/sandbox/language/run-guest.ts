import { refused } from '../backend.ts';
import { jobFlaw, watchFlaw } from '../job-flaw.ts';
import type { HiddenPaths } from '../mount-flaw.ts';
import { CapturedOutput } from '../process/captured-output.ts';
import type { SandboxJob, SandboxResult } from '../sandbox.ts';
import { type Holder, type RunProcess, runHeld, runPlain } from './holder.ts';
import { type GuestReply, type GuestRequest, readReply } from './message.ts';
import { mountedFiles } from './mounted-files.ts';
import { writeBack } from './write-back.ts';

export interface GuestSettings {
  readonly holder: Holder;
  readonly paths: HiddenPaths;
  /** Where there is a sandbox for processes around it. */
  readonly around: RunProcess | undefined;
}

/** Runs source text of one language. The program of the job is the file that holds it. */
export async function runGuest({ holder, paths, around }: GuestSettings, job: SandboxJob): Promise<SandboxResult> {
  const flaw = jobFlaw(job) ?? watchFlaw(job);
  if (flaw !== undefined) return flaw;
  if (job.signal.aborted) return refused('sandbox/aborted', 'it was stopped before it began');
  if (job.egress !== undefined) return refused('sandbox/network', 'a sandbox without processes has no network');
  const mounted = mountedFiles(job, paths);
  if (mounted.kind === 'refused') return mounted;
  if (!mounted.files.has(job.program)) return refused('sandbox/program', `\`${job.program}\` is not among the files`);
  const request = requestOf(job, mounted.files);
  const input = Buffer.from(JSON.stringify(request));
  const held = around === undefined ? runPlain(holder, job, input) : runHeld(holder, around, job, input);
  const result = await held;
  return result.kind === 'refused' ? result : guestResult(job, paths, result);
}

function requestOf(job: SandboxJob, files: ReadonlyMap<string, Uint8Array>): GuestRequest {
  const { program, args, env, cwd, limits, mounts } = job;
  return {
    ...{ program, args, env, cwd },
    stdin: base64(job.stdin),
    files: [...files].map(([path, bytes]) => [path, base64(bytes)]),
    writable: mounts.flatMap((mount) => (mount.kind === 'path' && mount.access === 'write' ? [mount.at] : [])),
    memory_mb: limits.memory_mb,
    file_bytes: limits.file_bytes,
    output_bytes: limits.output_bytes,
  };
}

type Ended = Extract<SandboxResult, { kind: 'ended' }>;

/** What the guest did, from the lines that its holder wrote. One that never came to an end was ended. */
function guestResult(job: SandboxJob, paths: HiddenPaths, held: Ended): SandboxResult {
  const output = new CapturedOutput(job.limits.output_bytes);
  const changed = new Map<string, Uint8Array>();
  let [exitCode, stopped] = [held.stopped === undefined ? undefined : 137, held.stopped];
  for (const reply of repliesOf(held.stdout)) {
    if (reply.kind === 'refused') return refused('sandbox/guest', reply.message);
    if (reply.kind === 'exit') exitCode ??= reply.code;
    else if (reply.kind === 'memory') stopped ??= 'memory';
    else if (reply.kind === 'file') changed.set(reply.path, Buffer.from(reply.bytes, 'base64'));
    else if (!output.add(reply.kind, Buffer.from(reply.bytes, 'base64'))) stopped ??= 'output';
  }
  if (stopped === undefined && exitCode === undefined) {
    // Node itself gives up where nothing is left to allocate.
    if (!/heap out of memory|Allocation failed|std::bad_alloc/i.test(text(held.stderr))) {
      return refused(
        'sandbox/guest',
        `the sandbox failed: ${text(held.stderr).trim().split('\n').at(-1) ?? held.exitCode}`,
      );
    }
    stopped = 'memory';
  }
  if (stopped === undefined) {
    for (const problem of writeBack(job, changed, paths.hidden)) output.add('stderr', Buffer.from(`${problem}\n`));
  }
  return {
    kind: 'ended',
    exitCode: stopped === undefined ? (exitCode ?? 137) : 137,
    stdout: output.bytes('stdout'),
    stderr: output.bytes('stderr'),
    ...(stopped === undefined ? {} : { stopped }),
    used: held.used,
  };
}

function repliesOf(bytes: Uint8Array): readonly GuestReply[] {
  return text(bytes)
    .split('\n')
    .flatMap((line) => readReply(line) ?? []);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
