import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptsFolder } from '../../scripts/corpus/own-scripts.ts';
import { processorMs } from '../processor-time.ts';
import { javascript, lines, python } from './analysed.ts';

const languages = { python, javascript } as const;
const endings = { python: /\.py$/, javascript: /\.(?:m?js|ts)$/ } as const;

function sources(language: keyof typeof languages): readonly string[] {
  return readdirSync(`${scriptsFolder}${language}`)
    .filter((name) => endings[language].test(name))
    .map((name) => readFileSync(`${scriptsFolder}${language}/${name}`, 'utf8'));
}

describe.each(['python', 'javascript'] as const)('%s', (language) => {
  const analyse = languages[language];
  const texts = sources(language);
  const words = [...new Set(texts.flatMap((text) => text.split(/\b/)))];
  const statements = [...new Set(texts.flatMap((text) => text.split('\n')))];
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(fc.constantFrom(...words), { maxLength: 200 }).map((some) => some.join('')),
    fc.array(fc.constantFrom(...statements), { maxLength: 60 }).map((some) => some.join('\n')),
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(60))
      .map(([text, at, cut]) => text.slice(0, at % text.length) + text.slice((at % text.length) + cut)),
  );

  test('any text gives an answer, and the same one again', () => {
    fc.assert(
      fc.property(any, (text) => {
        expect(lines(analyse(text))).toEqual(lines(analyse(text)));
      }),
      { numRuns: 400 },
    );
  });
});

const many = (times: number, make: (index: number) => string) =>
  Array.from({ length: times }, (_, at) => make(at)).join('');

/** Sources that grow where an analysis grows faster: none may take long, and none may be cut without a word. */
describe('a source that is made to cost much', () => {
  const deep = 'source: the script is not read: it is nested too deeply';
  const long = 'source: the script does more than is followed';
  test.each([
    ['brackets', python, '('.repeat(100_000) + ')'.repeat(100_000), [deep]],
    ['f-strings', python, `x=${many(3_000, () => 'f"{')}1${many(3_000, () => '}"')}`, [deep]],
    ['blocks', python, many(300, (at) => `${' '.repeat(at)}if x:\n`) + ' '.repeat(300).concat('pass\n'), [deep]],
    ['signs', javascript, `x=${'!'.repeat(100_000)}1`, [deep]],
    ['sums', javascript, `x=${many(20_000, () => '"a"+')}"b"`, [deep]],
    ['arrows', javascript, `x=${many(20_000, () => 'a=>')}1`, [deep]],
    ['else', javascript, `${many(10_000, (at) => `if(a${at}){}else `)}{}`, [deep]],
    [
      'calls',
      python,
      `${many(40, (at) => `def f${at}(x):\n  f${at + 1}(x+"a")\n  f${at + 1}(x+"b")\n`)}def f40(x): pass\nf0("")\n`,
      [long],
    ],
    ['loops', python, `${many(60, (at) => `${' '.repeat(at)}for a${at} in b:\n`)}${' '.repeat(60)}pass\n`, [long]],
    [
      'ways',
      python,
      `${many(4_000, (at) => `v${at} = "${at}"\n`)}${many(4_000, (at) => `if x:\n  w${at} = 1\n`)}`,
      [long],
    ],
    [
      'callbacks',
      javascript,
      `${many(200, (at) => `const f${at}=(g)=>{${at === 0 ? 'g()' : `f${at - 1}(()=>g());f${at - 1}(g)`}};`)}f199(()=>1)`,
      [long],
    ],
    ['doubling', python, `a="x"\n${many(400, () => 'a = a + a\n')}open(a)\n`, ['read {open}']],
    [
      'members',
      javascript,
      `let h={};${many(3_000, (at) => `h={...h,k${at}:"v"};`)}fetch("https://a.example",{body:h})`,
      ['GET https://a.example'],
    ],
    ['size', python, `x = "${'a'.repeat(300_000)}"`, ['source: the script is not read: it is too long']],
  ] as const)('%s', (_, analyse, text, expected) => {
    const start = processorMs();
    expect(lines(analyse(text)).map((line) => line.replace(/^read x+/, 'read '))).toEqual(expected);
    expect(processorMs() - start).toBeLessThan(10_000);
  });
});
