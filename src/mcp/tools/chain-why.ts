import { cleaned, refusal, reply, untrusted } from '../replies.ts';
import { anything, listOf, object, result, someObject, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';

export const chainWhy: Tool = {
  name: 'chain_why',
  title: 'Why something happened',
  description:
    'For a call, approval or event of this connection: the decision, the rules that matched, the approval, and the line of the skill it came from.',
  inputSchema: object({ id: text('call_…, apr_… or evt_…') }, ['id']),
  outputSchema: result(
    {
      id: text('as asked'),
      outcome: text('the last event about it'),
      capability: anything,
      decision: anything,
      approval: anything,
      skill: anything,
      events: listOf(someObject, 'from the effect back to its causes'),
    },
    ['id', 'outcome', 'events'],
  ),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async ({ id }, context) => {
    const { host, run, compile } = context;
    const why = await run.whyForAgent(host, String(id), context.id);
    if (why === undefined)
      return refusal(
        'chain/unknown',
        `the log has nothing for this connection under \`${compile.visible(String(id))}\``,
      );
    const { outcome, capability, events, skill } = why;
    const place = skill?.place ?? null;
    const lines = [
      `${outcome}${capability === null ? '' : ` ${capability}`}`,
      ...events.slice(1).map(({ kind, id: event }) => `because ${kind} (${event})`),
      ...(place === null ? [] : [`from ${place.file}:${place.line}`]),
    ];
    const text = compile.visibleLines(lines.join('\n'));
    const quoted = place === null ? '' : `\n${untrusted('text of the skill', place.text, context)}`;
    return reply(cleaned(why, context) as { readonly [name: string]: unknown }, `${text}${quoted}`);
  },
};
