import { expect, test } from 'vitest';
import { parseDependencies, scriptMetadata } from '../../src/analyse/index.ts';

const source = (text: string) =>
  ({ language: 'python', text, span: { source: '', start: 0, end: 0 }, words: [], env: new Map() }) as const;

test('the metadata block of a script', () => {
  const text =
    '#!/usr/bin/env python3.10\n# /// script\n# requires-python = ">=3.12"\n# dependencies = ["httpx[http2]>=0.27", "rich"]\n# ///\n';
  const { runtime, dependencies } = scriptMetadata(source(text));
  expect({
    runtime,
    dependencies: dependencies.map(({ name, version, start, end }) => [name, version, text.slice(start, end)]),
  }).toEqual({
    runtime: 'python:3.12',
    dependencies: [
      ['httpx[http2]', '>=0.27', 'httpx[http2]>=0.27'],
      ['rich', '', 'rich'],
    ],
  });
});

test('a first line, and nothing at all', () => {
  expect(scriptMetadata(source('#!/usr/bin/env python3.11\nprint(1)\n'))).toEqual({
    runtime: 'python:3.11',
    dependencies: [],
  });
  expect(scriptMetadata(source('#!/usr/bin/env python3\n# /// script\n# not = [toml\n# ///\n'))).toEqual({
    dependencies: [],
  });
});

test('files that list dependencies', () => {
  const plain = (path: string, text: string) =>
    parseDependencies(path, text).map(({ name, version }) => `${name} ${version}`);
  expect(
    plain(
      'a/requirements.txt',
      '# tools\nrequests>=2.31 # http\n-r other.txt\nhttps://x.example/a.whl\nPyYAML == 6.0 ; python_version > "3"\n',
    ),
  ).toEqual(['requests >=2.31', 'PyYAML == 6.0']);
  expect(plain('pyproject.toml', '[project]\ndependencies = ["a~=1.0", "b"]\n')).toEqual(['a ~=1.0', 'b ']);
  expect(plain('package.json', '{"dependencies": {"axios": "^1.6.0"}, "devDependencies": {"x": "1"}}')).toEqual([
    'axios ^1.6.0',
  ]);
  expect(plain('package.json', 'nonsense')).toEqual([]);
});
