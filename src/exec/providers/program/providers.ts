import type { CoreCapability } from '../../../ir/plan.ts';
import type { Environments } from '../../environment/environments.ts';
import type { Wanted } from '../../environment/requirement.ts';
import type { ProgramContext, ProgramProvider } from '../../market/program.ts';
import type { ProviderResult } from '../../provider.ts';
import { imageMachine, imageRuntime } from '../../runtime/image-machine.ts';
import type { Machine } from '../../runtime/machine.ts';
import { type Language, readRuntime } from '../../runtime/runtime-request.ts';
import { refusedResult } from '../io/result.ts';
import { otherProgram } from './approved-program.ts';
import { type CommandRefusal, type ProgramCommand, readOnly } from './command.ts';
import { environmentOf, noEnvironment, type RunEnvironment } from './environment-port.ts';
import { folderOf, installedProgram } from './installed-program.ts';
import { nodeCommand } from './node.ts';
import { places, runPlaces, withHome, workingFolder } from './places.ts';
import { type ProgramArgs, readProgramArgs } from './program-args.ts';
import { pythonCommand } from './python.ts';
import { type ProgramHost, runProgram } from './run-program.ts';
import { ownProgram, toolCommand } from './tool.ts';
import { programsHere, wantedPackages } from './wanted-packages.ts';

export interface ProgramOptions extends ProgramHost {
  readonly machine: Machine;
  readonly environments: Environments;
}

/** `sandbox.python`, `sandbox.node` and `sandbox.tool`. */
export function programProviders(options: ProgramOptions): ReadonlyMap<CoreCapability, ProgramProvider> {
  const provider = (start: Start): ProgramProvider => ({
    run: async (value, context) => {
      const read = readProgramArgs(value);
      if (read.kind === 'refused') return refusedResult(read);
      const { home } = runPlaces(context.grants);
      const words = (read.args.args ?? []).map((word) => withHome(word, home));
      return startAndRun(start, { ...read.args, args: words }, context, options);
    },
  });
  return new Map([
    ['sandbox.python', provider(startPython)],
    ['sandbox.node', provider(startNode)],
    ['sandbox.tool', provider(startTool)],
  ]);
}

type Started = { readonly command: ProgramCommand; readonly environment: RunEnvironment } | CommandRefusal;
type Start = (args: ProgramArgs, context: ProgramContext, options: ProgramOptions) => Promise<Started>;

async function startAndRun(
  start: Start,
  args: ProgramArgs,
  context: ProgramContext,
  options: ProgramOptions,
): Promise<ProviderResult> {
  const image = imageRuntime(args.runtime, context.sandbox?.runtime);
  const sandbox = image === undefined ? undefined : await options.sandbox(image);
  if (sandbox !== undefined && 'kind' in sandbox) return refusedResult(sandbox);
  const machine = image === undefined || sandbox === undefined ? options.machine : imageMachine(sandbox, image);
  const started = await start(args, context, { ...options, machine });
  if ('kind' in started) return refusedResult(started);
  const unknown = context.call.tier === 3;
  for (const packages of started.environment.programs) {
    const other = otherProgram(packages, context);
    if (other !== undefined) return refusedResult(other);
  }
  const command = withEnvironment(started.command, started.environment);
  const listed = !unknown && context.call.capability === 'sandbox.tool';
  return runProgram({ args, command, context, unknown, listed }, options);
}

function withEnvironment(command: ProgramCommand, { mounts, path, programs }: RunEnvironment): ProgramCommand {
  if (mounts.length === 0) return command;
  return {
    ...command,
    mounts: [...command.mounts, ...mounts],
    env: { ...command.env, PATH: [...path, '/usr/local/bin', '/usr/bin', '/bin'].join(':') },
    facts: { ...command.facts, environments: programs.map(({ digest = '' }) => digest) },
  };
}

/** What the call or the skill asks for; of another language it is not meant for this one. */
function runtimeFor(language: Language, args: ProgramArgs, { sandbox }: ProgramContext) {
  const asked = [args.runtime, sandbox?.runtime].flatMap((text) => (text === undefined ? [] : [readRuntime(text)]));
  return asked.find((one) => one?.language === language) ?? { language };
}

async function wantedBy({ packages }: ProgramArgs, { call, sandbox }: ProgramContext, machine: Machine) {
  return wantedPackages(call, packages ?? [], sandbox, await programsHere(sandbox, machine));
}

