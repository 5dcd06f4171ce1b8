import type { ProgramContext } from '../../market/program.ts';
import type { ProviderResult } from '../../provider.ts';
import { imageRuntime } from '../../runtime/image-machine.ts';
import type { Sandbox, SandboxJob } from '../../sandbox/sandbox.ts';
import { refusedResult } from '../io/result.ts';
import { weakerSandbox } from './approved-isolation.ts';
import type { CommandRefusal, ProgramCommand } from './command.ts';
import type { ProgramEgress } from './egress-port.ts';
import { limitsOf } from './limits.ts';
import { type RunPlaces, runPlaces, workingFolder } from './places.ts';
import type { ProgramArgs } from './program-args.ts';
import { makeRunFolder, removeRunFolder } from './run-folder.ts';
import { endOf, type Kept } from './run-result.ts';
import { stageLimits } from './stage/budget.ts';
import type { Surveys } from './stage/changes.ts';
import { buildStage, type Stage } from './stage/stage.ts';
import { survey } from './stage/survey.ts';
import { watchUsage } from './stage/watch-usage.ts';
import { standardInput } from './standard-input.ts';
import { variablesOf } from './variables.ts';

/** What running a program takes from the host. */
export interface ProgramHost {
  /** The sandbox that holds it, or why there is none. `container:ubuntu:22.04` asks for that image and for nothing else. */
  readonly sandbox: (runtime?: string) => Promise<Sandbox | CommandRefusal>;
  readonly openEgress: (context: ProgramContext) => Promise<ProgramEgress>;
  /** Keeps bytes by content and gives their digest. */
  readonly keepBytes: (bytes: Uint8Array) => Promise<string>;
  readonly random: (bytes: number) => Uint8Array;
}

export interface ProgramRun {
  readonly args: ProgramArgs;
  readonly command: ProgramCommand;
  readonly context: ProgramContext;
  /** Nobody has described what it does: no network and no secrets, whatever the plan holds. */
  readonly unknown: boolean;
  /** Whether a table names the variables it takes. */
  readonly listed: boolean;
}

/** Everything that a program sees is laid out, it runs, and what it wrote is put in place or dropped. */
export async function runProgram(run: ProgramRun, host: ProgramHost): Promise<ProviderResult> {
  const { args, context } = run;
  const places = runPlaces(context.grants);
  const input = standardInput(args, context);
  if ('kind' in input) return refusedResult(input);
  const variables = variablesOf({
    given: args.env ?? {},
    ceiling: context.ceiling,
    uses: context.uses,
    handle: context.handles.handle,
    unknown: run.unknown,
    listed: run.listed,
    home: places.home,
  });
  if (isRefused(variables)) return refusedResult(variables);
  const sandbox = await host.sandbox(imageRuntime(args.runtime, context.sandbox?.runtime));
  if ('kind' in sandbox) return refusedResult(sandbox);
  const weaker = weakerSandbox(sandbox.isolation, context);
  if (weaker !== undefined) return refusedResult(weaker);
  const files = bundleBytes(context);
  if (isRefused(files)) return refusedResult(files);
  const root = makeRunFolder();
  try {
    const stage = buildStage({
      root,
      grants: context.grants,
      places,
      cwd: workingFolder(args.cwd, places),
      bundle: files,
      input: inputFiles(args),
    });
    if (stage.kind === 'refused') return refusedResult(stage);
    try {
      return await inStage({ ...run, stage, places, sandbox, variables, stdin: input }, host);
    } finally {
      stage.close();
    }
  } finally {
    removeRunFolder(root);
  }
}

interface StagedRun extends ProgramRun {
  readonly stage: Stage;
  readonly places: RunPlaces;
  readonly sandbox: Sandbox;
  readonly variables: { readonly [name: string]: string };
  readonly stdin: Uint8Array;
}

async function inStage(run: StagedRun, host: ProgramHost): Promise<ProviderResult> {
  const { stage, context } = run;
  const before = surveys(stage);
  const reachesOut = !run.unknown && context.ceiling.some(({ kind }) => kind === 'network');
  const egress = reachesOut ? await host.openEgress(context) : undefined;
  const tooMuch = new AbortController();
  const watch = watchUsage([...stage.trees.map(({ folder }) => folder), stage.output], () => tooMuch.abort());
  try {
    if (!stage.isUnmoved()) return refusedResult(movedAway);
    const result = await run.sandbox.run(jobOf(run, egress, AbortSignal.any([context.signal, tooMuch.signal])));
    if (!stage.isUnmoved()) return refusedResult(movedAway);
    const kept: Kept = { grants: context.grants, stage, before, after: surveys(stage), isTooMuch: watch.end() };
    return await endOf(result, kept, run, host);
  } finally {
    watch.end();
    await egress?.close();
  }
}

function jobOf(run: StagedRun, egress: ProgramEgress | undefined, signal: AbortSignal): SandboxJob {
  const { command, context, stage, variables, args, places } = run;
  return {
    program: command.program,
    args: command.args,
    env: { ...variables, ...command.env, ...egress?.env },
    cwd: command.cwd ?? workingFolder(args.cwd, places),
    stdin: run.stdin,
    mounts: [...stage.mounts, ...command.mounts, ...(egress?.mounts ?? [])],
    ...(egress === undefined ? {} : { egress: { socket: egress.socket } }),
    limits: limitsOf(context.sandbox, context.cap),
    signal,
  };
}

function surveys({ trees }: Stage): Surveys {
  const most = stageLimits.entries + stageLimits.writtenEntries;
  return new Map(trees.map((tree) => [tree, survey(tree.folder, most) ?? new Map()]));
}

type Bundle = ReadonlyMap<string, { readonly bytes: Uint8Array; readonly executable: boolean }>;

function bundleBytes({ bundle }: ProgramContext): Bundle | CommandRefusal {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly executable: boolean }>();
  for (const [path, file] of bundle) {
    const bytes = file.bytes();
    if (bytes === undefined)
      return {
        kind: 'refused',
        code: 'skill/snapshot',
        message: `the stored copy of \`${path}\` is not whole`,
        remedy: 'load the skill again',
      };
    files.set(path, { bytes, executable: file.executable });
  }
  return files;
}

function inputFiles({ input }: ProgramArgs): ReadonlyMap<string, Uint8Array> {
  return new Map(input === undefined ? [] : [['input.json', Buffer.from(`${JSON.stringify(input, null, 2)}\n`)]]);
}

function isRefused(value: object): value is CommandRefusal {
  return 'kind' in value && value.kind === 'refused';
}

const movedAway: CommandRefusal = {
  kind: 'refused',
  code: 'io/moved',
  message: 'a folder of the workspace was put in the place of another while the program ran',
};
