import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judge } from './differential.ts';
import { runReal } from './real-program.ts';
import { readLine } from './words.ts';

const file = readFileSync(new URL('httpie-lines.txt', import.meta.url), 'utf8');
const lines = file.split('\n').filter((line) => /^(?:\| )?https? /.test(line));
const isPiped = (index: number) => lines[index]?.startsWith('| ') === true;

/** What the real one sends depends on the machine, or is not said by a request of ours. */
const notClaimed: readonly (readonly [string, string])[] = [
  ['http POST example.com Content-Length:0', 'refused'],
  ['http "example.com/a b"', 'refused'],
  ['http example.com/?q=ä', 'unknown'],
  ['http example.com/%7Ea', 'unknown'],
  ['http example.com User-Agent:', 'unknown'],
  ['http --form example.com file@a.md', 'unknown'],
  ['http --form example.com file@plain', 'unknown'],
  ['http --multipart example.com a=b Content-Type:multipart/mixed', 'unknown'],
  ['http --boundary=xyz --multipart example.com a=b', 'unknown'],
  [`http --raw '' POST example.com`, 'unknown'],
  ['http example.com a=@a.txt', 'unknown'],
  ['http example.com a:=@a.json', 'unknown'],
  ['http -h example.com', 'unknown'],
  ['http --compress example.com a=b', 'unknown'],
  ['http --chunked example.com a=b', 'unknown'],
  ['http -x example.com a=b', 'unknown'],
  ['http --path-as-is example.com/a/../b', 'unknown'],
  ['http -v example.com', 'unknown'],
  ['http -d example.com/file.txt', 'unknown'],
  ['http example.com a:=1.50', 'unknown'],
];

describe('the real HTTPie', () => {
  it('sends what we map, for every line of httpie-lines.txt', { timeout: 120_000 }, async () => {
    expect(lines.length).toBeGreaterThanOrEqual(90);
    const verdicts = await judge(
      lines.map((line) => readLine(line.replace(/^\| /, ''))),
      isPiped,
    );
    expect(
      verdicts.flatMap((verdict, index) => (verdict.kind === 'equal' ? [] : [{ line: lines[index], verdict }])),
    ).toEqual([]);
    expect(verdicts).toHaveLength(lines.length);
  });

  it('is not guessed at where we cannot say what it sends', async () => {
    const verdicts = await judge(
      notClaimed.map(([line]) => readLine(line)),
      () => false,
    );
    expect(verdicts.map(({ kind }, index) => [notClaimed[index]?.[0], kind])).toEqual(notClaimed);
  });

  it('is what the sandbox starts', { timeout: 60_000 }, async () => {
    const words = ['https', 'PUT', 'example.com/x', 'a=b'];
    const [plain, broken] = await runReal([
      { words, files: [] },
      { words: ['http', '--no-such-option', 'example.com'], files: [] },
    ]);
    expect(plain).toMatchObject({ code: 0, requests: [{ method: 'PUT', target: '/x', body: '{"a": "b"}' }] });
    expect([broken?.code === 0, broken?.requests]).toEqual([false, []]);
  });
});
