import type { Sandbox } from '../../src/exec/sandbox/sandbox.ts';
import { bombs } from './bombs.ts';
import { jobOf } from './job.ts';
import { attempts, tryAttempts } from './judge.ts';
import { leaver } from './leavers.ts';
import type { World } from './world.ts';

export interface EscapeReport {
  readonly attempts: number;
  readonly bombs: number;
  readonly runs: number;
  readonly problems: readonly string[];
}

/** Everything on one back end. After each run that tries to leave something behind the host's processes are listed. */
export async function checkEscapes(sandbox: Sandbox, world: World, runs: number): Promise<EscapeReport> {
  const problems: string[] = [];
  problems.push(...(await tryAttempts(sandbox, world)));
  for (const bomb of bombs) problems.push(...(await tryBomb(sandbox, world, bomb)));
  for (let turn = 0; turn < runs; turn++) problems.push(...(await tryLeaver(sandbox, world, turn)));
  return { attempts: attempts.length, bombs: bombs.length, runs, problems };
}

export async function tryBomb(
  sandbox: Sandbox,
  world: World,
  bomb: (typeof bombs)[number],
): Promise<readonly string[]> {
  const env = { PATH: '/usr/bin:/bin', MARK: world.mark };
  const before = JSON.stringify(world.state());
  const result = await sandbox.run(jobOf(bomb.script, { env, mounts: world.mounts, ...bomb.part }));
  const flaw = result.kind === 'refused' ? result.message : bomb.flaw(result);
  return [
    ...(flaw === undefined ? [] : [`${bomb.name}: ${flaw}`]),
    ...(before === JSON.stringify(world.state()) ? [] : [`${bomb.name}: the host changed`]),
    ...world.survivors().map((left) => `${bomb.name}: left ${left}`),
  ];
}

export async function tryLeaver(sandbox: Sandbox, world: World, turn: number): Promise<readonly string[]> {
  const { name, job } = leaver(world, turn);
  const result = await sandbox.run(job);
  const left = world.survivors().map((process) => `a process left ${name}: ${process}`);
  if (result.kind === 'refused') return [...left, `${name}: ${result.message}`];
  return result.stopped === undefined ? left : [...left, `${name}: it did not end by itself but by ${result.stopped}`];
}
