import { join } from 'node:path';
import { type Absent, type Backend, type OpenedBackend, type Runs, refused } from './backend.ts';
import { type BubblewrapOptions, bubblewrap } from './bubblewrap/open.ts';
import { type RuncOptions, runc } from './container/runc.ts';
import type { Refusal } from './job-flaw.ts';
import { guestBackends } from './language/backends.ts';
import type { RunProcess } from './language/holder.ts';
import { type Measurements, measurementKey, measurementsIn, noMeasurements } from './measurements.ts';
import type { HiddenPaths } from './mount-flaw.ts';
import type { Isolation, IsolationClass, Sandbox } from './sandbox.ts';

export interface SandboxOptions {
  /** Where measurements are kept, and what no sandbox sees: `$SKILLC_HOME`. */
  readonly home?: string;
  readonly hidden?: readonly string[];
  /** Directories of the home that may be shown for reading. */
  readonly shared?: readonly string[];
  /** The machines for single languages run in ordinary children even where there is a sandbox for processes. */
  readonly guestsAlone?: boolean;
  /** Back ends that are left out, by name. */
  readonly without?: readonly string[];
  readonly bubblewrap?: Omit<BubblewrapOptions, 'paths'>;
  readonly runc?: Omit<RuncOptions, 'paths' | 'image'>;
}

/** What code needs. Nothing weaker is ever given. */
export interface Wanted {
  readonly class: IsolationClass;
  /** `programs` unless said. */
  readonly runs?: Runs;
  /** Further things that must be held, such as `memory`. */
  readonly holds?: readonly string[];
}

export type Choice = { readonly kind: 'chosen'; readonly sandbox: Sandbox } | Refusal;

export type BackendState =
  | { readonly kind: 'usable'; readonly runs: Runs; readonly isolation: Isolation }
  | {
      readonly kind: 'unusable';
      readonly backend: string;
      readonly runs: Runs;
      readonly message: string;
      readonly remedy?: string;
    };

export interface Sandboxes {
  /** Every back end with what was measured. Measures those that were not asked for yet. */
  readonly list: () => Promise<readonly BackendState[]>;
  readonly choose: (wanted: Wanted) => Promise<Choice>;
  readonly close: () => Promise<void>;
}

/** Stronger first. */
const strength: readonly IsolationClass[] = ['process', 'isolate', 'wasm'];

/** Finds and measures nothing by itself: each back end is opened when it is first asked for. */
export function openSandboxes(options: SandboxOptions): Sandboxes {
  const paths: HiddenPaths = {
    hidden: [...(options.home === undefined ? [] : [options.home]), ...(options.hidden ?? [])],
    shared: options.shared ?? [],
  };
  const kept = options.home === undefined ? noMeasurements() : measurementsIn(join(options.home, 'sandbox.json'));
  const slots = (all: readonly Backend[]): readonly Slot[] =>
    all.filter(({ name }) => options.without?.includes(name) !== true).map((backend) => slot(backend, kept));
  const processes = slots([bubblewrap({ ...options.bubblewrap, paths }), runc({ ...options.runc, paths })]);
  const around = async (): Promise<RunProcess | undefined> => {
    const choice = options.guestsAlone === true ? undefined : await choose(processes, { class: 'process' });
    return choice?.kind === 'chosen' ? choice.sandbox.run : undefined;
  };
  const guests = slots(guestBackends({ paths, around }));
  // In order of choice.
  const backends: readonly Slot[] = [...processes, ...guests];
  return {
    list: () => Promise.all(backends.map(async (one) => stateOf(one.backend, await one.ready()))),
    choose: (wanted) => choose(backends, wanted),
    close: async () => {
      await Promise.all(backends.map((one) => one.close()));
    },
  };
}

type Ready =
  | { readonly kind: 'ready'; readonly opened: OpenedBackend; readonly isolation: Isolation }
  | { readonly kind: 'unusable'; readonly message: string; readonly remedy?: string };

interface Slot {
  readonly backend: Backend;
  readonly ready: () => Promise<Ready>;
  readonly close: () => Promise<void>;
}

function slot(backend: Backend, kept: Measurements): Slot {
  let current: Promise<Ready> | undefined;
  const ready = async (): Promise<Ready> => {
    current ??= openAndMeasure(backend, kept);
    const found = await current;
    if (found.kind === 'ready' && found.opened.isSame()) return found;
    // Another program than the one that was measured, or none so far: looked for again.
    current = undefined;
    if (found.kind === 'unusable') return found;
    found.opened.close();
    current = openAndMeasure(backend, kept);
    return current;
  };
  const close = async (): Promise<void> => {
    const found = await current;
    if (found?.kind === 'ready') found.opened.close();
  };
  return { backend, ready, close };
}

async function openAndMeasure(backend: Backend, kept: Measurements): Promise<Ready> {
  const opened: OpenedBackend | Absent = await backend.open();
  if (opened.kind === 'absent') return { ...opened, kind: 'unusable' };
  const key = measurementKey([backend.name, opened.digest, opened.setting]);
  const isolation = (holds: readonly string[]): Isolation => {
    return { backend: backend.name, class: backend.class, holds, digest: opened.digest };
  };
  const before = kept.find(backend.name, key);
  if (before !== undefined) return { kind: 'ready', opened, isolation: isolation(before) };
  const measured = await opened.measure();
  if (measured.kind === 'failed') {
    opened.close();
    return { ...measured, kind: 'unusable' };
  }
  kept.keep(backend.name, key, measured.holds);
  return { kind: 'ready', opened, isolation: isolation(measured.holds) };
}

function stateOf(backend: Backend, ready: Ready): BackendState {
  const { runs } = backend;
  if (ready.kind === 'ready') return { kind: 'usable', runs, isolation: ready.isolation };
  return { ...ready, runs, backend: backend.name };
}

async function choose(backends: readonly Slot[], wanted: Wanted): Promise<Choice> {
  const runs = wanted.runs ?? 'programs';
  const strongEnough = backends.filter(
    ({ backend }) => backend.runs === runs && strength.indexOf(backend.class) <= strength.indexOf(wanted.class),
  );
  const reasons: string[] = [];
  let remedy: string | undefined;
  for (const one of strongEnough) {
    const ready = await one.ready();
    if (ready.kind === 'unusable') {
      reasons.push(ready.message);
      remedy ??= ready.remedy;
      continue;
    }
    const missing = (wanted.holds ?? []).filter((name) => !ready.isolation.holds.includes(name));
    if (missing.length === 0) return { kind: 'chosen', sandbox: sandboxOf(ready.opened, ready.isolation) };
    reasons.push(`${one.backend.name} does not hold ${missing.join(', ')} on this machine`);
  }
  const why =
    reasons.length === 0 ? `nothing here runs ${runs} in a sandbox of class \`${wanted.class}\`` : reasons.join('; ');
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
