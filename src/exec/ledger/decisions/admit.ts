import type { Admit } from '../command.ts';
import { allow, type Context, eventBy, eventId, refuse } from '../context.ts';
import type { NewEvent } from '../event.ts';
import type { Decision } from '../ledger.ts';
import type { GrantRow } from '../row.ts';
import { isIntended } from './intended.ts';
import { knownSkill, refusePaused } from './known-skill.ts';
import { reserve } from './reserve.ts';
import { useApproval } from './use-approval.ts';

/** All or nothing: the approval used, the budget reserved and the intent recorded, or no event at all. */
export function admit(context: Context, command: Admit): Decision {
  const { view } = context;
  if (isIntended(view, command.call)) {
    return refuse('call/duplicate', `call \`${command.call}\` has been admitted before`, 'start a new call');
  }
  const known = knownSkill(context, command);
  if (known.kind === 'refused') return known.refusal;
  const paused = refusePaused(known);
  if (paused !== undefined) return paused;
  const use = useApproval(context, command);
  if (use.kind === 'refused') return use.refusal;
  const reserved = reserve(context, command);
  if (reserved.kind === 'refused') return reserved.refusal;

  const parameters = command.approval?.parameters ?? command.parameters;
  const causes: string[] = [];
  if (use.kind === 'grant') causes.push(use.grant.event);
  if (known.kind === 'skill') causes.push(known.row.event);
  const { cap, scopes } = reserved;
  const intent = eventBy(
    command,
    'call-intent',
    // In the order of the canonical form, which then need not be sought.
    {
      ...(use.kind === 'grant' ? { approval: use.grant.approval } : {}),
      call: command.call,
      details: command.data,
      ...(use.kind === 'grant' ? { grant: usedGrant(use.grant) } : {}),
      ...(parameters === undefined ? {} : { parameters }),
      process: command.process,
      reserved: cap,
      scopes,
      skill: command.skill ?? null,
      skill_digest: command.skillDigest ?? null,
    },
    causes,
    {
      capability: command.capability,
      ...(command.delegatedTo === undefined ? {} : { delegated_to: command.delegatedTo }),
      ...(command.derivedFrom === undefined ? {} : { derived_from: command.derivedFrom }),
      decision: command.decision,
    },
  );
  return allow([intent], {
    call: command.call,
    intent: eventId(view, 0),
    cap,
    scopes,
    grant: use.kind === 'grant' ? { event: use.grant.event, scope: use.grant.scope } : null,
  });
}

/** The intent is the event of the use: nothing can come between the two, and one record says both. */
function usedGrant({ digest, parameters, scope, session }: GrantRow): NewEvent['data'] {
  return { digest, parameters, scope, session };
}
