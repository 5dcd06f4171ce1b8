import { join } from 'node:path';
import { loadTool } from '../capabilities/load.ts';
import { proposeTool, type SeenTool } from '../capabilities/propose-tool.ts';
import { type Observation, Recorder } from '../exec/learn/observation.ts';
import type { RegisteredOperation } from '../exec/market/host.ts';
import { call } from '../exec/market/marketplace.ts';
import type { Outcome, Reason } from '../exec/outcome.ts';
import { runPlaces } from '../exec/providers/program/places.ts';
import { sha256 } from '../ir/digest.ts';
import type { Effect } from '../ir/effect.ts';
import { unionEffects } from '../ir/effects.ts';
import type { Plan } from '../ir/plan.ts';
import { dispatchFor } from '../map/dispatch.ts';
import { planOfLine } from '../map-line.ts';
import type { Host } from './open-host.ts';

/** What a command line is called that is learned by itself: no operation of a skill. */
export const learnedCommand = 'learn.command';

export interface LearnRequest {
  /** A command line, or an operation of a loaded skill: `report.convert`. */
  readonly target: string;
  readonly input?: unknown;
  /** Paths that it may use besides what the plan names: the approval names them too. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly actor: 'agent' | 'person';
  readonly session: string;
}

export type Learned =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | {
      readonly kind: 'learned';
      readonly program: string;
      readonly outcome: Outcome;
      /** As a person names the paths. */
      readonly observation: Observation;
      /** A table, for a person to read. */
      readonly proposal: string;
      /** Why it cannot be taken as it is. */
      readonly problems: readonly string[];
    };

/** Runs an approved tool while it is watched, and proposes a table for it. */
export async function learnTool(host: Host, request: LearnRequest): Promise<Learned> {
  const operation = await operationOf(host, request);
  if ('code' in operation) return denied(operation);
  const program = toolIn(operation.plan);
  if (program === undefined)
    return denied({
      code: 'learn/no-tool',
      message: 'it is not one program of this machine: there is nothing to learn',
    });
  const recorder = new Recorder();
  const observing = await host.programs.observing(recorder);
  if ('kind' in observing) return denied(observing);
  const { actor, session, input = {} } = request;
  const outcome = await call(
    { capability: operation.id, input, session, actor },
    {
      ...host.exec,
      operations: { find: async () => ({ kind: 'operation', operation }) },
      programs: new Map([...host.exec.programs, ...observing]),
    },
  );
  const { command, observation } = recorder;
  if (command === undefined) return { kind: 'outcome', outcome };
  const proposal = proposeTool(seenTool(program, command, observation));
  const checked = loadTool(proposal, `${program}.yaml`);
  const problems = checked.kind === 'bad' ? checked.diagnostics.map(({ message }) => message) : [];
  return { kind: 'learned', program, outcome, observation: named(observation, host), proposal, problems };
}

async function operationOf(
  host: Host,
  request: LearnRequest,
): Promise<RegisteredOperation | Pick<Reason, 'code' | 'message' | 'remedy'>> {
  const { target } = request;
  if (/^[a-z0-9][\w-]*\.\w+$/.test(target)) {
    const found = await host.operations.find(target);
    if (found.kind === 'operation') return { ...found.operation, plan: withGrants(found.operation.plan, request) };
    return { code: found.kind === 'missing' ? 'capability/unknown' : found.code, message: found.message };
  }
  const plan = planOfLine(target, dispatchFor(host.tools.table));
  if ('severity' in plan) return { code: plan.code, message: plan.message };
  return {
    id: learnedCommand,
    loaded: false,
    skill: 'learn',
    skillDigest: sha256(target),
    source: 'command line',
    plan: withGrants(plan, request),
    bundle: new Map(),
    stores: new Map(),
  };
}

function withGrants(plan: Plan, { read = [], write = [] }: LearnRequest): Plan {
  const more: readonly Effect[] = [
    ...read.map((path): Effect => ({ kind: 'read', path })),
    ...write.map((path): Effect => ({ kind: 'write', path })),
  ];
  if (more.length === 0) return plan;
  const calls = plan.calls.map((one) =>
    one.capability === 'sandbox.tool' ? { ...one, effects: unionEffects([one.effects, more]) } : one,
  );
  return { ...plan, calls, effects: unionEffects([plan.effects, more]) };
}

/** The program of a plan that is one call of a tool. */
function toolIn({ calls }: Plan): string | undefined {
  const [only, second] = calls;
  if (only?.capability !== 'sandbox.tool' || second !== undefined || only.args.kind !== 'object') return undefined;
  const value = only.args.members.find(({ key }) => key === 'program')?.value;
  const program = value?.kind === 'literal' ? String(value.value) : '';
  return /^[A-Za-z0-9][\w.+-]*$/.test(program) ? program : undefined;
}

function seenTool(
  program: string,
  { args, cwd }: NonNullable<Recorder['command']>,
  { read, written, missing, hosts, children }: Observation,
): SeenTool {
  const wanted = new Set([...read, ...missing]);
  const values = args.map((word) => (word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word));
  const named = (paths: ReadonlySet<string>) =>
    new Set(values.filter((word) => word !== '' && paths.has(word.startsWith('/') ? join(word) : join(cwd, word))));
  return {
    program,
    words: args,
    read: named(wanted),
    written: named(new Set(written)),
    hosts: [...new Set(hosts.map(originOf))].sort(),
    children,
  };
}

function originOf(host: string): string {
  if (/:80$/.test(host)) return `http://${host.slice(0, -3)}`;
  return `https://${host.replace(/:443$/, '')}`;
}

function named(observation: Observation, { exec }: Host): Observation {
  const { work, home } = runPlaces(exec.files);
  const shown = (paths: readonly string[]) =>
    paths.map((path) => {
      if (path === work || path.startsWith(`${work}/`)) return path.slice(work.length + 1) || '.';
      return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
    });
  const { read, written, missing } = observation;
  return { ...observation, read: shown(read), written: shown(written), missing: shown(missing) };
}

function denied({ code, message, remedy }: Pick<Reason, 'code' | 'message' | 'remedy'>): Learned {
  const reason: Reason = { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) };
  return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', reason } };
}
