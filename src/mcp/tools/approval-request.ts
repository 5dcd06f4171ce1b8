import type { Json } from '../../index.ts';
import { outcomeReply, reply } from '../replies.ts';
import { anything, object, result, someObject, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';

export const approvalRequest: Tool = {
  name: 'approval_request',
  title: 'Ask a person for an approval',
  description:
    'Puts the question whether an operation may run to a person, without running it. With `params` the person can answer for exactly that call. ' +
    'approval_status tells what became of it.',
  inputSchema: object({ capability: text('skill.operation'), params: someObject }, ['capability']),
  outputSchema: result({ status: text('not-needed, pending or approved'), approval_id: anything }, ['status']),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async ({ capability, params }, context) => {
    const { host, run, id: session, compile } = context;
    const asked = await run.requestApproval(host, {
      capability: String(capability),
      ...(params === undefined ? {} : { input: params as Json }),
      session,
      actor: 'agent',
    });
    switch (asked.kind) {
      case 'not-needed':
        return reply(
          { status: 'not-needed', approval_id: null },
          `\`${compile.visible(String(capability))}\` needs no approval`,
        );
      case 'asked': {
        const status = asked.granted ? 'approved' : 'pending';
        return reply(
          { status, approval_id: asked.approval_id, call_id: asked.call_id },
          `${asked.approval_id} is ${status}`,
        );
      }
      case 'outcome': {
        const said = outcomeReply(asked.outcome, context);
        return { ...said, structuredContent: { status: asked.outcome.outcome, approval_id: null, ...asked.outcome } };
      }
    }
  },
};
