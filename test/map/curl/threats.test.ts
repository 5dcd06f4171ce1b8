import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalText } from '../../../src/ir/text.ts';
import { curlOptions } from '../../../src/map/primitives/curl/table.ts';
import { outcome, requestOf } from './map-line.ts';

/** What is refused, and beside it the nearest command that is mapped. */
const twins: readonly (readonly [bad: string, expected: string, good: string])[] = [
  ['curl --frobnicate https://good.test/', 'unknown map/unknown-option', 'curl --fail https://good.test/'],
  ['curl --data=x https://good.test/', 'unknown map/unknown-option', 'curl --data x https://good.test/'],
  ['curl - https://good.test/', 'unknown map/unknown-option', 'curl -- https://good.test/'],
  ['curl -k https://good.test/', 'refused map/transport-weakened', 'curl https://good.test/'],
  ['curl -sSk https://good.test/', 'refused map/transport-weakened', 'curl -sS https://good.test/'],
  ['curl --insec https://good.test/', 'refused map/transport-weakened', 'curl --no-insecure https://good.test/'],
  ['curl --tls-max 1.0 https://good.test/', 'refused map/transport-weakened', 'curl --tls-max 1.3 https://good.test/'],
  ['curl --ciphers x https://good.test/', 'refused map/transport-weakened', 'curl --tlsv1.2 https://good.test/'],
  ['curl --cacert f https://good.test/', 'refused map/transport-weakened', 'curl --tlsv1.3 https://good.test/'],
  ['curl --tlsv1.0 https://good.test/', 'refused map/transport-weakened', 'curl --tlsv1 https://good.test/'],
  ['curl -K f https://good.test/', 'refused map/refused-option', 'curl -q https://good.test/'],
  ['curl --config - https://good.test/', 'refused map/refused-option', 'curl --disable https://good.test/'],
  ['curl --variable %HOME https://good.test/', 'unknown map/curl-unmapped', 'curl -v https://good.test/'],
  [
    "curl --expand-data '{{HOME}}' https://good.test/",
    'unknown map/curl-unmapped',
    "curl -d '{{HOME}}' https://good.test/",
  ],
  ['curl -x http://evil.test https://good.test/', 'refused map/route-changed', 'curl -X GET https://good.test/'],
  ['curl --socks5 evil.test https://good.test/', 'refused map/route-changed', 'curl -4 https://good.test/'],
  ['curl --preproxy evil.test https://good.test/', 'refused map/route-changed', 'curl -6 https://good.test/'],
  ['curl --noproxy "*" https://good.test/', 'refused map/route-changed', 'curl -s https://good.test/'],
  ['curl --resolve good.test:443:6.6.6.6 https://good.test/', 'refused map/route-changed', 'curl https://good.test/'],
  ['curl --connect-to ::evil.test: https://good.test/', 'refused map/route-changed', 'curl https://good.test/'],
  ['curl --unix-socket /s http://good.test/', 'refused map/route-changed', 'curl http://good.test/'],
  ['curl --abstract-unix-socket s http://good.test/', 'refused map/route-changed', 'curl http://good.test/'],
  ['curl --interface eth0 https://good.test/', 'refused map/route-changed', 'curl https://good.test/'],
  ['curl --dns-servers 6.6.6.6 https://good.test/', 'refused map/route-changed', 'curl https://good.test/'],
  ['curl --doh-url https://evil.test https://good.test/', 'refused map/route-changed', 'curl https://good.test/'],
  ['curl --request-target /x https://good.test/', 'refused map/route-changed', 'curl --request PUT https://good.test/'],
  ['curl -n https://good.test/', 'refused map/credential-spread', 'curl -N https://good.test/'],
  ['curl --location-trusted https://good.test/', 'refused map/credential-spread', 'curl --location https://good.test/'],
  ['curl --digest -u a:b https://good.test/', 'refused map/auth-challenge', 'curl --basic -u a:b https://good.test/'],
  ['curl --ntlm -u a:b https://good.test/', 'refused map/auth-challenge', 'curl -u a:b https://good.test/'],
  ['curl --negotiate -u : https://good.test/', 'refused map/auth-challenge', 'curl -u : https://good.test/'],
  [
    'curl -H "A: b\nHost: evil.test" https://good.test/',
    'refused map/header-control',
    'curl -H "A: b" https://good.test/',
  ],
  ['curl -A "a\nB: c" https://good.test/', 'refused map/header-control', 'curl -A "a B: c" https://good.test/'],
  ['curl -X "GET / HTTP/1.1" https://good.test/', 'refused map/header-control', 'curl -X GET https://good.test/'],
  [
    'curl -H "Content-Length: 3" -d abcdef https://good.test/',
    'refused map/header-framing',
    'curl -d abcdef https://good.test/',
  ],
  [
    'curl -H "Transfer-Encoding: gzip" -d a https://good.test/',
    'refused map/header-framing',
    'curl -H "Transfer-Encoding: chunked" -d a https://good.test/',
  ],
  ['curl "https://good.test/{a,b}[1-100000]"', 'refused map/url-glob', 'curl "https://good.test/{a,b}[1-10]"'],
  ['curl "https://good.test/[1-101]"', 'refused map/url-glob', 'curl "https://good.test/[1-100]"'],
  ['curl $OPTIONS https://good.test/', 'unknown map/curl-dynamic', 'curl $URL'],
  ['curl -$X https://good.test/', 'unknown map/curl-dynamic', 'curl -H$X https://good.test/'],
  ['curl --$X https://good.test/', 'unknown map/curl-dynamic', 'curl -d $X https://good.test/'],
  ['curl -s$X https://good.test/', 'unknown map/curl-dynamic', 'curl -X$X https://good.test/'],
  ['curl -u user https://good.test/', 'refused map/curl-usage', 'curl -u user: https://good.test/'],
  ['curl -OJ https://good.test/a', 'unknown map/curl-unmapped', 'curl -O https://good.test/a'],
];

