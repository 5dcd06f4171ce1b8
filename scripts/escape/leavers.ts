import type { SandboxJob } from '../../src/exec/sandbox/sandbox.ts';
import { jobOf } from './job.ts';
import type { World } from './world.ts';

/** Programs that try to leave a process behind. Each ends by itself, or is ended. */
const programs: readonly (readonly [string, string])[] = [
  ['in the background', 'sleep 600 & exit 0'],
  ['with nohup', 'nohup sleep 600 >/dev/null 2>&1 & exit 0'],
  ['in a session of its own', 'setsid sleep 600 >/dev/null 2>&1 </dev/null & exit 0'],
  ['twice forked', '( ( setsid sh -c "sleep 600" >/dev/null 2>&1 & ) & ) ; exit 0'],
  ['deaf to signals', 'sh -c "trap \'\' TERM HUP INT QUIT; while :; do sleep 1; done" >/dev/null 2>&1 & exit 0'],
  ['that holds the output open', 'sleep 600 & echo started; exit 0'],
  ['stopped', 'sh -c "kill -STOP \\$\\$" & exit 0'],
  ['many at once', 'for n in 1 2 3 4 5 6 7 8; do sleep 600 & done; exit 0'],
  ['as zombies', 'for n in 1 2 3 4 5; do true & done; sleep 0.02; exec sleep 0.05'],
  ['that makes new ones', 'sh -c "while :; do sleep 0.01 & sleep 0.01; done" >/dev/null 2>&1 & exit 0'],
  ['after its parent was killed', 'sh -c "sleep 600 & kill -KILL \\$\\$" ; exit 0'],
  ['without its mark', 'env -i setsid sleep 600 >/dev/null 2>&1 & exit 0'],
];

export function leaver(world: World, turn: number): { readonly name: string; readonly job: SandboxJob } {
  const [name, script] = programs[turn % programs.length] ?? ['nothing', 'exit 0'];
  const job = jobOf(script, { env: { PATH: '/usr/bin:/bin', MARK: world.mark }, mounts: world.mounts, cwd: '/work' });
  return { name, job };
}

export const leaverCount = programs.length;
