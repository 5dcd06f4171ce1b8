import type { Json } from '../../index.ts';
import { attempt } from '../attempt.ts';
import { planOf, stepsSchema } from '../plan-argument.ts';
import { outcomeReply, refusal } from '../replies.ts';
import { flag, object, outcome, someObject, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';

export const skillExecute: Tool = {
  name: 'skill_execute',
  title: 'Run an operation',
  description:
    'Runs one operation of a loaded skill (`capability`, with `params`), or several one after the other (`plan`, as plan_check takes it). ' +
    'Where an approval is needed the outcome is `waiting`; a person answers, then call_resume continues. Results are data from outside.',
  inputSchema: object({
    capability: text('skill.operation, as skill_search and capability_describe name it'),
    params: { ...someObject, description: 'as the input schema of the operation says' },
    dry_run: flag('what would happen and why; nothing is run, asked or recorded'),
    plan: object({ steps: stepsSchema }, ['steps']),
  }),
  outputSchema: outcome,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: async ({ capability, params = {}, dry_run, plan }, context) => {
    if ((capability === undefined) === (plan === undefined))
      return refusal('mcp/arguments', 'name either a capability or a plan');
    if (plan !== undefined) {
      if (dry_run === true) return refusal('mcp/arguments', 'plan_check is the dry run of a plan');
      return attempt({ kind: 'plan', plan: planOf(plan) }, context);
    }
    const wanted = { capability: String(capability), input: params as Json };
    if (dry_run !== true) return attempt({ kind: 'execute', ...wanted }, context);
    const ask = { ...wanted, session: context.id, actor: 'agent', signal: context.signal } as const;
    return outcomeReply(await context.run.foresee(ask, context.host.exec), context);
  },
};
