import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sha256 } from '../../../ir/digest.ts';
import type { Absent, Backend, OpenedBackend, Runs } from '../backend.ts';
import type { HiddenPaths } from '../mount-flaw.ts';
import type { IsolationClass, SandboxJob } from '../sandbox.ts';
import { guestTest } from './guest-test.ts';
import type { Holder, RunProcess } from './holder.ts';
import { runGuest } from './run-guest.ts';

/** A machine inside a process, for one language. */
interface Machine {
  readonly name: string;
  readonly class: IsolationClass;
  readonly runs: Runs;
  readonly holder: Holder;
  readonly remedy: string;
}

/** In order of choice for each language. */
const machines: readonly Machine[] = [
  {
    name: 'isolated-vm',
    class: 'isolate',
    runs: 'javascript',
    holder: { guest: 'isolated-vm', packages: ['isolated-vm'], flags: [] },
    remedy: 'npm install isolated-vm',
  },
  {
    name: 'quickjs',
    class: 'wasm',
    runs: 'javascript',
    holder: { guest: 'quickjs', packages: ['quickjs-emscripten'], flags: [] },
    remedy: 'npm install quickjs-emscripten',
  },
  {
    name: 'python-wasm',
    class: 'wasm',
    runs: 'python',
    holder: { guest: 'python', packages: ['just-bash'], flags: [] },
    remedy: 'npm install just-bash',
  },
  {
    name: 'wasm',
    class: 'wasm',
    runs: 'wasm',
    holder: { guest: 'wasm', packages: [], flags: [] },
    remedy: 'update Node',
  },
];

export interface GuestOptions {
  readonly paths: HiddenPaths;
  /** A sandbox for processes to run them in, where there is one. */
  readonly around: () => Promise<RunProcess | undefined>;
}

export function guestBackends(options: GuestOptions): readonly Backend[] {
  return machines.map((machine) => {
    const { name, runs } = machine;
    return { name, class: machine.class, runs, open: () => open(machine, options) };
  });
}

async function open({ name, runs, holder, remedy }: Machine, options: GuestOptions): Promise<OpenedBackend | Absent> {
  const digest = digestOf(holder);
  if (digest === undefined) return { kind: 'absent', message: `${name} is not installed`, remedy };
  const around = await options.around();
  const run = (job: SandboxJob) => runGuest({ holder, paths: options.paths, around }, job);
  return {
    kind: 'opened',
    digest,
    setting: JSON.stringify({ node: process.version, around: around !== undefined }),
    run,
    measure: () => guestTest(run, runs, around !== undefined),
    isSame: () => true,
    close: () => {},
  };
}

/** Of what is imported, or of Node itself. */
function digestOf(holder: Holder): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    return sha256(holder.packages.map((name) => sha256(readFileSync(resolve(name)))).join() + process.version);
  } catch {
    return undefined;
  }
}
