import { type OpenedBackend, type Runs, refused } from './backend.ts';
import type { Refusal } from './job-flaw.ts';
import type { Isolation, IsolationClass, Sandbox } from './sandbox.ts';
import type { Slot } from './slot.ts';

/** What code needs. Nothing weaker is ever given. */
export interface Wanted {
  readonly class: IsolationClass;
  /** `programs` unless said. */
  readonly runs?: Runs;
  /** `container:ubuntu:22.04` asks for that image; anything else is for whoever chooses the program. */
  readonly runtime?: string;
  /** Further things that must be held, such as `memory`. */
  readonly holds?: readonly string[];
}

export type Choice = { readonly kind: 'chosen'; readonly sandbox: Sandbox } | Refusal;

/** Stronger first. */
const strength: readonly IsolationClass[] = ['process', 'isolate', 'wasm'];

/** The first that is strong enough. None is a refusal that says why, and what would help. */
export async function choose(backends: readonly Slot[], wanted: Wanted): Promise<Choice> {
  const runs = wanted.runs ?? 'programs';
  const strongEnough = backends.filter(
    ({ backend }) => backend.runs === runs && strength.indexOf(backend.class) <= strength.indexOf(wanted.class),
  );
  const reasons: string[] = [];
  const remedies: string[] = [];
  for (const one of strongEnough) {
    const ready = await one.ready();
    if (ready.kind === 'unusable') {
      reasons.push(ready.message);
      if (ready.remedy !== undefined) remedies.push(ready.remedy);
      continue;
    }
    const missing = (wanted.holds ?? []).filter((name) => !ready.isolation.holds.includes(name));
    if (missing.length === 0) return { kind: 'chosen', sandbox: sandboxOf(ready.opened, ready.isolation) };
    reasons.push(`${one.backend.name} does not hold ${missing.join(', ')} on this machine`);
  }
  const why =
    reasons.length === 0 ? `nothing here runs ${runs} in a sandbox of class \`${wanted.class}\`` : reasons.join('; ');
  // An engine that only lacks the image is nearer than one that is not installed.
  const remedy = remedies.find((each) => /^\w+ pull /.test(each)) ?? remedies[0];
  return refused('sandbox/none', `no sandbox, so nothing runs: ${why}`, remedy);
}

function sandboxOf(opened: OpenedBackend, isolation: Isolation): Sandbox {
  return {
    isolation,
    run: async (job) => {
      if (opened.isSame()) return opened.run(job);
      return refused('sandbox/changed', `${isolation.backend} was replaced since it was measured`, 'run it again');
    },
  };
}
