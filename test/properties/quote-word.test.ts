import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalOf } from '../../src/ir/text.ts';
import { walkProgram } from '../../src/map/resolve/sites.ts';
import { resolveWord } from '../../src/map/resolve/words.ts';
import { parseShell } from '../../src/shell/parse.ts';
import { quoteWord } from '../../src/shell/quote-word.ts';

/** The words of the only command, as the shell would hand them to a program. */
function wordsOf(text: string): readonly (string | undefined)[] {
  const { program, diagnostics } = parseShell(text, 'line');
  expect(diagnostics).toEqual([]);
  const [site, second] = walkProgram(program.statements, []).sites;
  expect(second).toBeUndefined();
  return site?.command.words.flatMap((word) => resolveWord(word, site.scope)).map(literalOf) ?? [];
}

/** Masks of our own and NUL cannot stand in a command. */
const word = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'\'"\\$`!*?[]{}()<>|&;#~=%^ \t\nabc012-_./:@,+') }),
  )
  .filter((value) => !/[\0\uE000-\uE002]/.test(value));

test('a quoted word is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      expect(wordsOf(['printf', ...words.map(quoteWord)].join(' '))).toEqual(['printf', ...words]);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['plain', 'plain'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's", `'it'\\''s'`],
  ['$HOME', "'$HOME'"],
  ['A=1', "'A=1'"],
  ['--x=1', '--x=1'],
  ['<id>', "'<id>'"],
  ['~', "'~'"],
])('%s becomes %s', (value, quoted) => {
  expect(quoteWord(value)).toBe(quoted);
});
