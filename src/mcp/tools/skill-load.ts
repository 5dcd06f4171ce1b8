import { attempt } from '../attempt.ts';
import { flag, object, outcomeProperties, result, someObject, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';

export const skillLoad: Tool = {
  name: 'skill_load',
  title: 'Load a skill',
  description:
    'Fetches a skill (SKILL.md, an OpenAPI document or a skill manifest) from an https address, compiles it and registers its operations. ' +
    'Use it only when the user names an address as a skill or asks to load one. An ordinary URL, a web page, an API endpoint or a link ' +
    'found in text is not a skill: never load those. What the skill may do needs approvals by a person afterwards.',
  inputSchema: object(
    {
      source: text(
        'https address of the skill; a file:/// address of a SKILL.md asks a person; other paths are a person’s to load',
      ),
      digest: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$', description: 'the content must have this digest' },
      as: text('another id than the skill’s own name'),
      force: flag('also where the address does not look like a skill; a person is asked every time'),
    },
    ['source'],
  ),
  outputSchema: result({ ...outcomeProperties, skill: someObject }, ['outcome', 'call_id']),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: ({ source, digest, as, force }, context) =>
    attempt(
      {
        kind: 'load',
        source: String(source),
        force: force === true,
        ...(typeof digest === 'string' ? { digest } : {}),
        ...(typeof as === 'string' ? { as } : {}),
      },
      context,
    ),
};
