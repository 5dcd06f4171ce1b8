import type { Grant } from '../command.ts';
import { type Refusal, refuse } from '../context.ts';
import type { ApprovalRow, Waiting } from '../row.ts';

export type Meant =
  | { readonly kind: 'meant'; readonly session: string | null; readonly parameters: string | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * What a grant is for: `session` for the session that asked, `once` for the very parameters of the call that waits. Where more
 * than one could be meant nobody guesses: a request that came after the person looked must not take the grant of the other.
 */
export function meantBy({ id, scope, call, session }: Grant, row: ApprovalRow): Meant {
  if (scope === 'always') return { kind: 'meant', session: null, parameters: null };
  const asked = row.waiting.filter((one) => call === undefined || one.call === call);
  if (scope === 'session') {
    const sessions = [...new Set(asked.map((one) => one.session))];
    const own = sessions.filter((one) => sessions.length === 1 || one === session);
    if (own.length > 1 || (own.length === 0 && sessions.length > 0)) return several(id, asked);
    // A denial leaves nobody waiting and no question can be put after it: who undoes it means their own session.
    const undone = row.status === 'denied' && call === undefined ? session : undefined;
    const meant = own[0] ?? undone;
    return meant === undefined ? none(id, scope) : { kind: 'meant', session: meant, parameters: null };
  }
  const waiting = asked.filter((one) => one.parameters !== null);
  const [first] = waiting;
  if (waiting.length > 1) return several(id, waiting);
  if (first === undefined) return none(id, scope);
  return { kind: 'meant', session: first.session, parameters: first.parameters };
}

function none(id: string, scope: 'once' | 'session'): Meant {
  const remedy = {
    once: `use \`skillc approve ${id} --scope session\`, or run the call first`,
    session: `use \`skillc approve ${id} --scope always\`, or run the call first`,
  };
  return refused(refuse('approval/no-call-waits', `no call waits for approval \`${id}\``, remedy[scope]));
}

function several(id: string, waiting: readonly Waiting[]): Meant {
  const calls = waiting.map((one) => one.call ?? `one of session ${one.session}`).join(', ');
  const message = `${waiting.length} requests wait for approval \`${id}\`: ${calls}`;
  return refused(refuse('approval/several-wait', message, 'say which call is meant'));
}

function refused(refusal: Refusal): Meant {
  return { kind: 'refused', refusal };
}
