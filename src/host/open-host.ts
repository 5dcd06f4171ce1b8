import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCapabilities } from '../capabilities/core.ts';
import { homeTools, type OwnTables } from '../capabilities/home-tools.ts';
import { shippedTools } from '../capabilities/load.ts';
import type { Amounts } from '../exec/ledger/budget.ts';
import type { Ledger } from '../exec/ledger/ledger.ts';
import { countingTurned } from '../exec/ledger/turned-counter.ts';
import type { ExecHost } from '../exec/market/host.ts';
import { loadPolicy } from '../exec/policy/load.ts';
import type { Policy, UnreadablePolicy } from '../exec/policy/policy.ts';
import type { Clock } from '../exec/provider.ts';
import { createHttpProvider } from '../exec/providers/http/provider.ts';
import type { Resolver } from '../exec/providers/http/reach.ts';
import { readGranted } from '../exec/providers/io/read-granted.ts';
import { jqWorkers } from '../exec/providers/json/query.ts';
import { shellRun, shellWorkers } from '../exec/providers/shell/shell-run.ts';
import { textWorkers } from '../exec/providers/text/transform.ts';
import { Broker } from '../exec/secrets/broker.ts';
import type { SecretStore } from '../exec/secrets/store/store.ts';
import { canonicalJson, sha256 } from '../ir/digest.ts';
import type { Json } from '../ir/json.ts';
import { openHome } from '../store/home.ts';
import { openLedger } from '../store/open-ledger.ts';
import { readPrivateFile, writePrivateFile } from '../store/private-file.ts';
import { openSnapshots, type Snapshots } from '../store/snapshots.ts';
import { authoritiesOf } from './authorities.ts';
import { type Config, configIn } from './config.ts';
import { coreProviders } from './core-providers.ts';
import { type CompileBundle, LoadedOperations } from './loaded-operations.ts';
import { openPrograms, type Programs } from './open-programs.ts';
import { policySources } from './policy-sources.ts';
import { processStarted } from './process-started.ts';
import { randomPool } from './random-pool.ts';
import { recoverOpenCalls } from './recover.ts';
import { openSecretStore } from './secret-store.ts';
import { wordMapper } from './word-mapper.ts';

export interface HostOptions {
  /** `$SKILLC_HOME`. */
  readonly home: string;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Where relative paths of operations start. */
  readonly workspace: string;
  /** With the home's tables of programs, and without what it trusts: policy is asked at each call. */
  readonly compile: CompileBundle;
  readonly clock?: Clock;
  /** How names become addresses; the machine's way where left out. */
  readonly resolver?: Resolver;
}

/** Everything that is open while skillc runs. */
export interface Host {
  readonly exec: ExecHost;
  readonly ledger: Ledger;
  readonly operations: LoadedOperations;
  readonly snapshots: Snapshots;
  readonly secrets: SecretStore;
  readonly policy: Policy | UnreadablePolicy;
  readonly config: Config;
  readonly programs: Programs;
  readonly tools: OwnTables;
  readonly home: string;
  readonly anchors: string;
  readonly close: () => Promise<void>;
}

/** How long a command may wait for its turn to write: a verb that needs two of them still ends before a person gives up. */
const LOG_MS = 6_000;

const callLimits: Amounts = { calls: 1, network_bytes: 10_000_000, wall_clock_ms: 60_000, cpu_ms: 30_000, money: 0 };

/** What one call may cost at most. */
export function limitsOf({ limits }: Config): Amounts {
  return { ...callLimits, ...limits };
}

/** Opens a home, or throws a `StoreFault` that says why nothing may run. */
export async function openHost(options: HostOptions): Promise<Host> {
  const clock = options.clock ?? machineClock();
  const config = configIn(options.home);
  const home = openHome(options.home, config.anchors);
  const log = await openLedger({ home: home.root, anchors: home.anchors, clock, deadlineMs: LOG_MS });
  const ledger = countingTurned(log, clock.monotonic);
  try {
    await recoverOpenCalls(ledger);
    return await assemble(options, home, config, ledger, clock);
  } catch (error) {
    await ledger.close().catch(() => undefined);
    throw error;
  }
}

async function assemble(
  options: HostOptions,
  home: ReturnType<typeof openHome>,
  config: Config,
  ledger: Ledger,
  clock: Clock,
): Promise<Host> {
  const snapshots = openSnapshots(home.root, home.anchors);
  const policy = loadPolicy(policySources(home.root, options.workspace));
  const tools = homeTools(home.root, options.workspace, shippedTools());
  const operations = new LoadedOperations(ledger, snapshots, (bundle) => options.compile(bundle, tools.table));
  const secrets = await openSecretStore(home.root, config, options.environment);
  const random = randomPool();
  const broker = new Broker({ store: secrets, timeoutMs: 5_000, random });
  const resolver = options.resolver === undefined ? {} : { resolver: options.resolver };
  const http = createHttpProvider({ extraAuthorities: authoritiesOf(config), ...resolver });
  const workers = { jq: jqWorkers(), text: textWorkers(), shell: shellWorkers() };
  const keepBytes = async (bytes: Uint8Array): Promise<string> => snapshots.put(bytes);
  const programs = openPrograms({ home: home.root, hidden: [home.anchors], config, random, keepBytes });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const shell = shellRun({ workers: workers.shell, mapper: wordMapper(tools.table), random, timeZone });
  const key = createSecretKey(parameterKey(home.root));
  const userHome = options.environment.HOME;
  const exec: ExecHost = {
    ledger,
    policy,
    broker,
    keepSecret: async (name, value) => (await secrets.set(name, value)).kind === 'kept',
    operations,
    http,
    providers: (grants) => coreProviders(grants, workers, random),
    programs: new Map([...programs.providers, ['shell.run', shell]]),
    needs: programs.needs,
    keepBytes,
    readFile: (grants, path) => {
      const found = readGranted(grants, path, 16 * 1024 * 1024);
      return found.kind === 'refused' ? undefined : found.bytes;
    },
    files: {
      workspace: options.workspace,
      ...(userHome === undefined ? {} : { home: userHome }),
      forbidden: [home.root, home.anchors],
    },
    clock,
    random,
    commit: (value) => `hmac-sha256:${createHmac('sha256', key).update(canonicalJson(value)).digest('hex')}`,
    capabilities: sha256(canonicalJson(loadCapabilities() as unknown as Json)),
    limits: limitsOf(config),
    process: { pid: process.pid, started: processStarted(process.pid) ?? 'unknown' },
  };
  const close = async (): Promise<void> => {
    http.close();
    await Promise.all([...Object.values(workers).map((one) => one.close()), programs.close(), ledger.close()]);
  };
  return {
    exec,
    ledger,
    operations,
    snapshots,
    secrets,
    policy,
    config,
    programs,
    tools,
    home: home.root,
    anchors: home.anchors,
    close,
  };
}

/** Keys the commitments to parameters; made once for a home. */
function parameterKey(home: string): Uint8Array {
  const file = join(home, 'keys', 'parameters');
  const known = readPrivateFile(file);
  if (known !== undefined) return Buffer.from(known, 'hex');
  const made = randomBytes(32).toString('hex');
  writePrivateFile(file, Buffer.from(made));
  return Buffer.from(readPrivateFile(file) ?? made, 'hex');
}

function machineClock(): Clock {
  const bootFile = '/proc/sys/kernel/random/boot_id';
  const boot = existsSync(bootFile) ? readFileSync(bootFile, 'utf8').trim() : `${process.pid}-${Date.now()}`;
  return { wall: () => Date.now(), monotonic: () => Number(process.hrtime.bigint() / 1_000_000n), boot };
}
