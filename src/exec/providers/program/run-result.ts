import type { Json } from '../../../ir/json.ts';
import type { ProgramContext } from '../../market/program.ts';
import type { OutcomeFiles } from '../../outcome.ts';
import type { ProviderResult } from '../../provider.ts';
import type { Sandbox, SandboxResult } from '../../sandbox/sandbox.ts';
import type { FileGrants } from '../io/file-grants.ts';
import { refusedResult } from '../io/result.ts';
import type { ProgramCommand } from './command.ts';
import type { ProgramHost } from './run-program.ts';
import { changesOf, type Surveys } from './stage/changes.ts';
import { commitChanges } from './stage/commit.ts';
import { collectOutput } from './stage/output.ts';
import type { Stage } from './stage/stage.ts';

/** What the files of a run are judged by once it has ended. */
export interface Kept {
  readonly grants: FileGrants;
  readonly stage: Stage;
  readonly before: Surveys;
  readonly after: Surveys;
  readonly isTooMuch: boolean;
}

interface Ran {
  readonly command: ProgramCommand;
  readonly context: ProgramContext;
  readonly sandbox: Sandbox;
}

type Facts = { readonly [name: string]: Json };
type Ended = Extract<SandboxResult, { kind: 'ended' }>;

/** What ended by itself has written what it has written, whatever its exit code; what was stopped half-way has not. */
export async function endOf(result: SandboxResult, kept: Kept, ran: Ran, host: ProgramHost): Promise<ProviderResult> {
  if (result.kind === 'refused') return refusedResult(result);
  const facts = factsOf(result, ran);
  const why = kept.isTooMuch ? tooMuch : result.stopped === undefined ? undefined : stops[result.stopped];
  if (why !== undefined) return failed(result, ran, facts, why);
  const written = putInPlace(kept, host);
  const changed = { facts: { ...facts, ...written.facts }, files: written.files };
  if (written.problem !== undefined)
    return { ...failed(result, ran, changed.facts, written.problem), ...filesOf(changed.files) };
  const output = await keepOutput(kept.stage.output, ran.context, host);
  if ('problem' in output) return { ...failed(result, ran, changed.facts, output.problem), ...filesOf(changed.files) };
  const all = { ...changed.facts, ...output.facts };
  const files = filesOf({ ...changed.files, ...output.files });
  if (result.exitCode === 0) return { ...base(result, ran, all), status: 'done', ...files };
  const said = tail(result.stderr, ran);
  const message = `\`${ran.command.name}\` ended with ${result.exitCode}${said === '' ? '' : `: ${said}`}`;
  return { ...failed(result, ran, all, { code: 'program/exit', message }), ...files };
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly uncertain?: boolean;
}

const tooMuch: Problem = { code: 'limit/files', message: 'it wrote more files, or larger ones, than it may' };

const stops: { readonly [K in NonNullable<Ended['stopped']>]: Problem } = {
  time: { code: 'limit/time', message: 'it took longer than it may' },
  cpu: { code: 'limit/cpu', message: 'it used more processor time than it may' },
  memory: { code: 'limit/memory', message: 'it used more memory than it may' },
  processes: { code: 'limit/processes', message: 'it started more processes than it may' },
  output: { code: 'limit/output', message: 'it printed more than it may' },
  aborted: { code: 'exec/stopped', message: 'it was stopped' },
};

function putInPlace(
  { grants, stage, before, after }: Kept,
  { random }: ProgramHost,
): { readonly facts: Facts; readonly files: OutcomeFiles; readonly problem?: Problem } {
  const { granted, dropped, odd } = changesOf(grants, before, after);
  const left = dropped.length === 0 ? {} : { dropped: dropped.slice(0, 100) };
  const [first] = odd;
  if (first !== undefined) {
    const message = `it left a link or no plain file at \`${first}\`: nothing of what it wrote was kept`;
    return { facts: left, files: left, problem: { code: 'program/odd-output', message } };
  }
  const stagingName = () => `.skillc-${Buffer.from(random(12)).toString('hex')}`;
  const done = commitChanges(grants, granted, stage.sources, stagingName);
  const written = done.written.map(({ path, bytes, how }) => ({ path, bytes, how }));
  const facts = { ...(written.length === 0 ? {} : { written }), ...left };
  if (done.kind === 'committed') return { facts, files: facts };
  const { code, message, remedy } = done;
  return {
    facts,
    files: facts,
    problem: { code, message, ...(remedy === undefined ? {} : { remedy }), uncertain: written.length > 0 },
  };
}

