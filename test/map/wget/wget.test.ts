import { describe, expect, it } from 'vitest';
import type { RequestTemplate } from '../../../src/ir/request.ts';
import { showText } from '../../../src/ir/text.ts';
import { wget } from '../../../src/map/primitives/wget/wget.ts';
import { command, contextWith, show, span, word } from '../command-words.ts';

const map = (words: readonly string[], env: ReadonlyMap<string, ReturnType<typeof word>> = new Map()) =>
  wget(command(['wget', ...words], { env }), contextWith());

function request(words: readonly string[]): RequestTemplate {
  const result = map(words);
  const [draft] = result.kind === 'mapped' ? result.drafts : [];
  if (draft?.kind !== 'http') throw new Error(JSON.stringify(result));
  return draft.request;
}

describe('wget', () => {
  it('is a request with what wget adds by itself', () => {
    expect(request(['-qO-', '--header=X-Key: ${KEY}', 'https://API.example.com/v1/me?x=1'])).toEqual({
      method: word('GET'),
      url: word('https://api.example.com/v1/me?x=1'),
      headers: [{ name: word('X-Key'), value: word('${KEY}') }],
      impliedHeaders: [
        { name: word('User-Agent'), value: word('Wget/1.21.3') },
        { name: word('Accept'), value: word('*/*') },
        { name: word('Accept-Encoding'), value: word('identity') },
        { name: word('Connection'), value: word('Keep-Alive') },
      ],
      redirects: { kind: 'follow', max: 20 },
      failOnStatus: true,
      includeHeaders: false,
      decompress: false,
      output: { kind: 'stdout' },
      writes: [],
      span,
    });
  });

  it.each([
    [['https://a.example/f.txt'], 'f.txt'],
    [['https://a.example/d/'], 'index.html'],
    [['https://a.example'], 'index.html'],
    [['https://a.example/f?q=1'], 'f?q=1'],
    [['-P', 'out', 'https://a.example/${ID}.zip'], 'out/${ID}.zip'],
    [['-O', 'x', 'https://a.example/f'], 'x'],
  ])('%j is saved as %s', (words, path) => {
    const { output } = request(words);
    expect(output.kind === 'file' && showText(output.path)).toBe(path);
  });

  it('asks for each URL in turn', () => {
    expect(show(map(['-q', 'https://a.example/1', 'https://a.example/2']))).toEqual(['http', 'http']);
  });

  it('sends a password only where wget does so at once', () => {
    const login = ['--user=u', '--password=${P}', '-qO-', 'https://a.example/'];
    expect(show(map(login))).toBe('refused map/auth-challenge');
    expect(request(['--auth-no-challenge', ...login]).basicAuth).toEqual({ user: word('u'), password: word('${P}') });
    expect(show(map(['-qO-', 'https://u:p@a.example/']))).toBe('refused map/auth-challenge');
  });

  it.each([
    [['--no-check-certificate'], 'refused map/transport-weakened'],
    [['--ca-certificate=x'], 'refused map/transport-weakened'],
    [['--bind-address=1.2.3.4'], 'refused map/route-changed'],
    [['--private-key=k'], 'refused map/credential-spread'],
    [['--use-askpass=sh'], 'refused map/credential-spread'],
    [['-e', 'https_proxy=x'], 'refused map/refused-option'],
    [['--config=rc'], 'refused map/refused-option'],
    [['-r'], 'refused map/refused-option'],
    [['-m'], 'refused map/refused-option'],
    [['-i', 'urls'], 'refused map/refused-option'],
    [['-c', '-r'], 'refused map/refused-option'],
    [['--header=A: b\r\nC: d'], 'refused map/header-control'],
    [['-U', 'a\r\nC: d'], 'refused map/header-control'],
    [['--header=Content-Length: 3'], 'refused map/header-framing'],
    [['-c'], 'unknown map/unknown-option'],
    [['-nc'], 'unknown map/unknown-option'],
    [['-N'], 'unknown map/unknown-option'],
    [['-b'], 'unknown map/unknown-option'],
    [['--nope'], 'unknown map/unknown-option'],
    [['--no-check-cert'], 'unknown map/unknown-option'],
    [['--body-data=x'], 'unknown map/bad-arguments'],
    [['--post-data=x', '--method=PUT'], 'unknown map/bad-arguments'],
    [['--header=NoColon'], 'unknown map/bad-arguments'],
  ])('%j is %s', (words, expected) => {
    expect(show(map([...words, 'https://a.example/']))).toBe(expected);
    expect(show(map(['-q', 'https://a.example/']))).toBe('http');
  });

  it.each([
    [['ftp://a.example/x'], 'refused map/url-scheme'],
    [['file:///etc/passwd'], 'refused map/url-scheme'],
    [['http://a.example\\@b.example/'], 'refused map/url-noncanonical'],
    [['https://a.example/%41'], 'unknown map/bad-arguments'],
    [['-O', 'x', 'https://a.example/1', 'https://a.example/2'], 'unknown map/bad-arguments'],
    [[], 'unknown map/bad-arguments'],
  ])('%j is %s', (words, expected) => {
    expect(show(map(words))).toBe(expected);
  });

  it('runs in a plain environment only', () => {
    const proxy = new Map([['https_proxy', word('http://evil.example')]]);
    expect(show(map(['https://a.example/'], proxy))).toBe('unknown map/env-unsafe');
  });
});
