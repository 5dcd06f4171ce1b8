import type { Command } from '../../src/exec/ledger/command.ts';
import { decide } from '../../src/exec/ledger/decide.ts';
import type { NewEvent } from '../../src/exec/ledger/event.ts';
import type { Decide } from '../../src/exec/ledger/ledger.ts';
import type { StateView, StateWriter, TableName } from '../../src/exec/ledger/state.ts';
import type { Json } from '../../src/ir/json.ts';
import type { Flaws } from './schedule.ts';

export interface Mutant {
  /** The rule that is broken. */
  readonly rule: string;
  /** The checker that must find it. */
  readonly checker: 'budget' | 'approval' | 'effect' | 'state';
  readonly flaws: Flaws;
}

/** Each breaks one rule of the ledger or of its host: a checker that lets one pass checks nothing. */
export const mutants: readonly Mutant[] = [
  { rule: 'a grant for one call is used once', checker: 'approval', flaws: { decide: rememberingOnce } },
  { rule: 'a grant expires', checker: 'approval', flaws: { decide: () => atTheBeginning(['admit']) } },
  {
    rule: 'the clock set back does not lengthen a life',
    checker: 'approval',
    flaws: {
      decide: () => (view, command, moment) =>
        decide(
          seeing(view, (_table, _key, row) => row, 0),
          command,
          { ...moment, boot: 'another' },
        ),
    },
  },
  {
    rule: 'a life ends by the monotonic clock too',
    checker: 'approval',
    flaws: { decide: () => (view, command, moment) => decide(view, command, { ...moment, boot: `${view.nextSeq}` }) },
  },
  {
    rule: 'a grant is for the digest it was given for',
    checker: 'approval',
    flaws: { decide: () => (view, command, moment) => decide(view, withKnownDigest(view, command), moment) },
  },
  {
    rule: 'a grant for a session is not for another',
    checker: 'approval',
    flaws: { decide: () => anyKeyOf('session') },
  },
  {
    rule: 'a grant for one call is bound to its parameters',
    checker: 'approval',
    flaws: { decide: () => anyKeyOf('once') },
  },
  { rule: 'a denial ends what was granted', checker: 'approval', flaws: { decide: () => silent('deny-approval') } },
  {
    rule: 'a revocation ends what was granted',
    checker: 'approval',
    flaws: { decide: () => silent('revoke-approval') },
  },
  { rule: 'an acknowledged grant is kept', checker: 'approval', flaws: { decide: () => silent('grant') } },
  {
    rule: 'other content ends the grants of the old',
    checker: 'approval',
    flaws: {
      decide: () =>
        rewriting('skill-loaded', ({ data, ...event }) => ({ ...event, data: { ...data, replaced: null } })),
    },
  },
  { rule: 'what is spent is spent', checker: 'budget', flaws: { decide: () => without('budgets') } },
  { rule: 'a limit that was set holds', checker: 'budget', flaws: { decide: () => without('limits') } },
  {
    rule: 'unknown counts at the reservation',
    checker: 'budget',
    flaws: {
      decide: () =>
        rewriting('call-unknown', (event) => ({
          ...event,
          resources: { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 },
        })),
    },
  },
  {
    rule: 'the session pays for each call',
    checker: 'budget',
    flaws: {
      decide: () =>
        rewriting('call-intent', ({ data, ...event }) => ({ ...event, data: { ...data, scopes: ['skill:weather'] } })),
    },
  },
  { rule: 'a call keeps to its cap', checker: 'budget', flaws: { host: { passesCap: true } } },
  { rule: 'an id is admitted once', checker: 'effect', flaws: { decide: () => without('calls', 'open-calls') } },
  { rule: 'each intent ends', checker: 'effect', flaws: { decide: () => silent('recover') } },
  {
    rule: 'an outcome that was acknowledged is kept',
    checker: 'effect',
    flaws: { decide: () => endingAs('call-done') },
  },
  {
    rule: 'unknown is said only where it is so',
    checker: 'effect',
    flaws: { decide: () => rewriting('call-done', (event) => ({ ...event, kind: 'call-unknown' })) },
  },
  { rule: 'what is refused does not run', checker: 'effect', flaws: { host: { runsWhenRefused: true } } },
  { rule: 'unknown is not tried again', checker: 'effect', flaws: { host: { sendsAgainWhenUnsure: true } } },
  { rule: 'state comes from events only', checker: 'state', flaws: { decide: () => writingBesides } },
  {
    rule: 'parents come before',
    checker: 'state',
    flaws: { decide: () => rewriting('call-intent', (event) => ({ ...event, parents: ['evt_999999'] })) },
  },
];

