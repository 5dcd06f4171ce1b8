import { refusal, reply } from '../replies.ts';
import { anything, flag, object, result, text, whole } from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { untilAnswered } from '../until-answered.ts';

export const approvalStatus: Tool = {
  name: 'approval_status',
  title: 'What became of an approval',
  description: 'Whether a person has answered. With `wait_seconds` it waits that long for an answer.',
  inputSchema: object({ approval_id: text('apr_…'), wait_seconds: whole('how long to wait for an answer', 0, 50) }, [
    'approval_id',
  ]),
  outputSchema: result(
    {
      approval_id: text('the question'),
      status: text('not-asked, pending, approved, denied, revoked, used, ended or expired'),
      capability: anything,
      covers_session: flag('whether a new call of this connection would pass'),
      waiting: flag('whether a call of this connection waits'),
      expires_at: anything,
    },
    ['approval_id', 'status'],
  ),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async ({ approval_id, wait_seconds = 0 }, context) => {
    const state = await untilAnswered(String(approval_id), Number(wait_seconds), context);
    if (state === undefined)
      return refusal('approval/missing', `there is no approval \`${context.compile.visible(String(approval_id))}\``);
    const what = state.capability === null ? '' : ` (${context.compile.visible(state.capability)})`;
    return reply({ ...state }, `${state.approval_id}${what}: ${state.status}`);
  },
};
