import { existsSync, realpathSync } from 'node:fs';
import type { Json } from '../../../ir/json.ts';
import type { ProgramContext, ProgramFile, ProgramProvider } from '../../market/program.ts';
import type { ProviderResult } from '../../provider.ts';
import { programFolders } from '../../runtime/program-path.ts';
import { readGranted } from '../io/read-granted.ts';
import { refusedResult } from '../io/result.ts';
import { type WarmWorkers, type WorkerOutcome, warmWorkers, workerScript } from '../worker/warm-workers.ts';
import { Conversation } from './conversation.ts';
import { type ProgramSource, programSource } from './program-source.ts';
import type { BundleEntry, ShellAnswer, ShellHint, ShellLimits, ShellQuestion, ShellRequest } from './protocol.ts';
import { nameWords } from './registry.ts';
import type { WordMapper } from './word-mapper.ts';

export type ShellWorkers = WarmWorkers<ShellRequest, ShellAnswer, ShellQuestion, ShellHint>;

export function shellWorkers(size = 2): ShellWorkers {
  return warmWorkers({ script: workerScript('shell-worker', import.meta.url), size, heapMegabytes: 256 });
}

export interface ShellHost {
  readonly workers: ShellWorkers;
  readonly mapper: WordMapper;
  readonly random: (bytes: number) => Uint8Array;
  /** `Europe/Oslo`: dates are those of the user. */
  readonly timeZone: string;
}

const MEGABYTE = 1024 * 1024;
const limits: Omit<ShellLimits, 'wall_clock_ms'> = {
  commands: 50_000,
  loops: 50_000,
  depth: 32,
  output_bytes: 16 * MEGABYTE,
  file_bytes: 64 * MEGABYTE,
};

/** Shell programs, run by an interpreter that has no way out but the conversation with its host. */
export function shellRun(host: ShellHost): ProgramProvider {
  return { run: (args, context) => run(args, context, host) };
}

async function run(args: Json, context: ProgramContext, host: ShellHost): Promise<ProviderResult> {
  const source = programSource(args, context.bundle, context.handles.handle);
  if (source.kind === 'none') return refusedResult(source);
  const grants = { ...context.grants, ...realFolders(context.grants) };
  const stdin = stdinOf(source, context);
  if ('code' in stdin) return refusedResult(stdin);
  const base = baseVariables(grants, host.timeZone);
  const bundle = [...context.bundle.values()].map(entryOf);
  const names = [...nameWords(source.text), ...bundle.flatMap(({ names }) => names)];
  const request: ShellRequest = {
    text: source.text,
    name: source.name,
    args: source.args,
    env: { ...base, ...source.env },
    cwd: grants.workspace,
    stdin,
    files: { grants, bundle: bundle.map(({ entry }) => entry), given: source.files },
    programs: [...new Set(names)].filter((name) => host.mapper.knows(name) || isThere(name, context)),
    limits: { ...limits, wall_clock_ms: context.cap.wall_clock_ms },
  };
  const begun = context.clock.monotonic();
  const stagingName = () => `.skillc-${Buffer.from(host.random(12)).toString('hex')}`;
  const conversation = new Conversation({ ...context, grants }, host.mapper, stagingName, base, source);
  const outcome = await host.workers.call(
    request,
    { signal: context.signal, deadlineMs: context.cap.wall_clock_ms },
    (question) => conversation.answer(question),
  );
  const wall = Math.ceil(context.clock.monotonic() - begun);
  return told(outcome, conversation, context, wall);
}

/** The same folder by one name: what the interpreter compares are names. */
function realFolders({ workspace, home }: ProgramContext['grants']) {
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : path);
  return { workspace: real(workspace), ...(home === undefined ? {} : { home: real(home) }) };
}

/** Exactly these, whatever the process of skillc has in its own environment. */
function baseVariables({ workspace, home }: ProgramContext['grants'], timeZone: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home ?? '/nonexistent',
    PWD: workspace,
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TZ: timeZone,
    SHELL: '/bin/bash',
    TERM: 'dumb',
  };
}

