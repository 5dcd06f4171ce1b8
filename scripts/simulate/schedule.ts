import type { Decide } from '../../src/exec/ledger/ledger.ts';
import { type Random, random as seeded } from '../fuzz/random.ts';
import { digests, skills } from './cast.ts';
import { personActs } from './person.ts';
import { recoverGone } from './recovery.ts';
import type { Run } from './run.ts';
import { type HostFlaws, makeWorker, type Worker } from './worker.ts';
import { makeWorld, type World } from './world.ts';

export interface Flaws {
  readonly decide?: () => Decide;
  readonly host?: HostFlaws;
}

/** One random schedule from its seed to quiescence: everything it does follows from the number. */
export async function runSchedule(seed: number, flaws: Flaws = {}): Promise<Run> {
  const random = seeded(seed);
  const world = makeWorld(random, random.pick([0, 0.02, 0.1, 0.3]), flaws.decide?.());
  let calls = 0;
  let pids = 0;
  const known = { newCall: () => `call_${calls++}` };
  const isCrowded = random.chance(0.005);
  const workers = Array.from({ length: isCrowded ? 64 : random.pick([1, 2, 3, 8]) }, () =>
    makeWorker(world, known, () => ++pids, flaws.host ?? {}),
  );
  const isAlive = (pid: number): boolean => workers.some((worker) => worker.pid() === pid);
  await prepare(world);
  const weights = weigh(random);
  const steps = 20 + random.below(isCrowded ? 600 : 60);
  for (let step = 0; step < steps; step++) await oneStep(world, workers, isAlive, weights);
  // Quiescence: every process ends, and the next start finds what they left open.
  world.calm();
  for (const worker of workers) worker.crash();
  await recoverGone(world, isAlive);
  return world.run();
}

async function prepare(world: World): Promise<void> {
  const { random } = world;
  const by = { session: 'host', actor: 'person' } as const;
  for (const skill of skills) {
    const digest = random.pick(digests);
    const about = { uri: 'file:skill', format: 'markdown', version: '1', operations: [] };
    await world.send(0, { ...by, kind: 'load-skill', skill, digest, ...about });
  }
}

/** How often each thing happens differs from schedule to schedule, so that rare combinations come up. */
interface Weights {
  readonly work: number;
  readonly person: number;
  readonly crash: number;
  readonly recover: number;
  readonly time: number;
  readonly clock: number;
  readonly reboot: number;
}

function weigh(random: Random): Weights {
  return {
    work: 10 + random.below(30),
    person: 2 + random.below(10),
    crash: random.below(3),
    recover: random.below(3),
    time: random.below(4),
    clock: random.below(2),
    reboot: random.below(2),
  };
}

async function oneStep(
  world: World,
  workers: readonly Worker[],
  isAlive: (pid: number) => boolean,
  weights: Weights,
): Promise<void> {
  const { random } = world;
  const total = Object.values(weights).reduce((sum: number, weight: number) => sum + weight, 0);
  let at = random.below(total);
  const falls = (weight: number): boolean => {
    const is = at >= 0 && at < weight;
    at -= weight;
    return is;
  };
  if (falls(weights.work)) await random.pick(workers).step();
  if (falls(weights.person)) await personActs(world);
  if (falls(weights.crash)) random.pick(workers).crash();
  if (falls(weights.recover)) await recoverGone(world, isAlive);
  if (falls(weights.time)) world.passTime();
  if (falls(weights.clock)) world.disturbClock();
  if (falls(weights.reboot)) {
    world.reboot();
    for (const worker of workers) worker.crash();
  }
}
