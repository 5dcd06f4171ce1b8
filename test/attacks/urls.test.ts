import { describe, expect, test } from 'vitest';
import { compiled, originsOf, verdict } from './judge.ts';

const fetchers = [
  (url: string) => `curl '${url}'`,
  (url: string) => `curl -s --url '${url}'`,
  (url: string) => `wget -qO- '${url}'`,
  (url: string) => `http GET '${url}'`,
  (url: string) => `sudo env LANG=C curl '${url}'`,
  (url: string) => `echo "$(curl '${url}')"`,
];

describe('addresses that two readers understand differently', () => {
  test.each([
    'http://evil.test\\@good.test/',
    'https://good.test\\evil.test/',
    'https:\\\\good.test/',
    'https:///good.test/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://0/',
    'http://[::ffff:127.0.0.1]/',
    'https://g\u043E\u043Ed.test/',
    'https://good\u3002test/',
    'https://\uFF47ood.test/',
    'https://good.test./',
    'https://good..test/',
    'https://.good.test/',
    'https://good.test%2eevil.test/',
    'https://good.test%00.evil.test/',
    'https://good.test:99999/',
    'https://good.test:443:80/',
    'https://good.test;evil.test/',
    'https://good.test/ x',
    'https://good.test/%2e%2e/x',
    'https://good.test\u00AD/',
  ])('%s is refused by every reader', (url) => {
    const verdicts = fetchers.map((line) => verdict(line(url)));
    for (const one of verdicts) expect(one).toMatch(/^refused (?:map\/url-|parse\/hidden)/);
    expect(fetchers.map((line) => verdict(line('https://good.test/x')))).toEqual(fetchers.map(() => 'mapped'));
  });

  test.each(['\\t', '\\n', '\\r', '\\x7f', '\\u202e'])('$%s in an address is refused', (written) => {
    expect(verdict(`curl $'https://good.test${written}.evil.test/'`)).toMatch(/^refused |^unknown/);
    expect(verdict(`curl $'https://good.test/\\x61'`)).toBe('mapped');
    expect(originsOf(`curl $'https://good.test\\x00.evil.test/'`)).toEqual(['https://good.test']);
  });

  test.each([
    ['https://good.test@evil.test/', 'https://evil.test'],
    ['https://good.test:443@evil.test/', 'https://evil.test'],
    ['https://good.test%40@evil.test/', 'https://evil.test'],
    ['good.test@evil.test', 'http://evil.test'],
    ['HTTPS://EVIL.TEST/', 'https://evil.test'],
    ['https://evil.test:0443/', 'https://evil.test'],
    ['https://evil.test?@good.test/', 'https://evil.test'],
    ['https://evil.test#@good.test/', 'https://evil.test'],
    ['https://good.test.evil.test/', 'https://good.test.evil.test'],
    ['http://[::1]:80/', 'http://[::1]'],
  ])('%s is seen as %s', (url, origin) => {
    expect(originsOf(`curl '${url}'`)).toEqual([origin]);
  });

  test('every alternative of a pattern is seen, and too many are refused', () => {
    expect(originsOf("curl 'https://{good,evil}.test/'")).toEqual(['https://evil.test', 'https://good.test']);
    expect(originsOf('curl https://{good,evil}.test/')).toEqual(['https://evil.test', 'https://good.test']);
    expect(verdict("curl 'https://good.test/{a,b}[1-100000]'")).toBe('refused map/url-glob');
    expect(verdict("curl 'https://[a-z][a-z][a-z].test/'")).toBe('refused map/url-glob');
    expect(originsOf('curl https://good.test/{1..100000}')).toEqual(['https://good.test']);
    expect(verdict("curl 'https://good.test/[1-3]'")).toBe('mapped');
  });
});

describe('other schemes', () => {
  const schemes = 'file gopher dict ftp ftps smb scp sftp telnet ldap mqtt rtsp imap pop3 smtp tftp ws javascript data';

  test.each(schemes.split(' '))('%s', (scheme) => {
    for (const url of [`${scheme}://good.test/x`, `${scheme.toUpperCase()}://good.test/x`, `${scheme}:x`]) {
      expect([url, verdict(`curl '${url}'`)]).toEqual([url, expect.stringMatching(/^refused map\/url-/)]);
      expect(verdict(`wget -qO- '${url}'`)).not.toBe('mapped');
      expect(verdict(`http GET '${url}'`)).not.toBe('mapped');
    }
    expect(verdict(`curl 'https://good.test/${scheme}://x'`)).toBe('mapped');
  });
});

describe('addresses in documents', () => {
  const openapi = (url: string) =>
    compiled({
      'openapi.json': JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'demo', version: '1' },
        servers: [{ url }],
        paths: { '/x': { get: { responses: { 200: { description: 'ok' } } } } },
      }),
    });
  const endpoint = (url: string) =>
    compiled({ 'skill.json': JSON.stringify({ skill: { name: 'demo', operations: [{ name: 'x', endpoint: url }] } }) });
  const block = (url: string) =>
    compiled({ 'SKILL.md': `---\nname: demo\ndescription: A\n---\n\`\`\`http\nGET ${url}/x\n\`\`\`\n` });

  /** Nothing runs, or the origin is a setting of the host. */
  const origins = ({ operations }: ReturnType<typeof compiled>) =>
    operations.flatMap(
      ({ plan }) => plan?.effects.flatMap((one) => (one.kind === 'network' ? [one.origin] : [])) ?? [],
    );

  test.each([
    'http://evil.test\\@good.test',
    'file:///etc',
    'javascript:alert(1)',
    'http://2130706433',
    'https://g\u043E\u043Ed.test',
    'https:/evil.test',
    '//evil.test',
    'https://good.test/%2e%2e',
  ])('%s is never an origin', (url) => {
    for (const read of [openapi, endpoint, block])
      for (const origin of origins(read(url))) expect(origin).toMatch(/^\$\{setting:[A-Z_]+\}$/);
  });

  test('user information is no origin', () => {
    for (const read of [openapi, endpoint, block]) {
      expect(origins(read('https://good.test@evil.test')).filter((origin) => origin.includes('good'))).toEqual([]);
      expect(origins(read('https://good.test'))).toEqual(['https://good.test']);
    }
  });
});

describe('a parameter in an address', () => {
  test.each([
    ['curl "https://$HOST/x"', ['https://${setting:HOST}']],
    ['curl "https://{{host}}/x"', ['https://${setting:host}']],
    ['curl "https://good.test$X"', ['https://good.test${setting:X}']],
    ['curl "https://good.test.$X/"', ['https://good.test.${setting:X}']],
    ['curl "$URL"', ['${setting:URL}']],
    ['curl "https://user:$X@good.test/"', ['https://good.test']],
    ['curl "https://good.test/$X"', ['https://good.test']],
  ])('%s: the host is a setting, never the caller’s', (line, expected) => {
    expect(originsOf(line)).toEqual(expected);
  });

  test.each([
    'curl \'https://{{constructor.constructor("return 1")()}}/x\'',
    "curl 'https://good.test/{{a{{b}}c}}'",
    "curl 'https://{{__proto__}}/x'",
    "curl 'https://${constructor}/x'",
  ])('%s names nothing but itself', (line) => {
    const origins = originsOf(line);
    for (const origin of origins) expect(origin).toMatch(/^https:\/\/\$\{setting:\w+\}$/);
    expect(verdict('curl "https://good.test/{{param}}"')).toBe('mapped');
  });
});
