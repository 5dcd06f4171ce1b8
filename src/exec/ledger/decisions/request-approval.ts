import type { RequestApproval } from '../command.ts';
import { allow, type Context, eventBy, eventByRule, eventId, refuse, refuseUnreadable } from '../context.ts';
import { sessionRequests, skillRequests } from '../key.ts';
import type { Decision } from '../ledger.ts';
import { isTooMany, mostPerMinute, stampOf } from '../rate.ts';
import { type ApprovalRow, approvalRow, readRow, unreadable } from '../row.ts';
import { sameText } from '../same-text.ts';
import { findGrant } from './find-grant.ts';
import { type KnownSkill, knownSkill, refusePaused } from './known-skill.ts';

export function requestApproval(context: Context, command: RequestApproval): Decision {
  const { view } = context;
  const { id } = command;
  const known = knownSkill(context, command);
  if (known.kind === 'refused') return known.refusal;
  const paused = refusePaused(known);
  if (paused !== undefined) return paused;
  const row = readRow(view, 'approvals', id, approvalRow);
  if (row === unreadable) return refuseUnreadable(`approval \`${id}\``);
  if (row !== undefined && !isSameQuestion(row, command)) {
    return refuse(
      'approval/other-content',
      `approval \`${id}\` is bound to other content`,
      'load the skill again and ask anew',
    );
  }
  if (row?.status === 'denied') {
    // Asking again must not wear a person down: a denial is undone by a person's own new grant only.
    return refuse('approval/denied', `approval \`${id}\` was denied`, `a person can run \`skillc approve ${id}\``);
  }
  const held = row === undefined ? undefined : findGrant(context, id, command.session, command.parameters);
  if (held?.kind === 'live') return allow([], { id, status: 'granted', event: held.grant.event });
  if (row !== undefined && isAsked(row, command)) return allow([], { id, status: 'pending', event: row.event });
  if (isTooMany(view, rateKey(command), context.now)) return tooMany(context, command, known);
  return allow([requestedEvent(context, command, known)], { id, status: 'pending', event: eventId(view, 0) });
}

function rateKey({ skill, session }: RequestApproval): string {
  return skill === undefined ? sessionRequests(session) : skillRequests(skill);
}

function isSameQuestion(row: ApprovalRow, { digest, skill, skillDigest }: RequestApproval): boolean {
  return (
    sameText(row.digest, digest) && row.skill === (skill ?? null) && sameText(row.skillDigest ?? '', skillDigest ?? '')
  );
}

function isAsked(row: ApprovalRow, { session, parameters }: RequestApproval): boolean {
  return (
    row.status === 'pending' &&
    row.waiting.some((one) => one.session === session && one.parameters === (parameters ?? null))
  );
}

function requestedEvent({ now }: Context, command: RequestApproval, known: KnownSkill) {
  const { at: _at, ...clock } = stampOf({ at: now.at, ...now.moment });
  const data = {
    approval: command.id,
    digest: command.digest,
    skill: command.skill ?? null,
    skill_digest: command.skillDigest ?? null,
    operation: command.operation ?? null,
    subject: command.subject,
    parameters: command.parameters ?? null,
    call: command.call ?? null,
    clock,
  };
  return eventBy(command, 'approval-requested', data, known.kind === 'skill' ? [known.row.event] : []);
}

function tooMany({ view }: Context, command: RequestApproval, known: KnownSkill): Decision {
  const who = known.kind === 'skill' ? `skill \`${known.id}\`` : `session \`${command.session}\``;
  const message = `${who} asked for more than ${mostPerMinute} approvals within a minute`;
  if (known.kind !== 'skill') {
    return refuse('approval/too-many', message, 'answer the requests that wait: `skillc approvals`');
  }
  const data = { skill: known.id, digest: known.row.digest, reason: message };
  const paused = refusePaused({ ...known, row: { ...known.row, paused: eventId(view, 0) } });
  return {
    events: [eventByRule(command, 'skill-paused', data, [known.row.event])],
    reply: paused === undefined ? refuse('skill/paused', message).reply : paused.reply,
  };
}
