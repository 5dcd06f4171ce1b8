import { isDeepStrictEqual } from 'node:util';
import type { ChainEvent } from '../../../src/exec/ledger/event.ts';
import { replay } from '../../../src/exec/ledger/memory-state.ts';
import type { Checker } from '../run.ts';

/** The log is whole and in order, and the state is nothing but its fold. */
export const checkState: Checker = ({ log, state }) => {
  const problems: string[] = [];
  let last = 0;
  for (const [place, { seq, id, at, parents }] of log.entries()) {
    if (seq !== place || id !== `evt_${place}`) problems.push(`${id}: out of order at ${place}`);
    if (at < last) problems.push(`${id}: time goes back`);
    last = at;
    for (const parent of parents) {
      const number = Number(parent.slice('evt_'.length));
      if (!(number < seq)) problems.push(`${id}: parent ${parent} does not come before`);
    }
  }
  const stored = JSON.parse(JSON.stringify(log)) as readonly ChainEvent[];
  if (!isDeepStrictEqual(replay(stored).dump(), state)) problems.push('the state is not what the log folds to');
  return problems;
};
