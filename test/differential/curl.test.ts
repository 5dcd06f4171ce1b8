import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { literalOf, showText } from '../../src/ir/text.ts';
import { curl } from '../../src/map/primitives/curl/index.ts';
import { differences, differencesSent } from './compare.ts';
import { judge } from './differential.ts';
import { runReal } from './real-program.ts';
import { commandOf, readLine } from './words.ts';

const file = readFileSync(new URL('curl-lines.txt', import.meta.url), 'utf8');
const lines = file
  .split(/\n(?=curl |#)/)
  .map((line) => line.trim())
  .filter((line) => line.startsWith('curl'));

const context = { cwd: '.', mapCommand: () => expect.unreachable() };

describe('the real curl', () => {
  it('sends what we map, for every line of curl-lines.txt', { timeout: 60_000 }, async () => {
    expect(lines.length).toBeGreaterThanOrEqual(200);
    const verdicts = await judge(lines.map(readLine));
    expect(
      verdicts.flatMap((verdict, index) => (verdict.kind === 'equal' ? [] : [{ line: lines[index], verdict }])),
    ).toEqual([]);
    expect(verdicts).toHaveLength(lines.length);
  });

  /** Both sides end without a request. */
  const failing: readonly string[] = [
    'curl',
    'curl -s',
    'curl -X POST',
    'curl http://example.com/ -H',
    'curl --dat a=1 http://example.com/',
    'curl --compress http://example.com/',
    'curl --no-data http://example.com/',
    'curl -d a=1 -F b=2 http://example.com/',
    'curl -I -d a=1 http://example.com/',
    'curl -T a.txt -d a=1 http://example.com/',
    'curl -f --fail-with-body http://example.com/',
    'curl "http://example.com/a b"',
    'curl -G http://example.com/ -d "q=a b"',
    'curl "http://example.com/{a"',
    'curl "http://example.com/a}"',
    'curl "http://example.com/[x]"',
    'curl "http://example.com/[9-1]"',
    'curl "http://example.com/{}"',
    'curl "http://example.com/{a,{b}}"',
    'curl http://example.com:99999/',
    'curl http://example.com:x/',
    'curl -O http://example.com/',
    'curl --proto =https http://example.com/',
    'curl --disallow-username-in-url http://user@example.com/',
    'curl -m soon http://example.com/',
    'curl --max-redirs many http://example.com/',
    'curl -F noequals http://example.com/',
    'curl --metalink http://example.com/',
    'curl ""',
  ];

  it('refuses what we refuse as its own usage', { timeout: 60_000 }, async () => {
    const commands = failing.map(readLine);
    const ours = commands.map((words) => curl(commandOf(words), context).kind);
    const theirs = await runReal(
      commands.map((words) => ({ words: words.map((word) => literalOf(word) ?? ''), stdin: '', files: [] })),
    );
    expect(theirs.map(({ requests }) => requests.length)).toEqual(failing.map(() => 0));
    expect(theirs.filter(({ code }) => code === 0)).toEqual([]);
    expect(ours.map((kind, index) => ({ line: failing[index], kind }))).toEqual(
      failing.map((line) => ({ line, kind: 'refused' })),
    );
  });

  it('would be told apart from a request that differs in one place', () => {
    const mapped = curl(commandOf(readLine('curl -H "A: b" -d x=1 http://example.com/p')), context);
    if (mapped.kind !== 'mapped' || mapped.drafts[0]?.kind !== 'http') return expect.unreachable();
    const { request } = mapped.drafts[0];
    const recorded = {
      method: 'POST',
      target: '/p',
      headers: [
        ['Host', 'example.com'],
        ['User-Agent', 'curl/8.0.0'],
        ['Accept', '*/*'],
        ['A', 'b'],
        ['Content-Length', '3'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ] as const,
      body: 'x=1',
    };
    expect(differences(recorded, request)).toEqual([]);
    expect(differences({ ...recorded, method: 'PUT' }, request)).toEqual(['method: ours "POST", real "PUT"']);
    expect(differences({ ...recorded, target: '/q' }, request)).toEqual(['target: ours "/p", real "/q"']);
    expect(differences({ ...recorded, body: 'x=2' }, request)).toEqual(['body: ours "x=1", real "x=2"']);
    expect(differences({ ...recorded, headers: recorded.headers.slice(0, 5) }, request)).toEqual([
      'content-type: ours "application/x-www-form-urlencoded", real undefined',
    ]);
    expect(differencesSent(recorded, recorded, request)).toEqual([]);
    expect(differencesSent(recorded, { ...recorded, headers: [...recorded.headers, ['B', 'c']] }, request)).toEqual([
      'b: ours "c", real undefined',
    ]);
    expect(differencesSent(recorded, { ...recorded, body: 'x=2' }, request)).toEqual(['body: ours "x=2", real "x=1"']);
  });
});

describe('the reader of our own lines', () => {
  it('keeps quotes, spaces and variables apart', () => {
    expect(readLine(`curl 'a b' "c $D" e\\ f "g\\"h"`).map(showText)).toEqual(['curl', 'a b', 'c ${D}', 'e f', 'g"h']);
  });
});
