import type { Command } from '../../src/exec/ledger/command.ts';
import type { Decide, Moment, Reply } from '../../src/exec/ledger/ledger.ts';
import { type Fault, type MemoryLedger, memoryLedger } from '../../src/exec/ledger/memory-ledger.ts';
import type { Random } from '../fuzz/random.ts';
import type { Effect, Operation, Run } from './run.ts';

const year = 365 * 24 * 3_600_000;

/** A machine with clocks that lie, a ledger that fails, and an outside that remembers. */
export interface World {
  readonly random: Random;
  readonly ledger: MemoryLedger;
  readonly effects: Effect[];
  readonly cut: string[];
  /** Sends a command as a process; undefined where no answer came. */
  readonly send: (process: number, command: Command) => Promise<Reply | undefined>;
  readonly passTime: () => void;
  readonly disturbClock: () => void;
  readonly reboot: () => void;
  /** From here on nothing fails. */
  readonly calm: () => void;
  readonly run: () => Run;
}

export function makeWorld(random: Random, faultRate: number, decide?: Decide): World {
  const history: Operation[] = [];
  const effects: Effect[] = [];
  const cut: string[] = [];
  let elapsed = 0;
  let offset = 1_700_000_000_000;
  let booted = 0;
  let boots = 0;
  let rate = faultRate;
  let moment: Moment = { wall: offset, monotonic: 0, boot: 'boot-0' };
  let fault: Fault | undefined;
  const ledger = memoryLedger({
    moment: () => moment,
    fault: () => fault,
    hash: () => '',
    ...(decide === undefined ? {} : { decide }),
  });

  const faults: readonly Fault[] = [
    { kind: 'crash-before-commit' },
    { kind: 'crash-after-commit' },
    { kind: 'hang-before-commit' },
    { kind: 'hang-after-commit' },
    { kind: 'reply', reply: { ok: true, value: {} } },
  ];

  async function send(process: number, command: Command): Promise<Reply | undefined> {
    fault = random.chance(rate) ? random.pick(faults) : undefined;
    moment = { wall: Math.max(0, elapsed + offset), monotonic: elapsed - booted, boot: `boot-${boots}` };
    const before = { before: ledger.log.length, lastAt: ledger.state.lastAt };
    const reply = await answer(command);
    const operation = { process, command, moment, ...before, after: ledger.log.length };
    const isKnown = reply !== undefined && fault === undefined;
    history.push(
      isKnown ? { ...operation, outcome: reply.ok ? 'ok' : 'fail', reply } : { ...operation, outcome: 'info' },
    );
    return reply;
  }

  async function answer(command: Command): Promise<Reply | undefined> {
    const submitted = ledger.submit(command);
    // The memory ledger has done all it will do when `submit` gives its promise back.
    if (fault?.kind.startsWith('hang')) return undefined;
    try {
      return await submitted;
    } catch (error) {
      if (fault === undefined) throw error;
      return undefined;
    }
  }

  return {
    random,
    ledger,
    effects,
    cut,
    send,
    passTime: () => {
      elapsed += random.pick([1, 1_000, 60_000, 20 * 60_000, 13 * 3_600_000, 91 * 24 * 3_600_000]);
    },
    disturbClock: () => {
      offset += random.pick([1, -1]) * random.pick([1_000, 3_600_000, 24 * 3_600_000, year, 10 * year]);
    },
    reboot: () => {
      boots++;
      booted = elapsed;
    },
    calm: () => {
      rate = 0;
    },
    run: () => ({ history, effects, cut, log: ledger.log, state: ledger.state.dump() }),
  };
}
