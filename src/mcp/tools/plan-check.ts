import { planOf, stepsSchema } from '../plan-argument.ts';
import { remedyForAgent } from '../remedy-for-agent.ts';
import { cleaned, reply, untrusted } from '../replies.ts';
import { anything, flag, listOf, object, result, someObject } from '../schemas.ts';
import type { Reply, Tool, ToolContext } from '../tool.ts';

export const planCheck: Tool = {
  name: 'plan_check',
  title: 'Check several calls together',
  description:
    'Checks several operation calls that use each other’s results, without running any: what they would touch and cost together, and the one ' +
    'approval that covers them. Run it afterwards with skill_execute {"plan": …}.',
  inputSchema: object({ steps: stepsSchema }, ['steps']),
  outputSchema: result(
    {
      ok: flag('whether it can run, after the approval where one is needed'),
      problems: listOf(someObject),
      steps: listOf(someObject),
      effects: listOf(someObject, 'of all steps together'),
      secrets: listOf(someObject),
      tier: { type: 'integer' },
      estimate: someObject,
      approval_id: anything,
    },
    ['ok', 'problems', 'steps', 'effects', 'approval_id'],
  ),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async (args, context) => {
    const checked = await context.run.checkPlan(context.host, planOf(args), context.id);
    if (checked.kind === 'wrong') {
      const { problems } = checked;
      const lines = problems.map(
        ({ step, message, remedy }) =>
          `step ${step ?? '?'}: ${message}${remedy === undefined ? '' : `; ${remedyForAgent(remedy)}`}`,
      );
      return reply(
        { ok: false, problems, steps: [], effects: [], approval_id: null },
        context.compile.visibleLines(lines.join('\n')),
      );
    }
    return checkedReply(checked, context);
  },
};

function checkedReply(
  { steps, subject, approval }: Extract<Awaited<ReturnType<ToolContext['run']['checkPlan']>>, { kind: 'plan' }>,
  context: ToolContext,
): Reply {
  const { effects, origins, secrets, tier, estimate } = subject;
  const shown = steps.map((one, at) => ({
    step: at + 1,
    capability: one.step.capability,
    decision: one.decision,
    covered: one.covered,
    effects: one.approval.subject.effects,
  }));
  const needs =
    approval === undefined
      ? 'no approval is needed'
      : `one approval is needed for all: ${approval.id}, asked for when it runs`;
  const lines = effects.map(context.compile.effectText);
  return reply(
    cleaned(
      {
        ok: true,
        problems: [],
        steps: shown,
        effects,
        origins,
        secrets,
        tier,
        estimate,
        approval_id: approval?.id ?? null,
      },
      context,
    ) as { readonly [name: string]: unknown },
    `${steps.length} steps can run; ${needs}\n${untrusted('effects', lines.join('\n'), context)}`,
  );
}
