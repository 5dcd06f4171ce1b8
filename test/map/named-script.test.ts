import { expect, test } from 'vitest';
import { compiled, fence, head } from '../attacks/judge.ts';

const script = 'echo done\n';

function reading(line: string, files: Readonly<Record<string, string>>): readonly unknown[] {
  const { operations } = compiled({ 'SKILL.md': head + fence(line), ...files });
  return operations.map(({ plan, diagnostics }) => [
    plan?.calls[0]?.capability,
    plan?.tier,
    diagnostics.map(({ code }) => code),
  ]);
}

test('a script of the bundle is found by its bare name, as with its folder on the PATH', () => {
  const path = reading('./scripts/report.sh list', { 'scripts/report.sh': script });
  expect(reading('report.sh list', { 'scripts/report.sh': script })).toEqual(path);
  expect(path).toEqual([['shell.run', 0, []]]);
});

test('a name that no file or more than one has stays unknown', () => {
  expect(reading('report.sh list', {})).toEqual([['sandbox.tool', 3, ['map/script-missing']]]);
  const two = { 'a/report.sh': script, 'b/report.sh': 'rm -rf x\n' };
  expect(reading('report.sh list', two)).toEqual([['sandbox.tool', 3, ['map/script-open']]]);
  expect(reading('report list', { 'scripts/report.sh': script })).toEqual([['sandbox.tool', 3, ['map/unknown-tool']]]);
});

test('programs that installers put in the home, and environments, are ours by name', () => {
  for (const python of [
    '~/.local/bin/python3',
    '~/.venvs/demo/bin/python3',
    '~/demo-env/bin/python3',
    '.venv/bin/python3',
  ])
    expect(reading(`${python} s.py`, { 's.py': 'print(1)\n' })).toEqual(
      reading('python3 s.py', { 's.py': 'print(1)\n' }),
    );
  expect(reading('~/tools/bin/python3 s.py', { 's.py': 'print(1)\n' })).not.toEqual(
    reading('python3 s.py', { 's.py': 'print(1)\n' }),
  );
});

test('stand-ins for the folder of the skill lead to its files', () => {
  const files = { 's.py': 'print(1)\n' };
  for (const folder of ['$skill_dir', '<path-to-skill>', '<skill>', '$SKILL_ROOT', '<path-to-demo>'])
    expect(reading(`python3 ${folder}/s.py`, files)).toEqual(reading('python3 s.py', files));
  expect(reading('python3 <elsewhere>/s.py', files)).not.toEqual(reading('python3 s.py', files));
});
