import { attempt } from '../attempt.ts';
import { refusal } from '../replies.ts';
import { object, outcome, text, whole } from '../schemas.ts';
import type { Reply, Tool } from '../tool.ts';
import { untilAnswered } from '../until-answered.ts';

export const callResume: Tool = {
  name: 'call_resume',
  title: 'Continue a call that waited',
  description:
    'Continues a call of this connection that waited for a person, once there is an answer. With `wait_seconds` it waits that long for one. ' +
    'Still waiting is an outcome too: then tell the user and come back later.',
  inputSchema: object(
    { call_id: text('of the waiting outcome'), wait_seconds: whole('how long to wait for an answer', 0, 50) },
    ['call_id'],
  ),
  outputSchema: outcome,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: async ({ call_id, wait_seconds = 0 }, context) => {
    const call = String(call_id);
    const pending = context.session.pending.find(call);
    if (pending === undefined) return notWaiting();
    if (pending.approval !== undefined) await untilAnswered(pending.approval, Number(wait_seconds), context);
    const begun = context.session.pending.begin(call);
    if (begun === 'unknown') return notWaiting();
    if (begun === 'running')
      return refusal(
        'call/running',
        'this call goes on already',
        'its outcome answers the call_resume that came first',
      );
    // A person who is asked to continue has been asked already.
    const silent = { ...context, elicitation: { ...context.elicitation, possible: false } };
    const said = await attempt(pending.wanted, silent).finally(() => context.session.pending.putBack(call));
    const { outcome: how, call_id: name } = (said.structuredContent ?? {}) as { readonly [key: string]: unknown };
    if (how === 'waiting') context.session.pending.join(call, String(name));
    // Without an outcome it never began: cancelled, or too many at once.
    else if (how !== undefined) context.session.pending.forget(call);
    return said;
  },
};

function notWaiting(): Reply {
  return refusal('call/not-waiting', 'no call of this connection waits under this id', 'call the operation again');
}
