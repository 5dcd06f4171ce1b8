import type { Json } from '../../ir/json.ts';
import type { Call } from '../../ir/plan.ts';
import { withSettings } from '../approvals/subject.ts';
import { nothingUsed, type OutcomeFiles, type Used } from '../outcome.ts';
import { neverStopped, type ProviderResult } from '../provider.ts';
import { CookieJar } from '../providers/http/cookies.ts';
import { known, type Progress } from './ask.ts';
import { checked } from './checked-result.ts';
import { childCalls } from './child-calls.ts';
import { Family } from './family.ts';
import type { ExecHost } from './host.ts';
import type { TurnedAway } from './program.ts';
import { runCall } from './run-call.ts';

export interface PlanRun {
  readonly last: ProviderResult;
  /** All that it cost. */
  readonly used: Used;
  /** Of that, what calls inside it were counted for. */
  readonly counted: Used;
  readonly steps: readonly { readonly capability: string; readonly facts: Json }[];
  readonly files?: OutcomeFiles;
  /** The no because of which a program failed. */
  readonly turnedAway?: TurnedAway;
}

/** The calls of an admitted plan, one after the other. A step that fails ends it: nothing runs on half an answer. */
export async function runPlan(progress: Progress, host: ExecHost): Promise<PlanRun> {
  const { plan } = known(progress.operation, 'known');
  const jar = new CookieJar();
  const steps: { readonly capability: string; readonly facts: Json }[] = [];
  let used = nothingUsed;
  let counted = nothingUsed;
  let last: ProviderResult | undefined;
  let family: Family | undefined;
  let files: OutcomeFiles | undefined;
  for (const [index, call] of plan.calls.entries()) {
    const stdin = plan.composition === 'pipe' && last !== undefined ? last.stdout : new Uint8Array();
    family = familyOf(used, progress, host);
    const before: Uint8Array = plan.composition === 'seq' && last !== undefined ? last.stdout : new Uint8Array();
    last = after(before, checked(await runStep(call, index, stdin, used, family, jar, progress, host)));
    used = add(used, { ...last.used, calls: 1 });
    used = add(used, { ...family.used, wall_clock_ms: 0 });
    counted = add(counted, { ...family.used, wall_clock_ms: 0, cpu_ms: 0 });
    steps.push({ capability: call.capability, facts: (last.facts ?? {}) as Json });
    files = joinFiles(files, last.files);
    if (last.status === 'failed') break;
  }
  const turnedAway = last?.status === 'failed' ? family?.turnedAway : undefined;
  return {
    last: last ?? nothing,
    used: { ...used, calls: plan.calls.length + counted.calls },
    counted,
    steps,
    ...(files === undefined ? {} : { files }),
    ...(turnedAway === undefined ? {} : { turnedAway }),
  };
}

function joinFiles(a: OutcomeFiles | undefined, b: OutcomeFiles | undefined): OutcomeFiles | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const joined = {
    written: [...(a.written ?? []), ...(b.written ?? [])],
    output: [...(a.output ?? []), ...(b.output ?? [])],
    dropped: [...(a.dropped ?? []), ...(b.dropped ?? [])],
  };
  return Object.fromEntries(Object.entries(joined).filter(([, list]) => list.length > 0));
}

/** One command that makes several requests prints all their answers. */
function after(before: Uint8Array, result: ProviderResult): ProviderResult {
  return before.length === 0 ? result : { ...result, stdout: Buffer.concat([before, result.stdout]) };
}

function familyOf(before: Used, progress: Progress, { random }: ExecHost): Family {
  const { limits, secrets } = known(progress.subject, 'policy');
  return new Family({
    network: Math.max(0, limits.network_bytes - before.network_bytes),
    isApproved: progress.approval !== undefined,
    given: new Set(secrets.map(({ name }) => name)),
    random,
  });
}

const nothing: ProviderResult = { status: 'done', stdout: new Uint8Array(), used: nothingUsed };

function add(a: Used, b: Used): Used {
  return {
    calls: a.calls + b.calls,
    network_bytes: a.network_bytes + b.network_bytes,
    wall_clock_ms: a.wall_clock_ms + b.wall_clock_ms,
    cpu_ms: a.cpu_ms + b.cpu_ms,
  };
}

async function runStep(
  call: Call,
  index: number,
  stdin: Uint8Array,
  before: Used,
  family: Family,
  cookies: CookieJar,
  progress: Progress,
  host: ExecHost,
): Promise<ProviderResult> {
  const { plan } = known(progress.operation, 'known');
  const settings = known(progress.settings, 'settings');
  const cap = known(progress.cap, 'admit');
  const left = {
    network_bytes: Math.max(0, cap.network_bytes - before.network_bytes),
    wall_clock_ms: Math.max(1, cap.wall_clock_ms - before.wall_clock_ms),
    cpu_ms: Math.max(1, cap.cpu_ms - before.cpu_ms),
  };
  const effects = settings.size === 0 ? call.effects : call.effects.map((effect) => withSettings(effect, settings));
  // Only a program is told to stop; the others heed their cap.
  const end = host.programs.has(call.capability) ? new AbortController() : undefined;
  const timer = end === undefined ? undefined : setTimeout(() => end.abort(), left.wall_clock_ms);
  try {
    return await runCall(
      {
        call,
        bindings: plan.bindings.filter((binding) => binding.call === index),
        effects,
        reach: effects,
        uses: known(progress.subject, 'policy').secrets,
        cookies,
        context: {
          signal: signalOf(progress.ask.signal, end?.signal),
          cap: left,
          stdin,
          secrets: known(progress.secrets, 'secrets'),
          clock: host.clock,
        },
        family,
        depth: 0,
        children: childCalls,
        captures: {},
      },
      progress,
      host,
    );
  } finally {
    clearTimeout(timer);
    family.end();
    // What a program left running is told to stop.
    end?.abort();
  }
}

function signalOf(asked: AbortSignal | undefined, end: AbortSignal | undefined): AbortSignal {
  if (asked === undefined) return end ?? neverStopped;
  return end === undefined ? asked : AbortSignal.any([asked, end]);
}
