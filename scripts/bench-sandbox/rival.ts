import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const pinned = fileURLToPath(new URL('rivals/', import.meta.url));
const folder = fileURLToPath(new URL('../../.cache/bench-sandbox/', import.meta.url));

interface Manager {
  readonly initialize: (config: object) => Promise<void>;
  readonly wrapWithSandbox: (command: string) => Promise<string>;
  readonly reset: () => Promise<void>;
}

export interface SandboxRuntime {
  /** Runs a command of a shell as its documentation shows it. */
  readonly run: (command: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `@anthropic-ai/sandbox-runtime`, at its pinned version, outside the project's own dependencies. */
export async function openSandboxRuntime(): Promise<SandboxRuntime> {
  install();
  const path = join(folder, 'node_modules/@anthropic-ai/sandbox-runtime/dist/index.js');
  const { SandboxManager: manager }: { SandboxManager: Manager } = await import(pathToFileURL(path).href);
  await manager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: ['~/.ssh'], allowWrite: ['/tmp'], denyWrite: [] },
  });
  return {
    run: async (command) => {
      const wrapped = await manager.wrapWithSandbox(command);
      const child = spawn(wrapped, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.resume();
      child.stderr.resume();
      const code = await new Promise((resolve) => child.once('close', resolve));
      if (code !== 0) throw new Error(`sandbox-runtime ended with ${code}`);
    },
    close: () => manager.reset(),
  };
}

function install(): void {
  const lock = join(folder, 'package-lock.json');
  const wanted = readFileSync(join(pinned, 'package-lock.json'), 'utf8');
  const done = existsSync(join(folder, 'node_modules', '.package-lock.json')) && existsSync(lock);
  if (done && readFileSync(lock, 'utf8') === wanted) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(pinned, name), join(folder, name));
  process.stderr.write('installing what is compared with (npm ci in .cache/bench-sandbox)\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status === 0) return;
  process.stderr.write('cannot install @anthropic-ai/sandbox-runtime, so nothing was compared\n');
  process.exit(1);
}