describe('threats', () => {
  it.each(twins)('%s', (bad, expected, good) => {
    expect({ bad: outcome(bad), good: outcome(good) }).toEqual({ bad: expected, good: 'mapped' });
  });

  it.each(['file', 'gopher', 'dict', 'ftp', 'smb', 'scp', 'telnet', 'ldap', 'mqtt', 'ws', 'javascript'])(
    'refuses the scheme %s',
    (scheme) => {
      const refused = 'refused map/url-scheme';
      expect(outcome(`curl ${scheme}://good.test/x`)).toBe(refused);
      expect(outcome(`curl https://good.test/x ${scheme.toUpperCase()}://good.test/x`)).toBe(refused);
      expect(outcome(`curl https://good.test/${scheme}://x`)).toBe('mapped');
    },
  );

  it('does not read curl names of other protocols as http', () => {
    expect(['ftp.good.test', 'ldap.good.test/x', 'web.good.test'].map((url) => outcome(`curl ${url}`))).toEqual([
      'refused map/url-scheme',
      'refused map/url-scheme',
      'mapped',
    ]);
  });

  it('takes no variable in front of the command that it does not know', () => {
    const env = (name: string) => ({ env: new Map([[name, literalText('http://evil.test')]]) });
    const names = [
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'CURL_HOME',
      'HOME',
      'SSL_CERT_FILE',
      'CURL_CA_BUNDLE',
      'LD_PRELOAD',
      'SSLKEYLOGFILE',
    ];
    const line = 'curl https://good.test/';
    expect(names.map((name) => outcome(line, env(name)))).toEqual(names.map(() => 'unknown map/env-unsafe'));
    expect(outcome(line, env('LANG'))).toBe('mapped');
    expect(outcome('curl -k https://good.test/', env('HTTPS_PROXY'))).toBe('refused map/transport-weakened');
  });

  it('names the file that a body is read from', () => {
    const part = (line: string) => requestOf(line).body;
    expect(part('curl -d @/etc/passwd https://good.test/')).toEqual({
      kind: 'bytes',
      parts: [{ kind: 'file', path: literalText('/etc/passwd'), mode: 'strip' }],
    });
    expect(part('curl -T /etc/passwd https://good.test/x')).toEqual({
      kind: 'bytes',
      parts: [{ kind: 'file', path: literalText('/etc/passwd'), mode: 'keep' }],
    });
    expect(part('curl -F f=@/etc/passwd https://good.test/')).toEqual({
      kind: 'multipart',
      fields: [
        {
          name: literalText('f'),
          value: { kind: 'file', path: literalText('/etc/passwd'), attach: true },
          headers: [],
        },
      ],
    });
  });

  it('names the files that are written', () => {
    const { output, headerFile, cookieJar } = requestOf('curl -o ../out -D ../headers -c ../jar https://good.test/');
    expect({ output, headerFile, cookieJar }).toEqual({
      output: { kind: 'file', path: literalText('../out') },
      headerFile: { path: literalText('../headers') },
      cookieJar: literalText('../jar'),
    });
    expect(requestOf('curl -O --output-dir ../up https://good.test/a/%2e%2ex').output).toEqual({
      kind: 'file',
      path: literalText('../up/%2e%2ex'),
    });
  });

  it('keeps a denied option denied among any harmless ones', () => {
    const bad = curlOptions.filter(({ decision }) => decision.kind === 'refused');
    const harmless = curlOptions.filter(({ decision, takes }) => decision.kind === 'irrelevant' && takes !== 'value');
    const words = fc.array(fc.constantFrom(...harmless.map(({ long }) => `--${long}`)), { maxLength: 6 });
    fc.assert(
      fc.property(words, fc.constantFrom(...bad), words, (before, option, after) => {
        const denied = `--${option.long}${option.takes === 'value' ? ' v' : ''}`;
        expect(outcome(['curl', ...before, denied, ...after, 'https://good.test/'].join(' '))).toMatch(/^refused /);
        expect(outcome(['curl', ...before, ...after, 'https://good.test/'].join(' '))).toBe('mapped');
      }),
    );
  });
});