function seeing(
  view: StateView,
  row: (table: TableName, key: string, row: Json | undefined) => Json | undefined,
  lastAt = view.lastAt,
): StateView {
  const { nextSeq } = view;
  return { nextSeq, lastAt, list: view.list, get: (table, key) => row(table, key, view.get(table, key)) };
}

function without(...hidden: readonly TableName[]): Decide {
  return (view, command, moment) => {
    const isHidden = command.kind === 'admit';
    return decide(
      seeing(view, (table, _key, row) => (isHidden && hidden.includes(table) ? undefined : row)),
      command,
      moment,
    );
  };
}

/** Finds every `once` grant that ever was. */
function rememberingOnce(): Decide {
  const seen = new Map<string, Json>();
  return (view, command, moment) => {
    const remember = (table: TableName, key: string, row: Json | undefined): Json | undefined => {
      if (table !== 'grants') return row;
      if (row !== undefined && key.includes('\tonce\t')) seen.set(key, row);
      return row ?? seen.get(key);
    };
    return decide(seeing(view, remember), command, moment);
  };
}

function atTheBeginning(kinds: readonly Command['kind'][]): Decide {
  return (view, command, moment) =>
    kinds.includes(command.kind)
      ? decide(
          seeing(view, (_table, _key, row) => row, 0),
          command,
          { wall: 0, monotonic: 0, boot: 'none' },
        )
      : decide(view, command, moment);
}

function withKnownDigest(view: StateView, command: Command): Command {
  if (command.kind !== 'admit' || command.approval === undefined) return command;
  const row = view.get('approvals', command.approval.id) as { readonly digest: string } | undefined;
  return row === undefined ? command : { ...command, approval: { ...command.approval, digest: row.digest } };
}

/** Takes the first grant of a scope, whoever it is for. */
function anyKeyOf(scope: 'session' | 'once'): Decide {
  return (view, command, moment) => {
    const any = (table: TableName, key: string, row: Json | undefined): Json | undefined => {
      const [id, kind] = key.split('\t');
      if (table !== 'grants' || kind !== scope || row !== undefined) return row;
      return view.list('grants', `${id}\t${scope}\t`)[0]?.[1];
    };
    return command.kind === 'admit' ? decide(seeing(view, any), command, moment) : decide(view, command, moment);
  };
}

/** Says yes and writes nothing. */
function silent(kind: Command['kind']): Decide {
  return (view, command, moment) => {
    const decision = decide(view, command, moment);
    return command.kind === kind ? { ...decision, events: [] } : decision;
  };
}

function rewriting(kind: NewEvent['kind'], rewrite: (event: NewEvent) => NewEvent): Decide {
  return (view, command, moment) => {
    const { events, reply } = decide(view, command, moment);
    return { events: events.map((event) => (event.kind === kind ? rewrite(event) : event)), reply };
  };
}

/** Every end is written as the same one. */
function endingAs(end: NewEvent['kind']): Decide {
  return (view, command, moment) => {
    const { events, reply } = decide(view, command, moment);
    const isEnd = ({ kind }: NewEvent): boolean => kind === 'call-failed' || kind === 'call-unknown';
    return { events: events.map((event) => (isEnd(event) ? { ...event, kind: end } : event)), reply };
  };
}

const writingBesides: Decide = (view, command, moment) => {
  if (command.kind === 'admit') (view as StateWriter).put('meta', 'last', command.call);
  return decide(view, command, moment);
};
