import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWhole } from '../../src/shell/parse.ts';
import { quickLine } from '../../src/shell/quick-line.ts';

const lines = readFileSync(new URL('../differential/curl-lines.txt', import.meta.url), 'utf8').split('\n');

/** Pieces that shells read in their own ways, so that chance puts them next to each other. */
const piece = fc.constantFrom(
  ...'curl jq -H -d https://x.example/a?b=c * ? [1-9] {id} {a,b} ~ ! # & ; ( ) < > >> | || |& && = a=b A+=b $ $A $1 $? $$ $@ ${A} ${A:-b} ${#A} ${1} $(a) `a` $((1)) \' " \\ \\\n \n \t \r \0 é \u00a0 : . , % + - _ @ ^ if then export time ! [ [[ { }'.split(
    ' ',
  ),
  ' ',
  ' ',
  ' ',
  "'a b'",
  '"a b"',
  '"a $A b"',
  '"\\"x\\" \\q \\$A"',
  '""',
  "''",
  "$'a'",
  '$"a"',
);
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

function agrees(line: string, locate?: (offset: number) => number): boolean {
  const origin = { text: line, source: 'line', locate };
  const quick = quickLine(origin);
  if (quick === undefined) return false;
  const whole = parseWhole(origin, { source: 'line', start: 0, end: line.length });
  expect({ line, statements: [quick], diagnostics: [] }).toEqual({
    line,
    statements: whole.program.statements,
    diagnostics: whole.diagnostics,
  });
  return true;
}

describe('a line read without the grammar', () => {
  it('has the tree that the parser gives, for real command lines', () => {
    const read = lines.filter((line) => agrees(line));
    expect(read.length).toBeGreaterThan(lines.length / 2);
  });

  it('has the tree that the parser gives, for any line', () => {
    let read = 0;
    fc.assert(
      fc.property(text, (line) => {
        if (agrees(`curl ${line}`)) read++;
      }),
      { numRuns: 50_000 },
    );
    expect(read).toBeGreaterThan(200);
  });

  it('has the same places where the text is indented', () => {
    const line = 'curl -s "https://x.example/$A" | jq .';
    expect(agrees(line, (offset) => offset * 2 + 7)).toBe(true);
  });
});
