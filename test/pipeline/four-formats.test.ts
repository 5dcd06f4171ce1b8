import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compile, readBundle } from '../../src/index.ts';

const folder = fileURLToPath(new URL('../../fixtures/four-formats/', import.meta.url));

function digests(file: string): Record<string, string | undefined> {
  const { bundle } = readBundle(`${folder}${file}`);
  if (bundle === undefined) throw new Error(`cannot read ${file}`);
  return Object.fromEntries(compile(bundle).operations.map(({ operation, digest }) => [operation.name, digest]));
}

it('gives one skill the same plans in Markdown, YAML, JSON and OpenAPI', () => {
  const markdown = digests('SKILL.md');
  expect(Object.keys(markdown)).toEqual(['search', 'get_notebook']);
  expect(Object.values(markdown).every((digest) => /^sha256:[0-9a-f]{64}$/.test(digest ?? ''))).toBe(true);
  for (const file of ['skill.yaml', 'skill.json', 'openapi.yaml']) expect(digests(file)).toEqual(markdown);
});
