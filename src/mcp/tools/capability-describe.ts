import { cleaned, refusal, reply, untrusted } from '../replies.ts';
import { anything, object, result, someObject, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';

export const capabilityDescribe: Tool = {
  name: 'capability_describe',
  title: 'How to call one operation',
  description:
    'The input schema of one operation or core capability, what calling it would touch, and whether it may be called already.',
  inputSchema: object({ capability: text('skill.operation, or a core capability such as network.http-fetch') }, [
    'capability',
  ]),
  outputSchema: result(
    {
      id: text('its name'),
      description: text('text of the skill'),
      input_schema: someObject,
      effects: anything,
      status: text(''),
    },
    ['id', 'description', 'input_schema'],
  ),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async ({ capability }, context) => {
    const { host, run, compile } = context;
    const found = await run.describeCapability(host, String(capability));
    if (found === undefined)
      return refusal(
        'capability/unknown',
        `there is no \`${compile.visible(String(capability))}\``,
        'skill_search lists what there is',
      );
    const { input_schema, description, id, status = 'core' } = found;
    const schema = JSON.stringify(input_schema);
    const about = `${description}\ninputs: ${schema}`;
    const text = `${id} (${status})\n${found.skill_id === null ? about : untrusted('text of the skill', about, context)}`;
    return reply(cleaned(found, context) as { readonly [name: string]: unknown }, text);
  },
};
