import { reply } from '../replies.ts';
import { anything, flag, listOf, object, result, someObject, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';

export const primitiveMap: Tool = {
  name: 'primitive_map',
  title: 'What a command would become',
  description:
    'Shows what a shell command line would become here: calls of capabilities, effects, secrets, tier, and whether it needs an approval. ' +
    'Nothing is registered or run.',
  inputSchema: object({ command: text('the whole command line') }, ['command']),
  outputSchema: result(
    {
      command: text('as it was given'),
      maps_to: anything,
      params: anything,
      steps: listOf(someObject),
      inputs: someObject,
      secrets: listOf(someObject),
      effects: listOf(someObject),
      tier: { type: 'integer' },
      requires_approval: flag('whether a person must answer first'),
      diagnostics: listOf(someObject),
    },
    ['command', 'tier', 'effects', 'requires_approval'],
  ),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  run: async ({ command }, { compile, host }) => {
    const answer = compile.mapCommand(String(command), { tools: host.tools.table });
    return reply({ ...answer }, compile.mapText(answer, compile.noColours));
  },
};
