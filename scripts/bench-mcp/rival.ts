import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pinned = fileURLToPath(new URL('rivals/package.json', import.meta.url));
const folder = fileURLToPath(new URL('../../.cache/bench-mcp/rivals/', import.meta.url));

/**
 * Installs what is compared with at its pinned version, outside the project's dependencies; undefined where that cannot be done here. Without
 * a lock file: npm writes none that holds its packages for other machines, and refuses one that does not.
 */
export function installRival(): { readonly bin: string; readonly home: string } | undefined {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const bin = join(folder, 'node_modules', '.bin', 'executor');
  if (existsSync(bin) && installedVersion() === pinnedVersion()) return { bin, home };
  copyFileSync(pinned, join(folder, 'package.json'));
  process.stderr.write('installing what is compared with (npm install in .cache/bench-mcp/rivals, about 250 MB)\n');
  const options = ['--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 2, 2] });
  return status === 0 && existsSync(bin) ? { bin, home } : undefined;
}

function pinnedVersion(): string {
  const { dependencies } = JSON.parse(readFileSync(pinned, 'utf8')) as { readonly dependencies: { executor: string } };
  return dependencies.executor;
}

function installedVersion(): string {
  const file = join(folder, 'node_modules', 'executor', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
