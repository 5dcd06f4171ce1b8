import { expect, test } from 'vitest';
import { compile } from '../../../src/index.ts';
import { bundleOf, fence, head, operationsOf } from './compile-text.ts';

const programs = (...lines: readonly string[]) => operationsOf(fence('bash', ...lines)).map(([, text]) => text);

test.each([
  ['python3 {baseDir}/x.py', 'python3 x.py'],
  ['cd work && python3 {baseDir}/x.py', 'cd work && python3 ../x.py'],
  ['cd a/b && python3 "$SKILL_DIR/x.py"', 'cd a/b && python3 "../../x.py"'],
  ['cd a && cd ../b && ls {baseDir}', 'cd a && cd ../b && ls ..'],
  ['cd {baseDir}/s && python3 {baseDir}/x.py', 'cd s && python3 ../x.py'],
  ['cd a && cd {baseDir}/s && python3 ~/.claude/skills/demo/x.py', 'cd a && cd ../s && python3 ../x.py'],
  ['(cd work && ls); python3 {baseDir}/x.py', '(cd work && ls)\npython3 x.py'],
  ['{ cd work; ls; }; python3 {baseDir}/x.py', '{ cd work; ls; }\npython3 ../x.py'],
  ['cd work | cat; python3 {baseDir}/x.py', 'cd work | cat\npython3 x.py'],
  ['echo $(cd work && cat {baseDir}/a) {baseDir}/b', 'echo $(cd work && cat ../a) b'],
  ['cd work && ls skills/demo/x.py', 'cd work && ls skills/demo/x.py'],
])('the skill’s directory is the same wherever a command runs: %s', (line, program) => {
  expect(programs(line).join('\n')).toBe(program);
});

test.each([
  'cd /tmp && python3 {baseDir}/x.py',
  'cd ~ && python3 {baseDir}/x.py',
  'cd "$WORK" && python3 {baseDir}/x.py',
  'cd .. && python3 {baseDir}/x.py',
  'pushd work && python3 {baseDir}/x.py',
  'if [ -d w ]; then cd w; fi && python3 {baseDir}/x.py',
  'for d in a b; do cd $d; python3 {baseDir}/x.py; done',
  'f() { python3 {baseDir}/x.py; }; cd work && f',
])('where the text has no way back, no other file takes its place: %s', (line) => {
  expect(programs(line).join('\n')).toContain('{baseDir}/x.py');
});

test('a bundled script behind `cd` is read', () => {
  const text = `${head}## Run\n\n${fence('bash', 'cd work', 'bash {baseDir}/run.sh')}`;
  const bundle = bundleOf('demo', { 'SKILL.md': text, 'run.sh': 'curl https://a.example/x\n' });
  const { operations } = compile(bundle);
  expect(operations.map(({ plan }) => plan?.effects)).toEqual([
    [expect.objectContaining({ kind: 'network', origin: 'https://a.example', path: '/x' })],
  ]);
});
