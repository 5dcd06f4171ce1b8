// Brings a fresh checkout to where the commands of the README run. Plain JavaScript for whatever Node is installed.
// `--system` also installs the programs that the tests compare against.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.skillc-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  process.stderr.write('installing dependencies (npm install)\n');
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', install);
  // npm leaves out an optional package that does not fit the Node it runs on, which may be older than the one it installed.
  if (Number.parseInt(process.versions.node, 10) < 24)
    run('npm', ['exec', '--call', `node "$npm_execpath" ${install.join(' ')}`]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}
if (process.argv.includes('--system')) run('sh', [join(root, 'scripts', 'setup-system.sh')]);

function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  process.stderr.write(`\`${program} ${args.join(' ')}\` failed${error ? `: ${error.message}` : ''}\n`);
  process.exit(1);
}
