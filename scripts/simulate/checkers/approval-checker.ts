import type { Admit, Command } from '../../../src/exec/ledger/command.ts';
import type { ChainEvent } from '../../../src/exec/ledger/event.ts';
import type { Checker, Operation } from '../run.ts';

interface Given {
  readonly digest: string;
  readonly scope: string;
  readonly session: string | null;
  readonly parameters: string | null;
  readonly life: number;
  readonly by: Operation;
  /** Time of its event. */
  readonly at: number;
  isSure: boolean;
  isUsed: boolean;
}

/**
 * Follows what people answered as they saw it, not as the log says: a yes that was acknowledged holds until a no, its end or its one
 * use; a yes or no whose answer was lost may have come or not.
 */
export const checkApprovals: Checker = ({ history, log }) => {
  const problems: string[] = [];
  const given = new Map<string, Given[]>();
  const digestOf = new Map<string, string>();
  const skillOf = new Map<string, string>();
  /** The content each skill has; undefined where that is not known. */
  const loaded = new Map<string, string | undefined>();
  const grantedInLog = new Set(log.filter(({ kind }) => kind === 'approval-granted').map(({ id }) => id));

  const end = (id: string, isSure: boolean): void => {
    if (isSure) given.delete(id);
    else for (const one of given.get(id) ?? []) one.isSure = false;
  };

  const endOf = (skill: string, isSure: boolean): void => {
    for (const [id, owner] of skillOf) if (owner === skill) end(id, isSure);
  };

  for (const operation of history) {
    const { command, outcome } = operation;
    if (outcome === 'fail') {
      if (command.kind === 'admit') checkRefusal(operation, command);
      continue;
    }
    const isSure = outcome === 'ok';
    if (command.kind === 'request-approval') {
      digestOf.set(command.id, command.digest);
      if (command.skill !== undefined) skillOf.set(command.id, command.skill);
    } else if (command.kind === 'grant') grant(operation, command);
    else if (command.kind === 'deny-approval' || command.kind === 'revoke-approval') end(command.id, isSure);
    else if (command.kind === 'unload-skill') {
      endOf(command.skill, isSure);
      if (isSure) loaded.delete(command.skill);
    } else if (command.kind === 'load-skill') {
      const before = loaded.get(command.skill);
      if (before !== command.digest) endOf(command.skill, isSure && before !== undefined);
      loaded.set(command.skill, isSure ? command.digest : undefined);
    } else if (command.kind === 'admit') admit(operation, command);
  }
  return problems;

  function writtenBy({ before, after }: Operation): readonly ChainEvent[] {
    return log.slice(before, after);
  }

  function grant(operation: Operation, command: Command & { readonly kind: 'grant' }): void {
    const [event] = writtenBy(operation);
    const isWritten = event?.kind === 'approval-granted' && event.data.approval === command.id;
    if (operation.outcome === 'ok' && (!isWritten || !grantedInLog.has(event.id))) {
      problems.push(`${command.id}: an acknowledged grant is not in the log`);
    }
    // Whether it took place is read from the log only where the sender cannot know.
    if (!isWritten) return;
    const { session, parameters, life } = event.data as unknown as Given;
    const digest = digestOf.get(command.id) ?? '';
    const one = { digest, scope: command.scope, session, parameters, life, by: operation, at: event.at };
    const isSure = operation.outcome === 'ok';
    const others = (given.get(command.id) ?? []).filter((other) => !isSamePlace(other, one));
    given.set(command.id, [...others, { ...one, isSure, isUsed: false }]);
  }

  function admit(operation: Operation, command: Admit): void {
    if (command.approval === undefined) return;
    const { id } = command.approval;
    const intent = writtenBy(operation).find((event) => event.kind === 'call-intent');
    if (intent === undefined) {
      if (operation.outcome === 'ok') problems.push(`${command.call}: an acknowledged intent is not in the log`);
      return;
    }
    const use = intent.data.grant as { readonly scope?: string } | undefined;
    if (intent.data.call !== command.call || intent.data.approval !== id || use === undefined)
      problems.push(`${command.call}: no use is recorded`);
    const one = (given.get(id) ?? []).find(
      (other) => other.scope === use?.scope && isFor(other, command) && !isOver(other, operation) && !other.isUsed,
    );
    if (one === undefined) problems.push(`${command.call}: uses ${id} without a grant that holds`);
    else if (one.scope === 'once') one.isUsed = true;
  }

  function checkRefusal({ reply, ...operation }: Operation, command: Admit): void {
    if (command.approval === undefined || reply?.ok !== false || !reply.code.startsWith('approval/')) return;
    const sure = (given.get(command.approval.id) ?? []).filter((one) => one.isSure && !one.isUsed);
    const lost = sure.find((one) => isFor(one, command) && !isOver(one, operation));
    if (lost !== undefined)
      problems.push(`${command.call}: an acknowledged grant of ${command.approval.id} is lost (${reply.code})`);
  }
};

/** A new grant takes the place of one for the same session and parameters. */
function isSamePlace(a: Omit<Given, 'isSure' | 'isUsed'>, b: Omit<Given, 'isSure' | 'isUsed'>): boolean {
  return a.scope === b.scope && a.session === b.session && a.parameters === b.parameters;
}

function isFor(one: Given, { session, approval }: Admit): boolean {
  if (one.digest !== approval?.digest) return false;
  if (one.scope === 'always') return true;
  return one.session === session && (one.scope === 'session' || one.parameters === approval.parameters);
}

/** By every clock that can tell, as the machine's user would reckon it. */
function isOver(one: Given, { moment, lastAt }: Omit<Operation, 'reply'>): boolean {
  const started = one.by.moment;
  if (Math.max(moment.wall, lastAt) - one.at >= one.life) return true;
  if (moment.wall - started.wall >= one.life) return true;
  return moment.boot === started.boot && moment.monotonic - started.monotonic >= one.life;
}
