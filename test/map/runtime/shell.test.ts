import { describe, expect, test } from 'vitest';
import { literalText } from '../../../src/ir/text.ts';
import { digest, mapWords, output, run, summary } from './run.ts';

const files = {
  'run.sh': '#!/bin/bash -e\necho hi\n',
  'scripts/x.py': '#!/usr/bin/env python3\nprint(1)\n',
  'scripts/uv.py': '#!/usr/bin/env -S uv run --script\nprint(1)\n',
  plain: 'echo hi\n',
  tool: '\0ELF',
  loop: '#!/usr/bin/env -S uv run\n',
  odd: '#!/opt/odd/bin/odd\n',
  self: '#!/usr/bin/env ./self\n',
};
const shell = (path: keyof typeof files, more: object = {}) => [
  { 'shell.run': { script: path, digest: digest(files[path]), ...more }, effects: [], script: files[path] },
];

describe('shells', () => {
  test.each([
    ['bash run.sh', shell('run.sh')],
    ['bash -eux run.sh a <b>', shell('run.sh', { args: ['a', '${b}'] })],
    ['sh -o pipefail ./run.sh', undefined],
    ["bash -c 'echo $1' name", [{ 'shell.run': { program: 'echo $1', name: 'name' }, effects: [], script: 'echo $1' }]],
    ["bash -lc 'echo hi'", [{ 'shell.run': { program: 'echo hi' }, effects: [], script: 'echo hi' }]],
    ["eval 'echo hi' there", [{ 'shell.run': { program: 'echo hi there' }, effects: [], script: 'echo hi there' }]],
    ['source run.sh', shell('run.sh')],
    ['. ./run.sh', shell('run.sh')],
    [
      'bash gone.sh',
      [{ 'shell.run': { script: 'gone.sh' }, effects: ['process gone.sh', 'read gone.sh'] }, 'map/script-missing'],
    ],
    ['bash ../x.sh', 'refused parse/path-outside'],
    ['bash <file>', 'unknown map/script-open'],
    ["bash -c 'echo '<name>", 'unknown map/code-open'],
    ['bash -n run.sh', 'unknown map/unknown-option'],
    ['bash --rcfile x run.sh', 'unknown map/unknown-option'],
    ['bash -o history run.sh', 'unknown map/unknown-option'],
    ['bash', 'unknown map/interactive'],
    ['zsh run.sh', 'unknown map/interpreter-other'],
  ])('%s', (line, expected) => {
    expect(run(line, { files })).toEqual(expected ?? shell('run.sh'));
  });

  test.each(['bash', 'sh -s', 'bash -', 'bash -s -- a', 'sh /dev/stdin', 'zsh'])(
    'a program from a pipe: %s',
    (line) => {
      expect(run(line, { stdin: { kind: 'pipe' } })).toBe('refused map/remote-code');
    },
  );
  test('a heredoc is the program', () => {
    const stdin = { kind: 'text', text: literalText('echo hi') } as const;
    expect(run('bash', { stdin })).toEqual([{ 'shell.run': { program: 'echo hi' }, effects: [], script: 'echo hi' }]);
  });
  test.each([
    [[literalText('bash'), literalText('-c'), [output()]]],
    [[literalText('bash'), literalText('-c'), [...literalText('set -e; '), output()]]],
    [[literalText('eval'), [output()]]],
    [[literalText('bash'), [output('<(curl …)')]]],
    [[literalText('source'), [output('<(curl …)')]]],
  ])('output of another program is never a program', (words) => {
    expect(summary(mapWords(words))).toBe('refused map/remote-code');
  });
  test('a variable that steers the shell', () => {
    expect(run('bash run.sh', { files, env: { BASH_ENV: 'x' } })).toBe('unknown map/env-unsafe');
    expect(run('bash', { env: { BASH_ENV: 'x' }, stdin: { kind: 'pipe' } })).toBe('refused map/remote-code');
  });
});

describe('a file as a command', () => {
  const python = (path: 'scripts/x.py' | 'scripts/uv.py', more: readonly string[] = []) => [
    {
      'sandbox.python': { script: path, digest: digest(files[path]), args: ['a'] },
      effects: ['process python3', ...more],
    },
  ];
  test.each([
    ['./run.sh', shell('run.sh')],
    ['scripts/x.py a', python('scripts/x.py')],
    ['./scripts/uv.py a', python('scripts/uv.py', ['process uv'])],
    ['./plain', shell('plain')],
    [
      './tool a',
      [
        {
          'sandbox.tool': { program: 'tool', script: 'tool', digest: digest(files.tool), args: ['a'] },
          effects: ['process tool'],
        },
        'map/interpreter-other',
      ],
    ],
    [
      './gone.py a',
      [
        { 'sandbox.python': { script: 'gone.py', args: ['a'] }, effects: ['process python3', 'read gone.py'] },
        'map/script-missing',
      ],
    ],
    ['./gone', 'unknown map/script-missing'],
    ['../gone.sh', 'refused parse/path-outside'],
    ['./loop', 'unknown map/interpreter-other'],
    ['./odd', 'unknown map/interpreter-other'],
    ['./self', 'unknown map/interpreter-other'],
    [
      '/usr/bin/git status',
      [{ 'sandbox.tool': { program: 'git', args: ['status'] }, effects: ['process git', 'read .'] }],
    ],
    ['evil/git status', 'unknown map/script-missing'],
  ])('%s', (line, expected) => {
    expect(run(line, { files })).toEqual(expected);
  });
});
