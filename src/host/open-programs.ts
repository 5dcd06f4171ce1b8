import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEgress } from '../exec/egress/open-egress.ts';
import { Environments } from '../exec/environment/environments.ts';
import { installProvider } from '../exec/environment/install-provider.ts';
import type { Recorder } from '../exec/learn/observation.ts';
import { observingSandbox } from '../exec/learn/observing-sandbox.ts';
import type { ProgramProvider } from '../exec/market/program.ts';
import type { CommandRefusal } from '../exec/providers/program/command.ts';
import { type PlanNeeds, planNeeds } from '../exec/providers/program/plan-needs.ts';
import { type ProgramOptions, programProviders } from '../exec/providers/program/providers.ts';
import { type Machine, openMachine } from '../exec/runtime/machine.ts';
import { openSandboxes, type Sandboxes } from '../exec/sandbox/open.ts';
import type { Sandbox } from '../exec/sandbox/sandbox.ts';
import type { Plan } from '../ir/plan.ts';
import { askVersion } from './ask-version.ts';
import type { Config } from './config.ts';
import { factsMemory } from './facts-memory.ts';

export interface ProgramsOrder {
  readonly home: string;
  /** Folders besides the home that no sandbox sees. */
  readonly hidden: readonly string[];
  readonly config: Config;
  readonly random: (bytes: number) => Uint8Array;
  readonly keepBytes: (bytes: Uint8Array) => Promise<string>;
}

/** What of this machine runs programs. */
export interface Programs {
  readonly providers: ReadonlyMap<string, ProgramProvider>;
  readonly needs: (plan: Plan, skill: string) => PlanNeeds | Promise<PlanNeeds>;
  /** The same, with a tracer in front of what runs, or why there is none. */
  readonly observing: (recorder: Recorder) => Promise<ReadonlyMap<string, ProgramProvider> | CommandRefusal>;
  readonly machine: Machine;
  readonly environments: Environments;
  readonly sandboxes: Sandboxes;
  readonly close: () => Promise<void>;
}

export function openPrograms(order: ProgramsOrder): Programs {
  const { home, config } = order;
  const folder = join(home, 'environments');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const sandboxes = openSandboxes({
    home,
    hidden: order.hidden,
    shared: [folder],
    images: Object.fromEntries(Object.entries(config.images ?? {}).map(([name, path]) => [name, String(path)])),
  });
  const sandbox = (runtime?: string) => processSandbox(sandboxes, runtime);
  const machine = openMachine({
    // The Node that runs skillc is one that it may run: on a checkout there may be no other of that version.
    configured: {
      python: config.runtimes?.python ?? [],
      node: [...(config.runtimes?.node ?? []), process.execPath],
    },
    programs: new Map(Object.entries(config.programs ?? {}).map(([name, path]) => [name, String(path)])),
    memory: factsMemory(join(home, 'programs.json')),
    askVersion: async (program, mounts) => {
      const found = await sandbox();
      return 'kind' in found ? undefined : askVersion(found, program, mounts);
    },
  });
  const environments = new Environments(folder);
  const options: ProgramOptions = {
    sandbox,
    machine,
    environments,
    openEgress: (context) => openEgress(context, { random: order.random }),
    keepBytes: order.keepBytes,
    random: order.random,
  };
  return {
    providers: new Map([...programProviders(options), ['sandbox.install', installProvider(options)]]),
    needs: (plan, skill) => planNeeds(plan, skill, options),
    observing: (recorder) => observingProviders(options, recorder),
    machine,
    environments,
    sandboxes,
    close: () => sandboxes.close(),
  };
}

async function observingProviders(
  options: ProgramOptions,
  recorder: Recorder,
): Promise<ReadonlyMap<string, ProgramProvider> | CommandRefusal> {
  const strace = await options.machine.program('strace');
  if (strace.kind === 'missing') return { ...strace, kind: 'refused', remedy: 'apt-get install strace' };
  const sandbox = async (runtime?: string) => {
    const found = await options.sandbox(runtime);
    return 'kind' in found ? found : observingSandbox(found, strace.program.path, recorder);
  };
  return programProviders({ ...options, sandbox });
}

async function processSandbox(sandboxes: Sandboxes, runtime: string | undefined): Promise<Sandbox | CommandRefusal> {
  const choice = await sandboxes.choose({ class: 'process', ...(runtime === undefined ? {} : { runtime }) });
  return choice.kind === 'chosen' ? choice.sandbox : choice;
}
