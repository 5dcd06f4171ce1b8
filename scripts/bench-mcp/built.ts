import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, '.cache', 'bench-mcp', 'skillc');

/** The package as it would be installed, beside the checkout and not in it; gives its launcher and its modules. */
export function buildPackage(): { readonly bin: string; readonly dist: string } {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dist = join(folder, 'dist');
  run('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', dist]);
  run('scripts/bundle-mcp.ts', [dist]);
  for (const name of ['bin', 'capabilities', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  return { bin: join(folder, 'bin', 'skillc.js'), dist };
}

function run(script: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${script} failed`);
}