const startPython: Start = async (args, context, { machine, environments }) => {
  const found = await machine.interpreter(runtimeFor('python', args, context));
  if (found.kind === 'missing') return { ...found, kind: 'refused' };
  const wanted = await wantedBy(args, context, machine);
  const environment = environmentOf(environments, 'pypi', found.interpreter, wanted);
  if (environment.kind === 'refused') return environment;
  const inside = environment.mounts.length === 0 ? undefined : `${places.environment}/bin/python3`;
  const other = otherProgram({ name: 'python3', path: found.interpreter.real }, context);
  if (other !== undefined) return other;
  const command = pythonCommand(args, found.interpreter, context.bundle, inside);
  return command.kind === 'refused' ? command : { command, environment };
};

/** Deno and Bun have interfaces of their own; what runs TypeScript for Node is Node. */
const startNode: Start = async (args, context, options) => {
  const { machine, environments } = options;
  const programs = context.call.effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : []));
  const other = programs.find((program) => program === 'deno' || program === 'bun');
  if (other !== undefined) return startTool({ ...args, program: other }, context, options);
  const found = await machine.interpreter(runtimeFor('node', args, context));
  if (found.kind === 'missing') return { ...found, kind: 'refused' };
  if (args.package_script !== undefined) return packageScript(args.package_script);
  const environment = environmentOf(environments, 'npm', found.interpreter, await wantedBy(args, context, machine));
  if (environment.kind === 'refused') return environment;
  const changed = otherProgram({ name: 'node', path: found.interpreter.real }, context);
  if (changed !== undefined) return changed;
  const command = nodeCommand(
    args,
    found.interpreter,
    context.bundle,
    workingFolder(args.cwd, runPlaces(context.grants)),
  );
  return command.kind === 'refused' ? command : { command, environment };
};

function packageScript(name: string): CommandRefusal {
  return {
    kind: 'refused',
    code: 'program/package-script',
    message: `\`${name}\` stands in package.json as a line for a shell, which nobody has mapped`,
    remedy: 'write the commands themselves into the skill',
  };
}

const startTool: Start = async (args, context, options) => {
  const name = args.program ?? args.runtime?.split(':')[0] ?? '';
  if (args.script !== undefined && args.script === args.program) {
    const own = ownProgram(args, context.bundle);
    return own.kind === 'refused' ? own : { command: own, environment: noEnvironment };
  }
  const named = await wantedBy(args, context, options.machine);
  if (named.length > 0) {
    const installed = await startInstalled(name, args, named, options);
    if (installed !== undefined) return installed;
  }
  const found = await options.machine.program(name);
  if (found.kind === 'missing') return { ...found, kind: 'refused' };
  const other = otherProgram({ name, path: found.program.real, digest: found.program.digest }, context);
  if (other !== undefined) return other;
  const command = toolCommand(args, name, found.program, context.bundle);
  return command.kind === 'refused' ? command : { command, environment: noEnvironment };
};

/** A program of a package: of the environment, before one of the machine. */
async function startInstalled(
  name: string,
  args: ProgramArgs,
  wanted: readonly Wanted[],
  { machine, environments }: ProgramOptions,
): Promise<Started | undefined> {
  for (const [ecosystem, language] of [
    ['pypi', 'python'],
    ['npm', 'node'],
  ] as const) {
    if (!wanted.some((one) => one.ecosystem === ecosystem)) continue;
    const found = await machine.interpreter({ language });
    if (found.kind === 'missing') return { ...found, kind: 'refused' };
    const environment = environmentOf(environments, ecosystem, found.interpreter, wanted);
    if (environment.kind === 'refused') return environment;
    const program = installedProgram(name, environment);
    if (program === undefined) continue;
    const { interpreter } = found;
    const words = [...(args.options ?? []), ...(args.args ?? [])];
    const command: ProgramCommand = {
      kind: 'command',
      program: program.forNode ? interpreter.path : program.path,
      args: program.forNode ? [program.path, ...words] : words,
      env: {},
      mounts: readOnly(interpreter.mounts),
      name,
      facts: { interpreter: { path: interpreter.real, version: interpreter.version, digest: interpreter.digest } },
    };
    return { command, environment: { ...environment, path: [...environment.path, ...folderOf(interpreter.path)] } };
  }
  return undefined;
}
