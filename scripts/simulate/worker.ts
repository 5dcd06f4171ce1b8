import { type Amounts, dimensions } from '../../src/exec/ledger/budget.ts';
import type { Admit, Settle } from '../../src/exec/ledger/command.ts';
import type { Reply } from '../../src/exec/ledger/ledger.ts';
import { type Asked, approvals, type Known, parameters, sessions } from './cast.ts';
import type { World } from './world.ts';

/** A host with a rule broken, to see that a checker finds it. */
export interface HostFlaws {
  readonly runsWhenRefused?: boolean;
  readonly sendsAgainWhenUnsure?: boolean;
  readonly passesCap?: boolean;
}

type Stage = 'idle' | 'admit' | 'effect' | 'settle';

/** One process that makes calls, a step at a time: between any two steps it may be killed. */
export interface Worker {
  readonly step: () => Promise<void>;
  /** Loses all it knew; a new process takes its place. */
  readonly crash: () => void;
  readonly pid: () => number;
}

export function makeWorker(world: World, known: Known, nextPid: () => number, flaws: HostFlaws): Worker {
  const { random } = world;
  let pid = nextPid();
  let stage: Stage = 'idle';
  let admit: Admit = newAdmit();
  let cap: Amounts = admit.reserve;
  let cost: Amounts = admit.reserve;
  let outcome: Settle['outcome'] = 'done';

  function newAdmit(): Admit {
    const about = random.chance(0.1) ? random.pick(approvals) : random.pick(current());
    const session = random.pick(sessions);
    const asks = random.chance(0.8);
    // Now and then a digest that nobody approved.
    const digest = random.chance(0.1) ? 'sha256:forged' : about.digest;
    return {
      kind: 'admit',
      session,
      actor: 'agent',
      call: known.newCall(),
      capability: 'network.http-fetch',
      skill: about.skill,
      skillDigest: about.skillDigest,
      ...(asks ? { approval: { id: about.id, digest, parameters: random.pick(parameters) } } : {}),
      reserve: {
        calls: 1,
        network_bytes: random.below(400),
        wall_clock_ms: random.below(50),
        cpu_ms: 0,
        money: random.below(3),
      },
      scopes: [`skill:${about.skill}`, 'day:2001-01-01'],
      decision: null,
      data: {},
      process: { pid, started: 'simulated' },
    };
  }

  /** Questions about skills as they are loaded; any, where none is. */
  function current(): readonly Asked[] {
    const loaded = approvals.filter(({ skill, skillDigest }) => {
      const row = world.ledger.state.get('skills', skill) as { readonly digest: string } | undefined;
      return row?.digest === skillDigest;
    });
    return loaded.length > 0 ? loaded : approvals;
  }

  async function begin(): Promise<void> {
    admit = newAdmit();
    stage = 'admit';
    const { approval, session, call } = admit;
    if (approval === undefined || random.chance(0.3)) return;
    const about = approvals.find(({ id }) => id === approval.id);
    if (about === undefined) return;
    const { id, digest, skill, skillDigest } = about;
    const bound = { id, digest, skill, skillDigest, subject: {}, parameters: approval.parameters, call };
    await world.send(pid, { kind: 'request-approval', session, actor: 'agent', ...bound });
  }

  async function enter(): Promise<void> {
    const reply = await world.send(pid, admit);
    const given = capOf(reply, admit.call);
    // No answer: asking again under the same id is safe, since no id is ever admitted twice.
    if (reply === undefined && random.chance(0.5)) return;
    stage = given === undefined && flaws.runsWhenRefused !== true ? 'idle' : 'effect';
    cap = given ?? admit.reserve;
  }

  function act(): void {
    stage = 'settle';
    outcome = random.pick(['done', 'done', 'done', 'done', 'failed', 'unknown']);
    if (outcome === 'unknown') world.cut.push(admit.call);
    cost = {
      ...cap,
      network_bytes: flaws.passesCap === true ? cap.network_bytes + 1 : random.below(cap.network_bytes + 1),
    };
    if (outcome !== 'done' && random.chance(0.5)) return;
    const effect = { call: admit.call, isIdempotent: false, cost, before: world.ledger.log.length };
    world.effects.push(effect);
    if (flaws.sendsAgainWhenUnsure === true && outcome === 'unknown') world.effects.push(effect);
  }

  async function end(): Promise<void> {
    const { session, call } = admit;
    const reply = await world.send(pid, {
      kind: 'settle',
      session,
      actor: 'skillc',
      call,
      outcome,
      used: cost,
      data: {},
    });
    if (reply !== undefined || random.chance(0.5)) stage = 'idle';
  }

  return {
    step: async () => {
      if (stage === 'idle') await begin();
      else if (stage === 'admit') await enter();
      else if (stage === 'effect') act();
      else await end();
    },
    crash: () => {
      stage = 'idle';
      pid = nextPid();
    },
    pid: () => pid,
  };
}

/** What the ledger lets the call cost; undefined where the answer is no, or is not one to this question. */
function capOf(reply: Reply | undefined, call: string): Amounts | undefined {
  if (reply?.ok !== true || reply.value.call !== call) return undefined;
  const cap = reply.value.cap as unknown as Amounts | undefined;
  return cap !== undefined && dimensions.every((dimension) => Number.isSafeInteger(cap[dimension])) ? cap : undefined;
}
