import type { MeasuredIsolation } from '../../../ir/isolation.ts';
import { placelessSecrets } from '../../../ir/placeless-secrets.ts';
import type { Call, Plan } from '../../../ir/plan.ts';
import type { Environments } from '../../environment/environments.ts';
import type { Wanted } from '../../environment/requirement.ts';
import { imageMachine, imageRuntime } from '../../runtime/image-machine.ts';
import type { Interpreter } from '../../runtime/interpreters.ts';
import type { Machine } from '../../runtime/machine.ts';
import { type Language, readRuntime } from '../../runtime/runtime-request.ts';
import type { BoundProgram } from './bound-program.ts';
import type { CommandRefusal } from './command.ts';
import { environmentOf } from './environment-port.ts';
import { placelessSecret } from './placeless-secret.ts';
import type { ProgramHost } from './run-program.ts';
import { programsHere, wantedPackages } from './wanted-packages.ts';

/** What of this machine a plan would run. */
export interface PlanNeeds {
  readonly programs: readonly BoundProgram[];
  /** For who approves: `runs with python 3.11.2, not 3.12 as the skill asks`. */
  readonly warnings: readonly string[];
  /** What holds its code here. An approval is bound to it: a weaker one is asked about again. */
  readonly isolation?: MeasuredIsolation;
  /** Why it cannot run now. */
  readonly missing?: CommandRefusal;
}

export interface NeedsHost extends Pick<ProgramHost, 'sandbox'> {
  readonly machine: Machine;
  readonly environments: Environments;
}

export const noNeeds: PlanNeeds = { programs: [], warnings: [] };

/** Looked for before anybody is asked: a question is put only for what could run. */
export function planNeeds(plan: Plan, skill: string, host: NeedsHost): PlanNeeds | Promise<PlanNeeds> {
  const direct = plan.calls.filter(({ capability }) => capability.startsWith('sandbox.'));
  const inside = plan.calls.flatMap(sitesOf).filter(({ capability }) => capability.startsWith('sandbox.'));
  return direct.length + inside.length === 0 ? noNeeds : needsOf(direct, inside, plan, skill, host);
}

