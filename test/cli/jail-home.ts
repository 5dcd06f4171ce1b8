import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const bin = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface JailHome {
  readonly root: string;
  /** The user's own. */
  readonly user: string;
  /** `$SKILLC_HOME` */
  readonly home: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  readonly configure: (yaml: string) => void;
  readonly start: (args: readonly string[], more?: Partial<Record<string, string>>) => ChildProcess;
  readonly run: (args: readonly string[], more?: RunMore) => Promise<Ended>;
  readonly events: () => Promise<readonly LoggedEvent[]>;
  readonly remove: () => void;
}

export interface RunMore {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface LoggedEvent {
  readonly kind: string;
  readonly id: string;
  readonly parents: readonly string[];
  readonly capability?: string;
  readonly decision?: { readonly code?: string };
  readonly data: { readonly details?: Readonly<Record<string, unknown>> };
}

/** A user with a home, a project, and a skillc of their own. */
export function jailHome(): JailHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-jail-test-')));
  const [user, home, workspace] = [join(root, 'user'), join(root, 'user', '.skillc'), join(root, 'user', 'project')];
  for (const folder of [user, home, workspace]) mkdirSync(folder);
  chmodSync(home, 0o700);
  const env = { PATH: '/usr/bin:/bin', HOME: user, SKILLC_HOME: home, LANG: 'C.UTF-8' };
  const configure = (yaml: string) =>
    writeFileSync(join(home, 'config.yaml'), `secrets: {store: age-file}\n${yaml}`, { mode: 0o600 });
  configure('');
  const start: JailHome['start'] = (args, more = {}) =>
    spawn(process.execPath, [bin, ...args], {
      cwd: workspace,
      env: { ...env, ...more },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const run: JailHome['run'] = (args, { env: more = {}, input = '' } = {}) => {
    const child = start(args, more);
    child.stdin?.on('error', () => undefined).end(input);
    return ended(child);
  };
  return {
    root,
    user,
    home,
    workspace,
    env,
    configure,
    start,
    run,
    events: async () => {
      const { stdout } = await run(['log', '--json']);
      return JSON.parse(stdout).events as readonly LoggedEvent[];
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
      rmSync(`${home}-anchors`, { recursive: true, force: true });
    },
  };
}

export function ended(child: ChildProcess): Promise<Ended> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (exitCode) => {
      resolve({ exitCode, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}
