import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanSed } from '../../../src/map/primitives/text-tools/sed-script.ts';

/** GNU sed names every script that reads, writes or runs something when it is told to allow none of it. */
function sandboxed(script: string): 'touches' | 'fine' | 'error' {
  const done = spawnSync('sed', ['--sandbox', '-n', '--', script], {
    input: '',
    encoding: 'utf8',
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  });
  if (done.status === null) throw new Error('GNU sed does not run: apt-get install -y sed', { cause: done.error });
  if (done.stderr.includes('sandbox')) return 'touches';
  return done.status === 0 || done.status === 2 ? 'fine' : 'error';
}

function ours(script: string): 'touches' | 'fine' | 'error' {
  const scanned = scanSed(script);
  if (scanned.kind === 'error') return 'error';
  return scanned.uses.length > 0 ? 'touches' : 'fine';
}

const fragment = fc.constantFrom(
  ...[
    'p',
    'd',
    's',
    'y',
    '/',
    ',',
    '|',
    'a',
    'i',
    'c',
    'e',
    'w',
    'r',
    'R',
    'W',
    'b',
    't',
    ':',
    '{',
    '}',
    ';',
    '\n',
    ' ',
    '\\',
    '\\\n',
    '1',
    '$',
    '!',
  ],
  ...[
    's/a/b/',
    's,x,y,g',
    '/re/',
    '\\,re,',
    's/[/]/b/',
    'x',
    '=',
    'q',
    'l 3',
    '#',
    '[',
    ']',
    'I',
    'M',
    'g',
    '~',
    '+2',
    'n',
    'a text',
    'end',
    'v',
    'F',
    'z',
  ],
);

describe('scanSed, against the real sed', () => {
  it('never misses a script that touches something', () => {
    fc.assert(
      fc.property(fc.array(fragment, { minLength: 1, maxLength: 7 }), (parts) => {
        const script = parts.join('');
        const real = sandboxed(script);
        if (real === 'touches') expect({ script, ours: ours(script) }).not.toEqual({ script, ours: 'fine' });
      }),
      { numRuns: 400, seed: 7 },
    );
  });

  it.each([
    ['s/a/b/w f', 'touches'],
    ['s/a/b/e', 'touches'],
    ['1,3{/x/!{r f\n}}', 'touches'],
    ['s/[^\\/]*[]x]$//', 'fine'],
    ['s/[^]]b/x/;/[[]a[]]/d', 'fine'],
    ['s/\\/e/x/', 'fine'],
    ['s/a/b/;s|c|d|gI2', 'fine'],
    ['a\\\ne id', 'fine'],
    ['$!{N;D}', 'fine'],
    ['0~3p;2,~4d;/x/,+2p', 'fine'],
    ['y/a\\/b/c\\/d/', 'fine'],
    ['# e id\np', 'fine'],
    ['b x;:x', 'fine'],
    ['p}', 'error'],
    ['{p', 'error'],
    ['s/a/b', 'error'],
  ])('%j is %s for both', (script, expected) => {
    expect({ ours: ours(script), sed: sandboxed(script) }).toEqual({ ours: expected, sed: expected });
  });

  it('does not read a delimiter inside brackets, where versions disagree', () => {
    expect(ours('s/[/]/b/')).toBe('error');
    expect(ours('/[/]e id/p')).toBe('error');
    expect(ours('s|[/]|b|')).toBe('fine');
  });
});
