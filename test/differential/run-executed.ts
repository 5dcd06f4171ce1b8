import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExecutionJob, ExecutionResult } from './execution-jobs.ts';
import { inSandbox, requirePrograms } from './real-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const there = '/harness/repository';

/** Executes each job by skillc, in the same kind of sandbox as the real program: no network but its own. */
export async function runExecuted(jobs: readonly ExecutionJob[]): Promise<readonly ExecutionResult[]> {
  requirePrograms('bwrap');
  const code = ['src', 'test', 'package.json', 'node_modules'].flatMap((name) => [
    '--ro-bind',
    realpathSync(`${root}${name}`),
    `${there}/${name}`,
  ]);
  // Root of its own network only: to give itself the addresses and ports that the commands name.
  const rights = ['--uid', '0', '--gid', '0', '--cap-add', 'CAP_NET_ADMIN', '--cap-add', 'CAP_NET_BIND_SERVICE'];
  const path = ['--setenv', 'PATH', '/usr/sbin:/usr/bin:/bin'];
  const program = ['/harness/node', `${there}/test/differential/execution-worker.ts`];
  return (await inSandbox([...rights, ...path, ...code, ...program], jobs)) as readonly ExecutionResult[];
}
