// The running half for programs. Loaded when it is first used, so that compiling does not cost it.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './exec/outcome.ts';
import type { LoadJson } from './host/load-json.ts';
import type { Host } from './host/open-host.ts';
import type { Bundle } from './ir/bundle.ts';
import type { Json } from './ir/json.ts';
import type { Compiled } from './pipeline.ts';
import type { DiagnosticJson } from './report/diagnostic-json.ts';

export interface HostSettings {
  /** `$SKILLC_HOME`, else `~/.skillc`. */
  readonly home?: string;
  /** Where relative paths of operations start: the working directory. */
  readonly workspace?: string;
  /** Variables that secrets of `config.yaml` come from: those of the process. */
  readonly environment?: { readonly [name: string]: string | undefined };
}

/** Opens a home; whoever opens it closes it. Throws a `StoreFault` that says why nothing may run. */
export async function openLibraryHost(
  { home, workspace = process.cwd(), environment = process.env }: HostSettings,
  compile: (bundle: Bundle) => Compiled,
): Promise<Host> {
  const { openHost } = await import('./host/index.ts');
  const { SKILLC_HOME = '' } = environment;
  const usual = SKILLC_HOME === '' ? join(homedir(), '.skillc') : SKILLC_HOME;
  return openHost({ home: home ?? usual, workspace, environment, compile });
}

export interface LoadSettings {
  readonly session?: string;
  /** A path is loaded by a `person`, as the program's own user is; an `agent` loads addresses only. */
  readonly actor?: 'agent' | 'person';
  readonly digest?: string;
  readonly as?: string;
  readonly force?: boolean;
}

export type LoadResult =
  | { readonly outcome: 'loaded'; readonly skill: LoadJson }
  /** The source cannot be compiled. */
  | { readonly outcome: 'invalid'; readonly diagnostics: readonly DiagnosticJson[] }
  | Exclude<Outcome, { outcome: 'done' }>;

/** `skill.load`: compiles a file, directory or https address, registers it and says what needs approval. */
export async function load(host: Host, target: string, settings: LoadSettings = {}): Promise<LoadResult> {
  const { loadJson, loadSkill } = await import('./host/index.ts');
  const { diagnosticJson } = await import('./report/diagnostic-json.ts');
  const { sourcesOf } = await import('./report/line-index.ts');
  const { session = 'default', actor = 'person', ...more } = settings;
  const loaded = await loadSkill(host, { target, session, actor, ...more });
  switch (loaded.kind) {
    case 'loaded':
      return { outcome: 'loaded', skill: loadJson(loaded) };
    case 'invalid': {
      const { bundle, diagnostics } = loaded;
      const sources = bundle === undefined ? () => undefined : sourcesOf(bundle);
      return { outcome: 'invalid', diagnostics: diagnostics.map((one) => diagnosticJson(one, sources, bundle?.entry)) };
    }
    case 'outcome':
      if (loaded.outcome.outcome === 'done') throw new Error('a load that is done has loaded nothing');
      return loaded.outcome;
  }
}

export interface ExecuteSettings {
  readonly session?: string;
  readonly actor?: 'agent' | 'person';
  /** What would happen, as the outcome that the call would have; nothing is run, asked or recorded. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** `skill.execute`: runs one operation through every gate. What goes wrong is a value. */
export async function execute(
  host: Host,
  capability: string,
  input: { readonly [name: string]: Json } = {},
  settings: ExecuteSettings = {},
): Promise<Outcome> {
  const { call, foresee } = await import('./host/index.ts');
  const { session = 'default', actor = 'agent', dryRun = false, ...more } = settings;
  return (dryRun ? foresee : call)({ capability, input, session, actor, ...more }, host.exec);
}
