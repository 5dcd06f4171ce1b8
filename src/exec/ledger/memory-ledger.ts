import { canonicalJson, sha256 } from '../../ir/digest.ts';
import type { Json } from '../../ir/json.ts';
import type { Command } from './command.ts';
import { decide as ledgerDecide } from './decide.ts';
import type { ChainEvent, NewEvent } from './event.ts';
import type { Decide, Ledger, Moment, Reply } from './ledger.ts';
import { type MemoryState, memoryState } from './memory-state.ts';

/** What goes wrong with one command. `reply` is a wrong answer after a right commit. */
export type Fault =
  | { readonly kind: 'crash-before-commit' | 'crash-after-commit' | 'hang-before-commit' | 'hang-after-commit' }
  | { readonly kind: 'reply'; readonly reply: Reply };

export interface MemoryLedgerOptions {
  readonly moment: () => Moment;
  readonly fault?: (command: Command) => Fault | undefined;
  /** A decision with a rule broken, to see that a checker finds it. */
  readonly decide?: Decide;
  /** A cheaper one, where only the state matters. */
  readonly hash?: (record: Json) => string;
}

export interface MemoryLedger extends Ledger {
  readonly log: readonly ChainEvent[];
  readonly state: MemoryState;
}

/** A ledger that forgets everything when it goes: the same decisions and folds on maps, with faults where a test wants them. */
export function memoryLedger({
  moment,
  fault = () => undefined,
  decide = ledgerDecide,
  hash = leafHash,
}: MemoryLedgerOptions): MemoryLedger {
  const state = memoryState();
  const log: ChainEvent[] = [];

  function commit(event: NewEvent, wall: number): void {
    const seq = log.length;
    const at = Math.max(wall, state.lastAt);
    const record = { ...event, seq, id: `evt_${seq}`, at };
    const chained = { ...record, hash: hash(record as unknown as Json) };
    state.add(chained);
    log.push(chained);
  }

  async function submit(command: Command): Promise<Reply> {
    const wrong = fault(command);
    if (wrong?.kind === 'crash-before-commit') throw new Error('the ledger crashed');
    if (wrong?.kind === 'hang-before-commit') return new Promise(() => {});
    const now = moment();
    const { events, reply } = decide(state, command, now);
    for (const event of events) commit(event, now.wall);
    if (wrong?.kind === 'crash-after-commit') throw new Error('the ledger crashed');
    if (wrong?.kind === 'hang-after-commit') return new Promise(() => {});
    return wrong?.kind === 'reply' ? wrong.reply : reply;
  }

  return {
    log,
    state,
    submit,
    foresee: async (command) => decide(state, command, moment()).reply,
    get: async (table, key) => state.get(table, key),
    list: async (table, prefix = '') => state.list(table, prefix),
    events: async (from, most) => log.slice(from, from + most),
    close: async () => {},
  };
}

/** The leaf of RFC 6962. */
function leafHash(record: Json): string {
  return sha256(`\0${canonicalJson(record)}`);
}
