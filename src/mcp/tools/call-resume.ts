import { attempt } from '../attempt.ts';
import { refusal } from '../replies.ts';
import { object, outcome, text, whole } from '../schemas.ts';
import type { Tool } from '../tool.ts';
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
    if (pending === undefined)
      return refusal('call/not-waiting', 'no call of this connection waits under this id', 'call the operation again');
    if (pending.approval !== undefined) await untilAnswered(pending.approval, Number(wait_seconds), context);
    // A person who is asked to continue has been asked already.
    const silent = { ...context, elicitation: { ...context.elicitation, possible: false } };
    const said = await attempt(pending.wanted, silent);
    const { outcome: how } = (said.structuredContent ?? {}) as { readonly outcome?: unknown };
    if (how !== 'waiting') context.session.pending.forget(call);
    return said;
  },
};