async function needsOf(
  direct: readonly Call[],
  started: readonly Call[],
  plan: Plan,
  skill: string,
  host: NeedsHost,
): Promise<PlanNeeds> {
  const image = imageRuntime(plan.sandbox?.runtime);
  const sandbox = await host.sandbox(image);
  if ('kind' in sandbox) return { ...noNeeds, missing: sandbox };
  const inside = image === undefined ? host : { ...host, machine: imageMachine(sandbox, image) };
  const { backend, class: strength, holds } = sandbox.isolation;
  const found: Needed[] = [];
  for (const call of direct) found.push(withSecrets(await neededBy(call, plan, inside), call));
  // What a program may start it may also not start: there, what is missing is said when it comes to it.
  for (const call of started) found.push({ ...(await neededBy(call, plan, inside)), missing: undefined });
  const programs = new Map(found.flatMap((one) => one.programs).map((one) => [JSON.stringify(one), one]));
  const missing = found.find((one) => one.missing !== undefined)?.missing;
  return {
    programs: [...programs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
    warnings: [...new Set(found.flatMap((one) => one.warnings))],
    isolation: { backend, class: strength, holds },
    ...(missing === undefined ? {} : { missing: withSkill(missing, skill) }),
  };
}

function sitesOf(call: Call): readonly Call[] {
  return (call.sites ?? []).flatMap((site) => [site.call, ...sitesOf(site.call)]);
}

/** Who installs names the skill. */
export function withSkill(refusal: CommandRefusal, skill: string): CommandRefusal {
  const { remedy } = refusal;
  return remedy === undefined ? refusal : { ...refusal, remedy: remedy.replace(/\bSKILL$/, skill) };
}

interface Needed extends Omit<PlanNeeds, 'missing'> {
  readonly missing: CommandRefusal | undefined;
}

/** Nobody is asked for what could only fail. */
function withSecrets(needed: Needed, call: Call): Needed {
  const [name] = placelessSecrets(call, call.effects);
  return name === undefined ? needed : { ...needed, missing: placelessSecret(name) };
}

async function neededBy(call: Call, plan: Plan, host: NeedsHost): Promise<Needed> {
  switch (call.capability) {
    case 'sandbox.python':
      return interpreterFor('python', call, plan, host);
    case 'sandbox.node':
      return otherRunner(call) === undefined ? interpreterFor('node', call, plan, host) : toolFor(call, plan, host);
    case 'sandbox.tool':
      return toolFor(call, plan, host);
    default:
      return { ...noNeeds, missing: undefined };
  }
}

function otherRunner({ effects }: Call): string | undefined {
  const programs = effects.flatMap((effect) => (effect.kind === 'process' ? [effect.program] : []));
  return programs.find((program) => program === 'deno' || program === 'bun');
}

async function interpreterFor(language: Language, call: Call, plan: Plan, host: NeedsHost): Promise<Needed> {
  const asked = [textOf(call, 'runtime'), plan.sandbox?.runtime].map((text) => readRuntime(text ?? ''));
  const request = asked.find((one) => one?.language === language) ?? { language };
  const found = await host.machine.interpreter(request);
  if (found.kind === 'missing') return { ...noNeeds, missing: { ...found, kind: 'refused' } };
  const { interpreter, warning } = found;
  const version = interpreter.version.split('.').slice(0, 2).join('.');
  const own = { name: language === 'python' ? 'python3' : 'node', path: interpreter.real, version };
  const here = await programsHere(plan.sandbox, host.machine);
  const wanted = wantedPackages(call, listOf(call, 'packages'), plan.sandbox, here);
  const installed = installedFor(language, wanted, interpreter, host);
  return {
    programs: [own, ...installed.programs],
    warnings: warning === undefined ? [] : [warning],
    missing: installed.missing,
  };
}

function installedFor(
  language: Language,
  wanted: readonly Wanted[],
  interpreter: Interpreter,
  { environments }: NeedsHost,
): Pick<Needed, 'programs' | 'missing'> {
  const ecosystem = language === 'python' ? 'pypi' : 'npm';
  const environment = environmentOf(environments, ecosystem, interpreter, wanted);
  if (environment.kind === 'refused') return { programs: [], missing: environment };
  return { programs: environment.programs, missing: undefined };
}

async function toolFor(call: Call, plan: Plan, host: NeedsHost): Promise<Needed> {
  const name = textOf(call, 'program') ?? otherRunner(call) ?? textOf(call, 'runtime')?.split(':')[0];
  // Which program it is, a running shell program will know; one of the skill's own is bound as its code.
  if (name === undefined || name === textOf(call, 'script')) return { ...noNeeds, missing: undefined };
  const here = await programsHere(plan.sandbox, host.machine);
  const wanted = wantedPackages(call, listOf(call, 'packages'), plan.sandbox, here);
  const languages = (['python', 'node'] as const).filter((language) =>
    wanted.some(({ ecosystem }) => ecosystem === (language === 'python' ? 'pypi' : 'npm')),
  );
  const programs: BoundProgram[] = [];
  for (const language of languages) {
    const found = await host.machine.interpreter({ language });
    if (found.kind === 'missing') return { ...noNeeds, missing: { ...found, kind: 'refused' } };
    const installed = installedFor(language, wanted, found.interpreter, host);
    if (installed.missing !== undefined) return { ...noNeeds, missing: installed.missing };
    programs.push(...installed.programs);
  }
  const found = await host.machine.program(name);
  if (found.kind === 'found') programs.push({ name, path: found.program.real, digest: found.program.digest });
  const missing =
    found.kind === 'missing' && languages.length === 0 ? { ...found, kind: 'refused' as const } : undefined;
  return { programs, warnings: [], missing };
}

function textOf({ args }: Call, key: string): string | undefined {
  const value = args.kind === 'object' ? args.members.find((member) => member.key === key)?.value : undefined;
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
}

function listOf({ args }: Call, key: string): readonly string[] {
  const value = args.kind === 'object' ? args.members.find((member) => member.key === key)?.value : undefined;
  const items = value?.kind === 'list' ? value.items : [];
  return items.flatMap((item) => (item.kind === 'literal' && typeof item.value === 'string' ? [item.value] : []));
}
