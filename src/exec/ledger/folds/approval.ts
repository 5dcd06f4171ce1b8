import type { Json } from '../../../ir/json.ts';
import type { LoggedEvent } from '../event.ts';
import { bindingKey, grantKey, sessionRequests, skillRequests } from '../key.ts';
import { counted } from '../rate.ts';
import {
  type ApprovalRow,
  approvalRow,
  type GrantRow,
  type RateRow,
  rateRow,
  type SkillRow,
  skillRow,
  type Waiting,
} from '../row.ts';
import type { StateWriter } from '../state.ts';
import type { Stamp } from '../time.ts';
import { presentRow, putRow, rowOf } from './row-of.ts';

/** More than anyone can tell apart; the oldest make place. */
const mostWaiting = 16;

interface Requested {
  readonly approval: string;
  readonly digest: string;
  readonly skill: string | null;
  readonly skill_digest: string | null;
  readonly operation: string | null;
  readonly subject: Json;
  readonly parameters: string | null;
  readonly call: string | null;
  readonly clock: Omit<Stamp, 'at'>;
}

export function approvalRequested(writer: StateWriter, { id, at, session, data }: LoggedEvent): void {
  const { approval, digest, skill, skill_digest, operation, subject, parameters, call, clock } =
    data as unknown as Requested;
  const before = rowOf(writer, 'approvals', approval, approvalRow);
  const others = (before?.waiting ?? []).filter((one) => one.session !== session || one.parameters !== parameters);
  const waiting: readonly Waiting[] = [...others, { session, parameters, call, event: id }].slice(-mostWaiting);
  putRow<ApprovalRow>(writer, 'approvals', approval, {
    digest,
    skill,
    skillDigest: skill_digest,
    operation,
    subject,
    status: 'pending',
    waiting,
    event: id,
  });
  const rate = skill === null ? sessionRequests(session) : skillRequests(skill);
  putRow<RateRow>(writer, 'rates', rate, counted(rowOf(writer, 'rates', rate, rateRow), { at, ...clock }));
}

interface Granted
  extends Pick<GrantRow, 'approval' | 'digest' | 'skill' | 'scope' | 'session' | 'parameters' | 'life'> {
  readonly skill_digest: string | null;
  readonly clock: Omit<Stamp, 'at'>;
}

export function approvalGranted(writer: StateWriter, { id, at, actor, data }: LoggedEvent): void {
  const { approval, digest, skill, skill_digest, scope, session, parameters, life, clock } = data as unknown as Granted;
  const row = presentRow(writer, 'approvals', approval, approvalRow);
  const waiting = row.waiting.filter((one) => !covers({ scope, session, parameters }, one));
  putRow<ApprovalRow>(writer, 'approvals', approval, { ...row, status: 'granted', waiting, event: id });
  putRow<GrantRow>(writer, 'grants', keyOf({ approval, scope, session, parameters }), {
    approval,
    digest,
    skill,
    skillDigest: skill_digest,
    scope,
    session,
    parameters,
    life,
    event: id,
    at,
    ...clock,
  });
  if (actor === 'person' && skill !== null) resume(writer, skill);
}

export type Bound = Pick<GrantRow, 'scope' | 'session' | 'parameters'>;

function covers({ scope, session, parameters }: Bound, one: Waiting): boolean {
  if (scope === 'always') return true;
  return one.session === session && (scope === 'session' || one.parameters === parameters);
}

function keyOf({ approval, scope, session, parameters }: Bound & { readonly approval: string }): string {
  if (scope === 'always') return grantKey.always(approval);
  if (scope === 'session') return grantKey.session(approval, session ?? '');
  return grantKey.once(approval, session ?? '', parameters ?? '');
}

/** A person who answers a paused skill has seen it: it may ask again. */
function resume(writer: StateWriter, skill: string): void {
  const row = presentRow(writer, 'skills', skill, skillRow);
  if (row.paused === null) return;
  putRow<SkillRow>(writer, 'skills', skill, { ...row, paused: null });
  writer.delete('rates', skillRequests(skill));
}

export function approvalDenied(writer: StateWriter, event: LoggedEvent): void {
  answered(writer, event, 'denied');
}

export function approvalRevoked(writer: StateWriter, event: LoggedEvent): void {
  answered(writer, event, 'revoked');
}

interface Answered {
  readonly approval: string;
  readonly unbound?: readonly { readonly [part in 'name' | 'skill' | 'origin' | 'slot']: string }[];
}

function answered(writer: StateWriter, { id, data }: LoggedEvent, status: 'denied' | 'revoked'): void {
  const { approval, unbound = [] } = data as unknown as Answered;
  const row = presentRow(writer, 'approvals', approval, approvalRow);
  endGrants(writer, approval);
  for (const { name, skill, origin, slot } of unbound) writer.delete('bindings', bindingKey(name, skill, origin, slot));
  putRow<ApprovalRow>(writer, 'approvals', approval, { ...row, status, event: id });
}

/** A grant for one call is gone with it; the others stay as they are. */
export function useGrant(writer: StateWriter, approval: string, grant: Bound, event: string): void {
  if (grant.scope !== 'once') return;
  const row = presentRow(writer, 'approvals', approval, approvalRow);
  writer.delete('grants', keyOf({ approval, ...grant }));
  if (row.status === 'granted') putRow<ApprovalRow>(writer, 'approvals', approval, { ...row, status: 'used', event });
}

export function endGrants(writer: StateWriter, approval: string): void {
  for (const [key] of writer.list('grants', grantKey.prefix(approval))) writer.delete('grants', key);
}
