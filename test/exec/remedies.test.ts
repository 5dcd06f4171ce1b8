import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codesWithRemedy, remedyOf } from '../../src/exec/remedies.ts';

const folder = new URL('../../src/exec', import.meta.url).pathname;

/** Of these families a code is a type of content, never an ending. */
const isContentType = (code: string) => /^(?:application|multipart)\/|^text\/plain$/.test(code);

/** `request/` and what is wrong with it, as `src/http` names that. */
const composed = ['request/file', 'request/hole', 'request/url'];

function codesMade(): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== 'remedies.ts',
  );
  const found = files.flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/'([a-z]+\/[a-z]+(?:-[a-z]+)*)'/g),
  ]);
  return [...new Set([...composed, ...found.map(([, code = '']) => code)])]
    .filter((code) => !isContentType(code))
    .sort();
}

test('every code that a call can end with has a remedy, and no other has', () => {
  expect(codesMade()).toEqual([...codesWithRemedy].sort());
});

test('the commands that remedies name are there', () => {
  const cli = new URL('../../src/cli', import.meta.url).pathname;
  const text = readdirSync(cli, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(cli, name), 'utf8'))
    .join('\n');
  const commands = new Set([...text.matchAll(/new Command\('([a-z]+)'\)/g)].map(([, name]) => name));
  const named = codesWithRemedy.flatMap((code) =>
    [...(remedyOf(code) ?? '').matchAll(/`skillc ([a-z]+)/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !commands.has(name))).toEqual([]);
  expect(remedyOf('no/code')).toBeUndefined();
});
