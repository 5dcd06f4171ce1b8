import { describe, expect, it } from 'vitest';
import { jq } from '../../../src/map/primitives/jq/jq.ts';
import { command, contextWith, show } from '../command-words.ts';

const map = (words: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  show(jq(command(['jq', ...words]), contextWith(files)));

describe('jq', () => {
  it.each([
    [
      ['-r', '.id'],
      ['json.query', { filter: '.id', raw_output: true }],
    ],
    [[], ['json.query', { filter: '.' }]],
    [
      ['-rc', '.[]', 'a.json'],
      ['json.query', { filter: '.[]', raw_output: true, compact_output: true, files: ['a.json'] }, 'read a.json'],
    ],
    [
      ['.', '-s'],
      ['json.query', { filter: '.', slurp: true }],
    ],
    [
      ['--indent', '3', '.'],
      ['json.query', { filter: '.', indent: 3 }],
    ],
    [
      ['-n', '--arg', 'a', '${X}', '--argjson', 'b', '[1]', '{a:$a,b:$b}'],
      ['json.query', { filter: '{a:$a,b:$b}', null_input: true, args: { a: '${X}' }, argjson: { b: '[1]' } }],
    ],
    [
      ['--arg', 'a', '1', '--arg', 'a', '2', '$a'],
      ['json.query', { filter: '$a', args: { a: '1' } }],
    ],
    [
      ['-n', '$ARGS', '--args', 'x', 'y'],
      ['json.query', { filter: '$ARGS', null_input: true, positional: ['x', 'y'] }],
    ],
    [
      ['-n', '.', '--jsonargs', '1', '{}'],
      ['json.query', { filter: '.', null_input: true, positional_json: ['1', '{}'] }],
    ],
    [
      ['--rawfile', 'f', 'x.txt', '$f'],
      ['json.query', { filter: '$f', rawfile: { f: 'x.txt' } }, 'read x.txt'],
    ],
    [
      ['--slurpfile', 'f', 'x.json', '$f'],
      ['json.query', { filter: '$f', slurpfile: { f: 'x.json' } }, 'read x.json'],
    ],
    [['-5'], ['json.query', { filter: '-5' }]],
    [['--version'], ['text.transform', { command: 'jq', args: ['--version'] }]],
    [['.[] | select(.id == "${ID}")'], ['json.query', { filter: '.[] | select(.id == "${ID}")' }]],
    [['{env: .env, "$ENV": 1} | .env.x, {env}'], ['json.query', { filter: '{env: .env, "$ENV": 1} | .env.x, {env}' }]],
    [['"env $ENV import" # env'], ['json.query', { filter: '"env $ENV import" # env' }]],
  ])('%j', (words, expected) => {
    expect(map(words)).toEqual(expected);
  });

  it.each([
    [['env.PATH'], 'refused map/environment-read'],
    [['$ENV.PATH'], 'refused map/environment-read'],
    [['$ ENV'], 'refused map/environment-read'],
    [['"\\(env.PATH)"'], 'refused map/environment-read'],
    [['@sh "\\("\\($ENV)")"'], 'refused map/environment-read'],
    [['{$ENV}'], 'refused map/environment-read'],
    [['{a: env}'], 'refused map/environment-read'],
    [['. as {(env.X): $x} | 1'], 'refused map/environment-read'],
    [['import "a" as b; .'], 'refused map/module-load'],
    [['include "a"; .'], 'refused map/module-load'],
    [['"a" | modulemeta'], 'refused map/module-load'],
    [['-L', 'lib', '.'], 'refused map/module-load'],
    [['-Llib', '.'], 'refused map/module-load'],
    [['--library-path', 'lib', '.'], 'refused map/module-load'],
    [['-f', 'outside.jq'], 'refused map/program-file'],
    [['--from-file', '../x.jq'], 'refused map/program-file'],
    [['.a == ${X}'], 'unknown map/code-open'],
    [['${FILTER}'], 'unknown map/code-open'],
    [['.a # ${X}'], 'unknown map/code-open'],
    [['"\\(${X})"'], 'unknown map/code-open'],
    [['"\\${X}"'], 'unknown map/code-syntax'],
    [['.a |'], 'unknown map/code-syntax'],
    [['--unknown', '.'], 'unknown map/unknown-option'],
    [['-rr', '.'], 'unknown map/unknown-option'],
    [['-z', '.'], 'unknown map/unknown-option'],
    [['-${X}', '.'], 'unknown map/unknown-option'],
    [['--indent', '9', '.'], 'unknown map/bad-arguments'],
    [['--arg', 'a'], 'unknown map/bad-arguments'],
    [['--argjson', 'a', '{', '.'], 'unknown map/bad-arguments'],
  ])('%j is %s', (words, expected) => {
    expect(map(words)).toBe(expected);
  });

  it('takes a bundled filter from the snapshot, and judges it', () => {
    const files = { 'filters/a.jq': '.a', 'filters/b.jq': 'env' };
    expect(map(['-rf', './filters/a.jq', 'in.json'], files)).toEqual([
      'json.query',
      { filter: '.a', filter_file: 'filters/a.jq', raw_output: true, files: ['in.json'] },
      'read in.json',
    ]);
    expect(map(['-f', 'filters/b.jq'], files)).toBe('refused map/environment-read');
  });

  it('runs in a plain environment only', () => {
    const env = (name: string) => show(jq(command(['jq', '.'], { env: new Map([[name, []]]) }), contextWith()));
    expect(env('LC_ALL')).toEqual(['json.query', { filter: '.' }]);
    expect(env('JQ_LIBRARY_PATH')).toBe('unknown map/env-unsafe');
  });
});
