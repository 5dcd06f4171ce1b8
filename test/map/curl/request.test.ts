import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalText, type Text } from '../../../src/ir/text.ts';
import { mapLine, outcome, readable, requestOf, requestsOf } from './map-line.ts';

const span = { source: 'line', start: 0, end: 0 };

describe('a request', () => {
  it('is what the command says, whole', () => {
    const line = `curl -sSL -X PATCH "https://API.Example.com/v1/users/$USER_ID?x=1#f" -H "Authorization: Bearer $TOKEN"
      -H "Content-Type: application/json" -d '{"a":1}' --max-time 2.5 --connect-timeout 1 --retry 3 -f -i --compressed -w '%{http_code}'`;
    expect(readable(requestOf(line))).toEqual({
      method: 'PATCH',
      url: 'https://api.example.com/v1/users/${USER_ID}?x=1',
      headers: [
        { name: 'Authorization', value: 'Bearer ${TOKEN}' },
        { name: 'Content-Type', value: 'application/json' },
      ],
      impliedHeaders: [
        { name: 'User-Agent', value: 'curl/7.88.1' },
        { name: 'Accept', value: '*/*' },
        { name: 'Accept-Encoding', value: 'deflate, gzip, br, zstd' },
      ],
      body: { kind: 'bytes', parts: [{ kind: 'text', text: '{"a":1}' }] },
      redirects: { kind: 'follow', max: 50 },
      failOnStatus: true,
      includeHeaders: true,
      decompress: true,
      timeoutMs: 2500,
      connectTimeoutMs: 1000,
      retries: 3,
      output: { kind: 'stdout' },
      writeOut: '%{http_code}',
      writes: [],
    });
  });

  it('keeps holes where they stand', () => {
    const hole = (name: string): Text => [{ kind: 'variable', name, span }];
    expect(requestOf('curl $URL').url).toEqual(hole('URL'));
    expect(requestOf('curl -X $M https://a.test/').method).toEqual(hole('M'));
    expect(requestOf('curl -H "$H" https://a.test/').headers).toEqual([{ name: hole('H'), value: [] }]);
    expect(requestOf('curl -u "$LOGIN" https://a.test/').basicAuth).toEqual({ user: hole('LOGIN'), password: [] });
    expect(requestOf('curl -u "$A:$B" https://a.test/').basicAuth).toEqual({ user: hole('A'), password: hole('B') });
    expect(requestOf('curl https://$A:$B@a.test/').basicAuth).toEqual({ user: hole('A'), password: hole('B') });
    expect(requestOf('curl --data-urlencode "q=$Q" https://a.test/').body).toEqual({
      kind: 'bytes',
      parts: [
        { kind: 'text', text: literalText('q=') },
        { kind: 'urlencoded', text: hole('Q') },
      ],
    });
    expect(readable(requestOf('curl -G --data-urlencode "q=a b$Q" https://a.test/').url)).toBe(
      'https://a.test/?q=a+b${Q}',
    );
  });

  it('keeps `{word}` and expands what curl expands', () => {
    const urls = (line: string) => requestsOf(line).map(({ url }) => readable(url));
    expect(urls('curl "https://a.test/{id}/{x,y}"')).toEqual(['https://a.test/{id}/x', 'https://a.test/{id}/y']);
    expect(urls('curl "https://{Host}.test/{{User Id}}/<My Id>"')).toEqual(['https://{Host}.test/{{User Id}}/<My Id>']);
    expect(urls('curl https://YOUR_DOMAIN/Path https://Plain.test/')).toEqual([
      'https://YOUR_DOMAIN/Path',
      'https://plain.test/',
    ]);
    expect(urls('curl "https://a.test/[001-003:2]"')).toEqual(['https://a.test/001', 'https://a.test/003']);
    const outputs = requestsOf('curl "https://a.test/{x,y}/[1-2]" -o "#1-#2-#3"').map(({ output }) => readable(output));
    expect(outputs).toEqual(['x-1-#3', 'x-2-#3', 'y-1-#3', 'y-2-#3'].map((path) => ({ kind: 'file', path })));
  });

  it('takes standard input from where the text shows it', () => {
    const line = 'curl -d @- https://a.test/';
    const parts = (stdin: Parameters<typeof requestOf>[1]) => readable(requestOf(line, stdin).body);
    expect(parts({ stdin: { kind: 'pipe' } })).toEqual({ kind: 'bytes', parts: [{ kind: 'stdin', mode: 'strip' }] });
    expect(parts({ stdin: { kind: 'text', text: literalText('{\n"a":1}\n') } })).toEqual({
      kind: 'bytes',
      parts: [{ kind: 'text', text: '{"a":1}' }],
    });
    expect(parts({ stdin: { kind: 'file', path: literalText('in.json') } })).toEqual({
      kind: 'bytes',
      parts: [{ kind: 'file', path: 'in.json', mode: 'strip' }],
    });
    expect(outcome('curl -d @- -d @- https://a.test/')).toBe('unknown map/curl-unmapped');
    expect(outcome('curl -d @- https://a.test/ https://b.test/')).toBe('unknown map/curl-unmapped');
  });

  it('goes where the output options say', () => {
    const output = (line: string) => readable(requestOf(line).output);
    expect(output('curl -o - https://a.test/')).toEqual({ kind: 'stdout' });
    expect(output('curl -o /dev/null https://a.test/')).toEqual({ kind: 'none' });
    expect(output('curl --out-null https://a.test/')).toEqual({ kind: 'none' });
    expect(output('curl -o "$F" https://a.test/')).toEqual({ kind: 'file', path: '${F}' });
    expect(output('curl -O https://a.test/x/$NAME.tgz?y=1')).toEqual({ kind: 'file', path: '${NAME}.tgz' });
    expect(output('curl --remote-name-all -o x https://a.test/y')).toEqual({ kind: 'file', path: 'x' });
    expect(requestOf('curl -D - https://a.test/').includeHeaders).toBe(true);
  });

  it('suggests the option that was meant', () => {
    const help = (line: string) => {
      const mapped = mapLine(line);
      return mapped.kind === 'mapped' ? undefined : mapped.reason.help;
    };
    expect(help('curl --heders x https://a.test/')).toBe('did you mean `--header`?');
    expect(help('curl --data=x https://a.test/')).toBe('curl takes the value as the next word: `--data x`');
  });

  it('is a value for any words', () => {
    const word = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '-d',
        '-F',
        '-H',
        '-u',
        '-G',
        '-T',
        '-o',
        '-b',
        '--json',
        '--next',
        '--',
        '-',
        '-sSL',
        '-XPOST',
        '@-',
        'a=@b;type=',
        'http://{a,b}[1-9]/',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const texts = ['curl', ...words].map(literalText);
        const command = {
          words: texts,
          spans: texts.map(() => span),
          env: new Map(),
          stdin: { kind: 'none' },
          span,
        } as const;
        const first = mapLine('', command);
        expect(mapLine('', command)).toEqual(first);
      }),
      { numRuns: 2000 },
    );
  });
});
