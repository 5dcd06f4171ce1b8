import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend, Runs } from './backend.ts';
import { type BubblewrapOptions, bubblewrap } from './bubblewrap/open.ts';
import { type Choice, choose, type Wanted } from './choose.ts';
import { containerEngine } from './container/engine.ts';
import { type RuncOptions, runc } from './container/runc.ts';
import { guestBackends } from './language/backends.ts';
import type { RunProcess } from './language/holder.ts';
import { measurementsIn, noMeasurements } from './measurements.ts';
import type { HiddenPaths } from './mount-flaw.ts';
import type { Isolation } from './sandbox.ts';
import { type Ready, type Slot, slot } from './slot.ts';

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
  /** Programs in place of the system's ones. */
  readonly engines?: Partial<Readonly<Record<'podman' | 'docker', string>>>;
  /** Directories that runc takes as images, by the names that skills use: `ubuntu:22.04`. */
  readonly images?: Readonly<Record<string, string>>;
}

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

/** Finds and measures nothing by itself: each back end is opened when it is first asked for. */
export function openSandboxes(options: SandboxOptions): Sandboxes {
  const paths: HiddenPaths = {
    hidden: realPaths([...(options.home === undefined ? [] : [options.home]), ...(options.hidden ?? [])]),
    shared: realPaths(options.shared ?? []),
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
  const byImage = new Map<string, readonly Slot[]>();
  const containers = (image: string): readonly Slot[] => {
    const found = byImage.get(image) ?? slots(containerBackends(image, options, paths));
    byImage.set(image, found);
    return found;
  };
  return {
    list: () => Promise.all(backends.map(async (one) => stateOf(one.backend, await one.ready()))),
    choose: (wanted) => {
      const image = imageOf(wanted.runtime);
      return choose(image === undefined ? backends : containers(image), wanted);
    },
    close: async () => {
      await Promise.all([...backends, ...[...byImage.values()].flat()].map((one) => one.close()));
    },
  };
}

/** As they are written and as they are: what is mounted is known by its real path. */
function realPaths(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : [path])))];
}

const imageName = /^[a-z0-9][a-z0-9._/:@-]{0,199}$/i;

/** Undefined where no container is asked for; an odd name is asked for, and not found. */
function imageOf(runtime: string | undefined): string | undefined {
  return runtime?.startsWith('container:') === true ? runtime.slice('container:'.length) : undefined;
}

function containerBackends(image: string, options: SandboxOptions, paths: HiddenPaths): readonly Backend[] {
  if (!imageName.test(image)) return [];
  const directory = options.images?.[image];
  const known = Object.hasOwn(options.images ?? {}, image) && directory !== undefined;
  return [
    ...(known ? [runc({ ...options.runc, paths, image: directory })] : []),
    ...(['podman', 'docker'] as const).map((engine) => {
      const program = options.engines?.[engine];
      return containerEngine({ engine, image, paths, ...(program === undefined ? {} : { program }) });
    }),
  ];
}

function stateOf(backend: Backend, ready: Ready): BackendState {
  const { runs } = backend;
  if (ready.kind === 'ready') return { kind: 'usable', runs, isolation: ready.isolation };
  return { ...ready, runs, backend: backend.name };
}
