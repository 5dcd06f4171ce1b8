import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Environments } from '../../../src/exec/environment/environments.ts';
import type { ProgramContext } from '../../../src/exec/market/program.ts';
import type { ProviderResult } from '../../../src/exec/provider.ts';
import type { BoundProgram } from '../../../src/exec/providers/program/bound-program.ts';
import { type ProgramOptions, programProviders } from '../../../src/exec/providers/program/providers.ts';
import { openMachine } from '../../../src/exec/runtime/machine.ts';
import type { ProgramFacts } from '../../../src/exec/runtime/program-facts.ts';
import { openSandboxes } from '../../../src/exec/sandbox/open.ts';
import type { Sandbox } from '../../../src/exec/sandbox/sandbox.ts';
import { programSecrets } from '../../../src/exec/secrets/program-secrets.ts';
import { askVersion } from '../../../src/host/ask-version.ts';
import { sha256 } from '../../../src/ir/digest.ts';
import type { Effect } from '../../../src/ir/effect.ts';
import type { Json } from '../../../src/ir/json.ts';
import type { CoreCapability, SandboxPolicy, SecretUse, Tier } from '../../../src/ir/plan.ts';
import { contextWith } from '../provider-context.ts';

/** One call of a `sandbox.*` capability, as the marketplace would make it. */
export interface ProgramAsk {
  readonly args: { readonly [name: string]: Json };
  readonly effects?: readonly Effect[];
  readonly bundle?: { readonly [path: string]: string | { readonly text: string; readonly executable: true } };
  readonly stdin?: string | Uint8Array;
  readonly tier?: Tier;
  readonly uses?: readonly SecretUse[];
  readonly policy?: Partial<SandboxPolicy>;
  readonly programs?: readonly BoundProgram[];
  readonly isolation?: ProgramContext['isolation'];
  readonly cap?: Partial<ProgramContext['cap']>;
  readonly signal?: AbortSignal;
}

export interface ProgramBench {
  readonly root: string;
  readonly workspace: string;
  readonly home: string;
  readonly options: ProgramOptions;
  readonly write: (path: string, content: string) => void;
  readonly read: (path: string) => string;
  readonly kept: ReadonlyMap<string, Uint8Array>;
  readonly run: (capability: CoreCapability, ask: ProgramAsk) => Promise<ProviderResult>;
  readonly python: (ask: ProgramAsk) => Promise<ProviderResult>;
  readonly node: (ask: ProgramAsk) => Promise<ProviderResult>;
  readonly tool: (ask: ProgramAsk) => Promise<ProviderResult>;
  readonly close: () => Promise<void>;
}

const span = { source: 'SKILL.md', start: 0, end: 0 };

/** Real interpreters, a real sandbox, and a workspace of its own. */
export async function programBench(more: Partial<ProgramOptions> = {}): Promise<ProgramBench> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-programs-')));
  const [workspace, home, secret] = [join(root, 'workspace'), join(root, 'user'), join(root, 'skillc-home')];
  for (const folder of [workspace, home, secret]) mkdirSync(folder, { recursive: true });
  const environmentsFolder = join(secret, 'environments');
  mkdirSync(environmentsFolder);
  const sandboxes = openSandboxes({ home: secret, shared: [environmentsFolder] });
  const sandbox = async (): Promise<Sandbox> => {
    const choice = await sandboxes.choose({ class: 'process' });
    if (choice.kind === 'refused') throw new Error(`${choice.message}; ${choice.remedy}`);
    return choice.sandbox;
  };
  const facts = new Map<string, ProgramFacts>();
  const kept = new Map<string, Uint8Array>();
  let random = 0;
  const options: ProgramOptions = {
    sandbox,
    machine: openMachine({
      configured: { python: [], node: [process.execPath] },
      programs: new Map(),
      memory: { get: (key) => facts.get(key), set: (key, value) => void facts.set(key, value) },
      askVersion: async (program, mounts) => askVersion(await sandbox(), program, mounts),
    }),
    environments: new Environments(environmentsFolder),
    openEgress: () => Promise.reject(new Error('no egress here')),
    keepBytes: async (bytes) => {
      kept.set(sha256(bytes), bytes);
      return sha256(bytes);
    },
    random: (bytes) => Uint8Array.from({ length: bytes }, () => random++ % 256),
    ...more,
  };
  const providers = programProviders(options);
  const run = (capability: CoreCapability, ask: ProgramAsk): Promise<ProviderResult> => {
    const provider = providers.get(capability);
    if (provider === undefined) throw new Error(`no ${capability}`);
    return provider.run(withDigest(ask) as Json, contextOf(capability, ask));
  };
  const contextOf = (capability: CoreCapability, ask: ProgramAsk): ProgramContext => {
    const effects = ask.effects ?? [];
    const paths = (kind: 'read' | 'write') => effects.flatMap((effect) => (effect.kind === kind ? [effect.path] : []));
    return {
      ...contextWith(ask.stdin, { cap: { network_bytes: 0, wall_clock_ms: 20_000, cpu_ms: 10_000, ...ask.cap } }),
      ...(ask.signal === undefined ? {} : { signal: ask.signal }),
      call: { kind: 'call', capability, args: { kind: 'literal', value: null }, effects, tier: ask.tier ?? 2, span },
      ceiling: effects,
      sandbox: {
        network: { egress: [] },
        filesystem: { read: [], write: [] },
        resources: { cpu_seconds: 10, memory_mb: 256 },
        ...ask.policy,
      },
      bundle: bundleOf(ask),
      grants: { workspace, home, read: paths('read'), write: paths('write'), forbidden: [secret] },
      programs: ask.programs ?? [],
      isolation: ask.isolation ?? [],
      uses: ask.uses ?? [],
      bindings: [],
      given: {},
      handles: programSecrets(options.random),
      sign: () => ({ kind: 'refused', code: 'secret/none', message: 'no secrets here' }),
      children: { run: () => Promise.reject(new Error('no calls here')), refuse: async () => undefined },
      networkBytes: 0,
      depth: 0,
    };
  };
  return {
    root,
    workspace,
    home,
    options,
    kept,
    write: (path, content) => {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), content);
    },
    read: (path) => readFileSync(join(workspace, path), 'utf8'),
    run,
    python: (ask) => run('sandbox.python', ask),
    node: (ask) => run('sandbox.node', ask),
    tool: (ask) => run('sandbox.tool', ask),
    close: async () => {
      await sandboxes.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function bundleOf({ bundle = {} }: ProgramAsk): ProgramContext['bundle'] {
  return new Map(
    Object.entries(bundle).map(([path, file]) => {
      const text = typeof file === 'string' ? file : file.text;
      const bytes = () => Buffer.from(text);
      return [path, { path, digest: sha256(text), executable: typeof file !== 'string', bytes }];
    }),
  );
}

/** A plan names the digest of its script; a test that is about the digest gives its own. */
function withDigest({ args, bundle = {} }: ProgramAsk): object {
  const file = typeof args.script === 'string' ? bundle[args.script] : undefined;
  if (file === undefined || 'digest' in args) return args;
  return { ...args, digest: sha256(typeof file === 'string' ? file : file.text) };
}

/** What a program printed, or why it did not get that far. */
export function printed({ status, stdout, message }: ProviderResult): string {
  return status === 'done' ? Buffer.from(stdout).toString() : `failed: ${message}`;
}
