import type { Command, Turned } from './command.ts';
import { turnedRateKey } from './key.ts';
import type { Ledger, Reply } from './ledger.ts';
import { minute } from './rate.ts';

interface Tally {
  readonly last: Turned;
  readonly count: number;
  /** When the first of them was counted, by the monotonic clock. */
  readonly since: number;
}

/**
 * A ledger that keeps the number of the turned-away calls it does not record one by one: one event a minute for each kind, and one
 * at the end. A number that could not be written stays and is written with the next.
 */
export function countingTurned(ledger: Ledger, monotonic: () => number): Ledger {
  const tallies = new Map<string, Tally>();

  function count(command: Turned, more: number, since: number): void {
    const key = turnedRateKey(command.how, command.capability, command.skill);
    const before = tallies.get(key);
    tallies.set(key, { last: command, count: (before?.count ?? 0) + more, since: before?.since ?? since });
  }

  async function handIn(isDue: (tally: Tally) => boolean): Promise<void> {
    for (const [key, tally] of [...tallies]) {
      if (!isDue(tally)) continue;
      tallies.delete(key);
      const reply = await tryOnce(() => ledger.submit({ ...tally.last, count: tally.count }));
      if (reply?.ok !== true) count(tally.last, tally.count, tally.since);
    }
  }

  async function submitCounting(command: Command): Promise<Reply> {
    if (tallies.size > 0) await handIn(({ since }) => monotonic() - since >= minute);
    const reply = await ledger.submit(command);
    const isLeft = command.kind === 'turned-away' && reply.ok && reply.value.recorded === false;
    if (isLeft) count(command, 1, monotonic());
    return reply;
  }

  return {
    get: (table, key) => ledger.get(table, key),
    list: (table, prefix) => ledger.list(table, prefix),
    events: (from, most) => ledger.events(from, most),
    foresee: (command) => ledger.foresee(command),
    submit: (command) =>
      tallies.size === 0 && command.kind !== 'turned-away' ? ledger.submit(command) : submitCounting(command),
    close: async () => {
      await handIn(() => true);
      await ledger.close();
    },
  };
}

/** Undefined where the ledger fails: whether the number was written is not known, and twice is better than never. */
async function tryOnce(submit: () => Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await submit();
  } catch {
    return undefined;
  }
}
