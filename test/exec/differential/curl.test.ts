import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ExecutionVerdict, judgeExecution } from '../../differential/execution.ts';
import { readLine } from '../../differential/words.ts';

const file = readFileSync(new URL('../../differential/curl-lines.txt', import.meta.url), 'utf8');
const lines = file
  .split(/\n(?=curl |#)/)
  .map((line) => line.trim())
  .filter((line) => line.startsWith('curl'));

/** Everything that is not sent exactly as curl sends it, each with its reason; docs/decisions/execution-and-curl.md says why. */
const others: Readonly<Record<string, readonly string[]>> = {
  'refused: network/plain-http-secret': [
    'curl http://user:pass@example.com/',
    'curl http://:pass@example.com/',
    'curl "http://us%40er:p%3Ass@example.com/"',
    'curl -u user:pass http://example.com/',
    'curl -u user:a:b http://example.com/',
    'curl -u "jürgen:paß" http://example.com/',
    'curl -uuser:pass http://example.com/',
    'curl --user user:pass http://other:word@example.com/',
    'curl --basic -u user:pass http://example.com/',
    'curl -u a:b -u c:d http://example.com/',
    'curl -u user:pass -H "Authorization: Bearer x" http://example.com/',
    'curl --oauth2-bearer mF9B5f41JqM7 http://example.com/',
    'curl --oauth2-bearer mF9B5f41JqM7 -H "Authorization: mine" http://example.com/',
    'curl --oauth2-bearer mF9B5f41JqM7 -u user:pass http://example.com/',
    'curl --get --data a=1 http://user:pw@example.com/x',
  ],
  'refused: map/route-changed': [
    'curl -H "Host: other.example" http://example.com/',
    'curl -H "Host: a.example" -H "Host: b.example" http://example.com/',
  ],
  'refused: secret/not-planned': ['curl -H "$HEADER: x" https://example.com/me'],
  'refused: secret/written-out': ['curl -H "X-Api-Key: mF9B5f41JqM7" -H "X-Note: mF9B5f41JqM7" https://example.com/'],
  encoded: ['curl "http://example.com/{日本}"', 'curl "https://example.com/{日本}/x?q={user_id}"'],
};

function reasonOf(verdict: ExecutionVerdict): string {
  return 'code' in verdict ? `${verdict.kind}: ${verdict.code}` : verdict.kind;
}

describe('a skill and the real curl', () => {
  it('send the same for every line of curl-lines.txt', { timeout: 120_000 }, async () => {
    const verdicts = await judgeExecution(lines.map(readLine));
    const different = verdicts.flatMap((verdict, at) =>
      verdict.kind === 'different' ? [{ line: lines[at], verdict }] : [],
    );
    expect(different).toEqual([]);
    const byReason = Object.groupBy(lines, (_, at) => reasonOf(verdicts[at] ?? expect.unreachable()));
    const { equal = [], ...rest } = byReason;
    expect(equal.length).toBeGreaterThanOrEqual(320);
    expect(rest).toEqual(others);
    // Each of them was put to a person first, and ran on that answer.
    expect(verdicts.filter((verdict) => verdict.kind === 'equal' && !verdict.approved)).toEqual([]);
  });

  /** Where curl itself encodes a value or takes it as it is, any value arrives the same. */
  const withAnyWord: readonly string[] = [
    'curl --data-urlencode "q=$QUERY" https://example.com/search',
    'curl -d a=1 --data-urlencode "q=x $QUERY y" -d c=3 https://example.com/search',
    'curl --data-urlencode "token=$TOKEN" https://example.com/search',
    'curl -F "a=x $TEXT" https://example.com/up',
    'curl --form-string "a=$TEXT" https://example.com/up',
    'curl -F "token=$TOKEN" https://example.com/up',
    'curl -u "user:$PASSWORD" https://example.com/',
    'curl -H "X-Note: $NOTE" https://example.com/',
    'curl -d "$PAYLOAD" https://example.com/',
    'curl --data-raw "$PAYLOAD" https://example.com/',
    'curl -A "$AGENT" https://example.com/',
  ];
  const inQuery: readonly string[] = [
    'curl -G --data-urlencode "q=$QUERY" https://example.com/search',
    'curl --url-query "q=$QUERY" https://example.com/search',
  ];

  it.each([
    ['a b&c=d/é+%41', 'encoded'],
    ['x"y\\z', 'encoded'],
    ["it's (50%)!*", 'encoded'],
    ['plain-word_1.2~3', 'equal'],
  ])('send the same with %j as every value', { timeout: 60_000 }, async (word, query) => {
    const verdicts = await judgeExecution([...withAnyWord, ...inQuery].map(readLine), () => word);
    expect(verdicts.map(({ kind }) => kind)).toEqual([...withAnyWord.map(() => 'equal'), ...inQuery.map(() => query)]);
  });
});