function stdinOf({ stdin, stdinFile }: ProgramSource, context: ProgramContext) {
  if (stdinFile === undefined) return stdin ?? context.stdin;
  const found = readGranted(context.grants, stdinFile, limits.output_bytes);
  return found.kind === 'refused' ? found : found.bytes;
}

const shellScript = /^#!\s*(?:\/usr)?\/bin\/(?:env\s+)?(?:ba|da)?sh\b/;

/** A shell script by its first line, or by its name where it has none. */
function entryOf({ path, bytes }: ProgramFile): { readonly entry: BundleEntry; readonly names: readonly string[] } {
  const content = bytes();
  const head = Buffer.from(content?.subarray(0, 200) ?? []).toString('latin1');
  const isShell = head.startsWith('#!') ? shellScript.test(head) : /\.(?:sh|bash)$/.test(path);
  const names = isShell ? [...nameWords(Buffer.from(content ?? []).toString('utf8'))] : [];
  return { entry: { path, size: content?.length ?? 0, isShell }, names };
}

/** Of the system, approved from another place (the configuration, an image), or brought by installed packages. */
function isThere(name: string, { programs, sandbox }: ProgramContext): boolean {
  return (
    programs.some((program) => program.name === name) ||
    (sandbox?.dependencies ?? []).some((one) => one.programs?.includes(name) === true) ||
    programFolders.some((folder) => existsSync(`${folder}/${name}`))
  );
}

function told(
  outcome: WorkerOutcome<ShellAnswer>,
  conversation: Conversation,
  context: ProgramContext,
  wall: number,
): ProviderResult {
  const used = { network_bytes: 0, wall_clock_ms: wall, cpu_ms: outcome.kind === 'answered' ? outcome.cpuMs : wall };
  switch (outcome.kind) {
    case 'late':
      return { ...refusedResult({ code: 'limit/time', message: 'the program did not end in time' }), used };
    case 'stopped':
      return { ...refusedResult({ code: 'exec/stopped', message: 'the program was stopped' }), used };
    case 'crashed':
      return {
        ...refusedResult({ code: 'shell/crashed', message: `the interpreter broke down: ${outcome.message}` }),
        used,
      };
    case 'answered':
      return answered(outcome.answer, conversation, context, used);
  }
}

function answered(
  answer: ShellAnswer,
  conversation: Conversation,
  { handles, depth }: ProgramContext,
  used: ProviderResult['used'],
): ProviderResult {
  if (answer.kind === 'refused') return { ...refusedResult(answer), used, ...factsOf(conversation) };
  if (answer.kind === 'stopped') {
    const { failure = { code: 'shell/stopped', message: 'the program was stopped' } } = conversation;
    return {
      ...refusedResult(failure),
      used,
      ...factsOf(conversation),
      ...(failure.uncertain === true ? { uncertain: true } : {}),
    };
  }
  // As with bash, what a program wrote before it failed stays written; one that was cut off leaves nothing.
  const failed = conversation.commit(answer.changes);
  const seen = {
    // Inside a program another command may take a handle from here; what leaves the call has none.
    stdout: depth === 0 ? handles.mask.bytes(answer.stdout) : answer.stdout,
    ...(answer.stderr.length === 0 ? {} : { stderr: handles.mask.text(Buffer.from(answer.stderr).toString('utf8')) }),
    exitCode: answer.exitCode,
    used,
    ...factsOf(conversation),
  };
  if (failed !== undefined) {
    const { code, message, uncertain } = failed;
    return { status: 'failed', ...seen, code, message, ...(uncertain === true ? { uncertain } : {}) };
  }
  if (answer.exitCode === 0) return { status: 'done', ...seen };
  const message = seen.stderr?.trim().split('\n').at(-1) ?? `the program ended with ${answer.exitCode}`;
  return { status: 'failed', ...seen, code: 'shell/exit', message };
}

function factsOf({ written }: Conversation): Pick<ProviderResult, 'facts' | 'files'> {
  if (written.length === 0) return {};
  const list = written.map(({ path, bytes, how }) => ({ path, bytes, how }));
  return { facts: { written: list }, files: { written: list } };
}
