import { describe, expect, it } from 'vitest';
import type { BodyTemplate, RequestTemplate } from '../../../src/ir/request.ts';
import { showText } from '../../../src/ir/text.ts';
import type { CommandWords } from '../../../src/map/primitive.ts';
import { httpie } from '../../../src/map/primitives/httpie/httpie.ts';
import { command, contextWith, show, span, word } from '../command-words.ts';

const map = (words: readonly string[], more: Partial<CommandWords> = {}, name: 'http' | 'https' = 'http') =>
  httpie(name)(command([name, ...words], more), contextWith());

function request(
  words: readonly string[],
  more: Partial<CommandWords> = {},
  name: 'http' | 'https' = 'http',
): RequestTemplate {
  const result = map(words, more, name);
  const [draft] = result.kind === 'mapped' ? result.drafts : [];
  if (draft?.kind !== 'http') throw new Error(JSON.stringify(result));
  return draft.request;
}

function bodyText(body: BodyTemplate | undefined): string | undefined {
  if (body?.kind !== 'bytes') return undefined;
  return body.parts
    .map((part) => (part.kind === 'text' || part.kind === 'urlencoded' ? showText(part.text) : `<${part.kind}>`))
    .join('');
}

describe('httpie', () => {
  it('is a request with what HTTPie adds by itself', () => {
    expect(
      request(['POST', 'https://a.example/x', 'Authorization:Bearer ${TOKEN}', 'q==a b', 'name=${NAME}', 'n:=1']),
    ).toEqual({
      method: word('POST'),
      url: word('https://a.example/x?q=a+b'),
      headers: [{ name: word('Authorization'), value: word('Bearer ${TOKEN}') }],
      impliedHeaders: [
        { name: word('User-Agent'), value: word('HTTPie/3.2.1') },
        { name: word('Accept-Encoding'), value: word('gzip, deflate') },
        { name: word('Accept'), value: word('application/json, */*;q=0.5') },
        { name: word('Connection'), value: word('keep-alive') },
        { name: word('Content-Type'), value: word('application/json') },
      ],
      body: { kind: 'bytes', parts: [{ kind: 'text', text: word('{"name": "${NAME}", "n": 1}') }] },
      redirects: { kind: 'none' },
      failOnStatus: false,
      includeHeaders: false,
      output: { kind: 'stdout' },
      decompress: true,
      writes: [],
      span,
    });
  });

  it.each([
    [['a.example'], 'GET http://a.example/'],
    [['a.example/x', 'a=b'], 'POST http://a.example/x'],
    [['put', 'a.example/x', 'a=b'], 'PUT http://a.example/x'],
    [[':/x'], 'GET http://localhost/x'],
    [[':3000/x'], 'GET http://localhost:3000/x'],
    [[':'], 'GET http://localhost/'],
    [['://a.example'], 'GET http://a.example/'],
    [['--default-scheme=https', 'a.example'], 'GET https://a.example/'],
    [['${BASE}/x', 'a==${Q}'], 'GET ${BASE}/x?a=${Q}'],
    [['a.example/x?y=1', 'z==2'], 'GET http://a.example/x?y=1&z=2'],
  ])('%j is %s', (words, expected) => {
    const { method, url } = request(words);
    expect(`${showText(method)} ${showText(url)}`).toBe(expected);
  });

  it('`https` means its scheme', () => {
    expect(showText(request(['a.example'], {}, 'https').url)).toBe('https://a.example/');
  });

  it.each([
    [['a=b', 'c:=[1, {"d":null}]', 'e:=true'], '{"a": "b", "c": [1, {"d": null}], "e": true}'],
    [['a[b][c]=1', 'a[b][d]:=2', 'l[]=x', 'l[]=y'], '{"a": {"b": {"c": "1", "d": 2}}, "l": ["x", "y"]}'],
    [['l[1]=x'], '{"l": [null, "x"]}'],
    [['[]=x', '[]=y'], '["x", "y"]'],
    [['a=é"\n'], '{"a": "\\u00e9\\"\\n"}'],
    [['a\\:b=c\\=d'], '{"a:b": "c=d"}'],
    [['a=b', 'a=c'], '{"a": "c"}'],
    [['-f', 'a=b c', 'd=é&'], 'a=b+c&d=%C3%A9%26'],
    [['-f', 'a=${X}y'], 'a=${X}y'],
    [['--raw', '{"x":1}'], '{"x":1}'],
    [['@data.json'], '<file>'],
  ])('%j has the body %s', (items, expected) => {
    const [flags, rest] = [
      items.filter((item) => item.startsWith('-') || item.startsWith('{')),
      items.filter((item) => !item.startsWith('-') && !item.startsWith('{')),
    ];
    expect(bodyText(request([...flags, 'POST', 'a.example', ...rest]).body)).toBe(expected);
  });

  it('sends what is piped in', () => {
    expect(request(['a.example'], { stdin: { kind: 'pipe' } })).toMatchObject({
      method: word('POST'),
      body: { kind: 'bytes', parts: [{ kind: 'stdin', mode: 'keep' }] },
    });
    expect(request(['-I', 'a.example'], { stdin: { kind: 'pipe' } }).body).toBeUndefined();
    expect(show(map(['a.example', 'a=b'], { stdin: { kind: 'pipe' } }))).toBe('unknown map/bad-arguments');
  });

  it('sends files in a form', () => {
    expect(request(['-f', 'a.example', 'a=b', 'f@x.png;type=image/png']).body).toEqual({
      kind: 'multipart',
      fields: [
        { name: word('a'), value: { kind: 'text', text: word('b') }, headers: [] },
        {
          name: word('f'),
          value: { kind: 'file', path: word('x.png'), attach: true },
          contentType: word('image/png'),
          headers: [],
        },
      ],
    });
  });

  it('takes headers of its own away, and logs in', () => {
    const names = (words: readonly string[]) => request(words).impliedHeaders.map(({ name }) => showText(name));
    expect(names(['a.example', 'Connection:', 'Accept:x'])).toEqual(['User-Agent', 'Accept-Encoding']);
    expect(request(['-a', 'u:${P}', 'a.example']).basicAuth).toEqual({ user: word('u'), password: word('${P}') });
    expect(request(['-A', 'bearer', '-a', '${T}', 'a.example']).headers).toEqual([
      { name: word('Authorization'), value: word('Bearer ${T}') },
    ]);
  });

  it.each([
    [['--verify=no', 'a.example'], 'refused map/transport-weakened'],
    [['--verify', 'ca.pem', 'a.example'], 'refused map/transport-weakened'],
    [['--ssl=tls1', 'a.example'], 'refused map/transport-weakened'],
    [['--proxy=http:http://evil.example', 'a.example'], 'refused map/route-changed'],
    [['--session=x', 'a.example'], 'refused map/credential-spread'],
    [['--cert=c', 'a.example'], 'refused map/credential-spread'],
    [['-v', '--verify=no', 'a.example'], 'refused map/transport-weakened'],
    [['-A', 'digest', '-a', 'u:p', 'a.example'], 'refused map/auth-challenge'],
    [['-a', 'u', 'a.example'], 'refused map/auth-challenge'],
    [['a.example', 'X:a\r\nB: c'], 'refused map/header-control'],
    [['a.example', 'Content-Length:3'], 'refused map/header-framing'],
    [['ftp://a.example'], 'refused map/url-scheme'],
    [['-v', 'a.example'], 'unknown map/unknown-option'],
    [['--offline', 'a.example'], 'unknown map/unknown-option'],
    [['-d', 'a.example'], 'unknown map/bad-arguments'],
    [['a.example', 'User-Agent:'], 'unknown map/bad-arguments'],
    [['a.example', '${ITEM}'], 'unknown map/bad-arguments'],
    [['${M}', '${URL}'], 'unknown map/bad-arguments'],
    [['a.example', 'a:=${X}'], 'unknown map/bad-arguments'],
    [['a.example', 'a:={'], 'unknown map/bad-arguments'],
    [['a.example', 'a:=1.0'], 'unknown map/bad-arguments'],
    [['a.example', 'a=1', 'a[b]=2'], 'unknown map/bad-arguments'],
    [['a.example', 'a=@f'], 'unknown map/bad-arguments'],
    [['-f', 'a.example', 'f@~/.ssh/id'], 'unknown map/bad-arguments'],
    [[], 'unknown map/bad-arguments'],
  ])('%j is %s', (words, expected) => {
    expect(show(map(words))).toBe(expected);
    expect(show(map(['a.example', 'a=b', 'X:y', '--verify=yes']))).toBe('http');
  });
});
