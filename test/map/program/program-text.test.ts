import { expect, test } from 'vitest';
import { compile } from '../../../src/index.ts';
import { bundleOf, fence, head } from '../../parse/markdown/compile-text.ts';

/** The program of the last operation, in a skill that exports two names before. */
function programOf(...lines: readonly string[]): string | undefined {
  const exports = fence('bash', 'export SIDE=left', 'export OTHER="$SIDE/x"', 'export TZ=UTC');
  const text = `${head}## Set up\n\n${exports}## Run\n\n${fence('bash', ...lines)}`;
  const bytes = new TextEncoder().encode(text);
  const bundle = bundleOf();
  const file = { path: 'SKILL.md', bytes, digest: 'sha256:0', executable: false };
  const { operations } = compile({ ...bundle, files: new Map([['SKILL.md', file]]) });
  const args = operations.at(-1)?.plan?.calls[0]?.args;
  const program = args?.kind === 'object' ? args.members.find(({ key }) => key === 'program')?.value : undefined;
  return program?.kind === 'literal' && typeof program.value === 'string' ? program.value : undefined;
}

const loop = (body: string) => `for i in 1 2; do ${body}; done`;
const zone = 'export TZ=UTC';
const both = ['export SIDE=left', 'export OTHER="$SIDE/x"', zone];

test.each([
  ['nothing is read', loop('date'), [zone]],
  ['one is read', loop('echo "$SIDE"'), ['export SIDE=left', zone]],
  ['one is read through another', loop('echo "$OTHER"'), both],
  ['arithmetic names one', loop('echo $((SIDE + 1))'), ['export SIDE=left', zone]],
  ['a name is computed', loop('echo "${!i}"'), both],
  ['all names are printed', loop('declare -p'), both],
  ['another program inherits them', loop('frobnicate $i'), both],
])('exports before a program where %s', (_, line, exports) => {
  expect(programOf(line)).toBe([...exports, line].join('\n'));
});
