import type { DatabaseSync } from 'node:sqlite';
import type { Command } from '../exec/ledger/command.ts';
import type { Moment, Reply } from '../exec/ledger/ledger.ts';
import { Frontier } from './chain/merkle.ts';
import type { ClockWatch } from './clock-watch.ts';
import { type FaultData, faultData } from './fault.ts';
import { type Draft, draftOf, type Log } from './log.ts';
import type { Machine } from './machine.ts';
import type { StateTables } from './state-tables.ts';

export interface Asked {
  readonly command: Command;
  readonly moment: Moment;
}

export type Answer = { readonly reply: Reply } | { readonly fault: FaultData };

export interface Opened {
  readonly db: DatabaseSync;
  readonly log: Log;
  readonly state: StateTables;
  readonly machine: Machine;
  readonly clockWatch: ClockWatch;
  /** Signs the head where it is time, as part of the transaction. */
  readonly sign: (tree: Frontier) => void;
  /** Says no where a caller may already have given up. */
  readonly beforeCommit: () => void;
}

/**
 * Decides and records all commands in one transaction: either all that is answered is durable, or it throws and nothing is. A command that
 * fails by itself is answered with its fault and leaves nothing.
 */
export function runTransaction(opened: Opened, asked: readonly Asked[]): readonly Answer[] {
  const { db } = opened;
  db.exec('BEGIN IMMEDIATE');
  try {
    const answers = decideAll(opened, asked);
    opened.beforeCommit();
    db.exec('COMMIT');
    return answers;
  } catch (error) {
    opened.state.forget();
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** What a command would be answered, from the state of one moment; nothing is written. */
export function foresee({ db, log, state, machine }: Opened, { command, moment }: Asked): Reply {
  db.exec('BEGIN');
  try {
    const { size, at } = log.requireHead();
    state.begin(size, at);
    return machine.decide(state, command, moment).reply;
  } finally {
    db.exec('COMMIT');
  }
}

function decideAll(opened: Opened, asked: readonly Asked[]): readonly Answer[] {
  const { log, state } = opened;
  const head = log.requireHead();
  const tree = Frontier.fromBytes(head.size, head.frontier);
  state.begin(head.size, head.at);
  const drafts: Draft[] = [];
  const answers = asked.map((one) => {
    const answer = decideOne(opened, one);
    for (const draft of answer.drafts) tree.push(draft.leaf);
    drafts.push(...answer.drafts);
    return answer.answer;
  });
  state.flush();
  if (drafts.length > 0) log.append(head.log, drafts, tree, state.lastAt);
  opened.sign(tree);
  return answers;
}

interface Decided {
  readonly answer: Answer;
  readonly drafts: readonly Draft[];
}

function decideOne({ state, machine, clockWatch }: Opened, { command, moment }: Asked): Decided {
  const { nextSeq, lastAt } = state;
  try {
    const decision = machine.decide(state, command, moment);
    const warnings = decision.events.length === 0 ? [] : clockWatch.warnings(moment.wall, lastAt);
    const drafts = [...decision.events, ...warnings].map((event) => {
      const draft = draftOf(event, state.nextSeq, Math.max(Math.floor(moment.wall), state.lastAt));
      state.nextSeq++;
      state.lastAt = draft.event.at;
      machine.apply(state, draft.event);
      return draft;
    });
    state.keep();
    return { answer: { reply: decision.reply }, drafts };
  } catch (error) {
    state.discard();
    state.nextSeq = nextSeq;
    state.lastAt = lastAt;
    return { answer: { fault: faultData(error) }, drafts: [] };
  }
}