/** Results by content, without secrets that an answer may have brought into them. */
async function keepOutput(
  folder: string,
  context: ProgramContext,
  host: ProgramHost,
): Promise<{ readonly facts: Facts; readonly files: OutcomeFiles } | { readonly problem: Problem }> {
  const found = collectOutput(folder);
  if (found.kind === 'refused') return { problem: found };
  const files: NonNullable<OutcomeFiles['output']>[number][] = [];
  let shown = 0;
  for (const { path, bytes } of found.files) {
    const scrubber = context.secrets.scrubber();
    const clean = context.handles.mask.bytes(Buffer.concat([scrubber.push(bytes), scrubber.end()]));
    const text = shown + clean.length > SHOWN ? undefined : textOf(clean);
    shown += text === undefined ? 0 : clean.length;
    const digest = await host.keepBytes(clean);
    files.push({ path, bytes: clean.length, digest, ...(text === undefined ? {} : { text }) });
  }
  if (files.length === 0) return { facts: {}, files: {} };
  // The log has digests, never the output itself.
  return {
    facts: { output: files.map(({ path, bytes, digest }) => ({ path, bytes, digest })) },
    files: { output: files },
  };
}

/** Texts of results that stand in the outcome themselves, all together. */
const SHOWN = 16 * 1024;

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function filesOf(files: OutcomeFiles): Pick<ProviderResult, 'files'> {
  return Object.keys(files).length === 0 ? {} : { files };
}

function factsOf({ exitCode, stopped }: Ended, { command, sandbox }: Ran): Facts {
  const { backend, class: strength, holds, digest } = sandbox.isolation;
  return {
    ...command.facts,
    exit_code: exitCode,
    ...(stopped === undefined ? {} : { stopped }),
    isolation: { backend, class: strength, holds, digest },
  };
}

function base(result: Ended, { context }: Ran, facts: Facts): Omit<ProviderResult, 'status'> {
  const { stdout, stderr, exitCode, used } = result;
  return {
    // Inside a program another command may take a handle from here; what leaves the call has none.
    stdout: context.depth === 0 ? context.handles.mask.bytes(stdout) : stdout,
    stderr: context.handles.mask.text(Buffer.from(stderr).toString('utf8')),
    exitCode,
    facts,
    used: { network_bytes: 0, wall_clock_ms: Math.ceil(used.wall_clock_ms), cpu_ms: Math.ceil(used.cpu_ms) },
  };
}

function failed(result: Ended, ran: Ran, facts: Facts, problem: Problem): ProviderResult {
  const said = problem.code === 'program/exit' ? '' : tail(result.stderr, ran);
  const { code, message, remedy, uncertain } = problem;
  return {
    ...base(result, ran, facts),
    status: 'failed',
    code,
    message: code === 'program/exit' ? message : `\`${ran.command.name}\`: ${message}${said === '' ? '' : `: ${said}`}`,
    ...(remedy === undefined ? {} : { remedy }),
    ...(uncertain === true ? { uncertain } : {}),
  };
}

const TAIL = 600;

/** The end of what it said: that is where programs say why. */
function tail(stderr: Uint8Array, { context }: Ran): string {
  const text = context.handles.mask.text(Buffer.from(stderr).toString('utf8')).trim();
  return text.length <= TAIL ? text : `… ${text.slice(-TAIL).replace(/^[^\n]*\n/, '')}`;
}
