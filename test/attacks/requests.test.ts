import { describe, expect, test } from 'vitest';
import { mapCommand } from '../../src/index.ts';
import { compiled, verdict } from './judge.ts';

describe('a header that makes another request of it', () => {
  const asked = ([name, value]: readonly [string, string]) => [
    `curl -H '${name}: ${value}' https://good.test/x`,
    `curl -s -H '${name.toLowerCase()}:${value}' https://good.test:443/x`,
    `wget -qO- --header='${name}: ${value}' https://good.test/x`,
    `http GET https://good.test/x '${name}:${value}'`,
    `echo "$(curl -H '${name}: ${value}' https://good.test/x)"`,
  ];

  test.each([
    ['Host', 'evil.test', 'good.test'],
    ['Host', 'good.test:8443', 'GOOD.test:443'],
    ['Host', 'good.test.evil.test', 'good.test'],
    ['Host', '{{host}}', 'good.test'],
  ])('%s: %s is refused, and what the request says anyway is not', (name, bad, good) => {
    expect(asked([name, bad]).map(verdict)).toEqual(Array(5).fill('refused map/route-changed'));
    expect(asked([name, good]).map(verdict)).toEqual(Array(5).fill('mapped'));
  });

  const touched = (line: string) => {
    const { effects, diagnostics, requires_approval } = mapCommand(line, {
      trustedOrigins: new Set(['https://good.test']),
    });
    const network = effects.flatMap((effect) => (effect.kind === 'network' ? [`${effect.method} ${effect.path}`] : []));
    return { network, requires_approval, codes: diagnostics.map(({ code }) => code) };
  };
  const plain = { network: ['GET /x'], requires_approval: false, codes: [] };

  test.each([
    ['X-Forwarded-Host', 'evil.test', 'good.test', 'GET /x'],
    ['X-Original-Host', 'evil.test', 'good.test', 'GET /x'],
    ['X-HTTP-Method-Override', 'DELETE', 'GET', '* /x'],
    ['X-Method-Override', 'PATCH', 'get', '* /x'],
  ])(
    '%s: %s is asked about even at a trusted host, and what the request says anyway is not',
    (name, bad, good, what) => {
      const [curl, small, wget, httpie] = asked([name, bad]).map(touched);
      const rerouted = { network: [what], requires_approval: true, codes: ['map/header-reroutes'] };
      expect([curl, small, wget, httpie]).toEqual(Array(4).fill(rerouted));
      expect(asked([name, good]).slice(0, 4).map(touched)).toEqual(Array(4).fill(plain));
    },
  );

  test.each(['X-Original-URL', 'X-Rewrite-URL', 'Forwarded'])('%s may mean any path', (name) => {
    const rerouted = { network: ['GET /**'], requires_approval: true, codes: ['map/header-reroutes'] };
    expect(asked([name, '/admin']).slice(0, 4).map(touched)).toEqual(Array(4).fill(rerouted));
    expect(asked(['X-Trace', '/admin']).slice(0, 4).map(touched)).toEqual(Array(4).fill(plain));
  });

  test('a `Host` that repeats the URL is the client’s own to write', () => {
    expect(mapCommand('curl -H "Host: $HOST" -H "A: b" "https://$HOST/"').params).toEqual({
      method: 'GET',
      url: 'https://${setting:HOST}/',
      headers: { A: 'b' },
    });
    expect(verdict('curl -H "Host: $OTHER" "https://$HOST/"')).toBe('refused map/route-changed');
  });

  test('endpoint forms say so too, and OpenAPI parameters cannot send one', () => {
    const yaml = (name: string) =>
      `skill:\n  name: demo\n  operations:\n    - name: x\n      endpoint: https://good.test/\n      headers: {${name}: evil.test}\n`;
    const effects = (name: string) =>
      compiled({ 'skill.yaml': yaml(name) }).operations.map(({ plan }) => plan?.effects);
    const network = { kind: 'network', method: 'GET', origin: 'https://good.test', path: '/' };
    expect([effects('X-HTTP-Method-Override'), effects('X-Trace')]).toEqual([
      [[{ ...network, method: '*' }]],
      [[network]],
    ]);
    const openapi = (name: string) =>
      compiled({
        'openapi.json': JSON.stringify({
          openapi: '3.0.0',
          info: { title: 'demo', version: '1' },
          servers: [{ url: 'https://good.test' }],
          paths: { '/x': { get: { parameters: [{ name, in: 'header', schema: { type: 'string' } }], responses: {} } } },
        }),
      }).operations.map(({ plan }) => Object.keys(plan?.inputs.properties as object));
    expect([openapi('X-HTTP-Method-Override'), openapi('X-Trace')]).toEqual([[[]], [['X-Trace']]]);
  });
});

describe('an address that no approval opens', () => {
  const answer = (command: string) => {
    const { approval_reason, requires_approval, diagnostics } = mapCommand(command);
    return { approval_reason, requires_approval, codes: diagnostics.map(({ code }) => code) };
  };

  test.each([
    ['http://169.254.169.254', 'cloud metadata'],
    ['http://[fd00:ec2::254]', 'cloud metadata'],
    ['http://[::ffff:a9fe:a9fe]', 'cloud metadata'],
    ['http://[64:ff9b::a9fe:a9fe]', 'cloud metadata'],
    ['http://[2002:a9fe:a9fe::]', 'cloud metadata'],
    ['http://metadata.google.internal', 'cloud metadata'],
    ['http://100.100.100.200:8080', 'cloud metadata'],
    ['http://169.254.0.1', 'link-local'],
    ['http://[fe80::1]', 'link-local'],
    ['http://0.0.0.0:3000', 'unspecified'],
    ['http://[::]', 'unspecified'],
    ['http://239.1.2.3', 'multicast'],
    ['http://[ff02::1]', 'multicast'],
  ])('%s is named, and asked about: %s', (origin, kind) => {
    for (const line of [`curl '${origin}/x'`, `wget -qO- '${origin}/x'`, `if true; then http GET '${origin}/x'; fi`])
      expect(answer(line)).toEqual({
        approval_reason: `reaches ${origin} (${kind})`,
        requires_approval: true,
        codes: ['map/address-guarded'],
      });
  });

  test.each(['http://2852039166/', 'http://0xA9FEA9FE/', 'http://0251.0376.0251.0376/', 'http://169.254.43518/'])(
    '%s is not even read',
    (url) => {
      expect(verdict(`curl ${url}`)).toBe('refused map/url-noncanonical');
    },
  );

  test.each(['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', 'metadata.google.internal.'])(
    'a program that is no HTTP client reaches %s no other way',
    (host) => {
      expect(answer(`psql -h ${host} -c 'select 1'`).codes).toEqual(['map/address-guarded']);
      expect(answer("psql -h db.good.test -c 'select 1'").codes).toEqual([]);
    },
  );

  test('to trust the origin is not enough', () => {
    const asks = (origin: string) =>
      mapCommand(`curl ${origin}/`, { trustedOrigins: new Set([origin]) }).requires_approval;
    expect([asks('http://169.254.169.254'), asks('https://good.test')]).toEqual([true, false]);
  });

  test.each(['http://127.0.0.1', 'http://10.1.2.3', 'http://192.168.169.254', 'https://metadata.good.test'])(
    '%s is not one of them',
    (origin) => {
      expect(answer(`curl ${origin}/`)).toEqual({
        approval_reason: `reaches ${origin}, which is not a trusted host`,
        requires_approval: true,
        codes: [],
      });
    },
  );
});

describe('headers that an option asks for', () => {
  const headers = (command: string) => (mapCommand(command).params as { headers?: unknown }).headers;

  test.each([
    ["curl --json '{}' https://good.test/", { Accept: 'application/json', 'Content-Type': 'application/json' }],
    [
      "curl --json '{}' -H 'Accept: text/csv' https://good.test/",
      { 'Content-Type': 'application/json', Accept: 'text/csv' },
    ],
    ['curl -r 0-99 https://good.test/', { Range: 'bytes=0-99' }],
    ['curl -r "$PART" https://good.test/', { Range: 'bytes=${part}' }],
    [
      "curl -z 'Tue, 01 Jan 2030 00:00:00 GMT' https://good.test/",
      { 'If-Modified-Since': 'Tue, 01 Jan 2030 00:00:00 GMT' },
    ],
    ['curl -e https://a.test/ -A me https://good.test/', { 'User-Agent': 'me', Referer: 'https://a.test/' }],
    ['wget -qO- -U "$AGENT" --referer=x https://good.test/', { Referer: 'x', 'User-Agent': '${agent}' }],
    ['wget -qO- --no-cache https://good.test/', { 'Cache-Control': 'no-cache', Pragma: 'no-cache' }],
    [
      'http --json GET https://good.test/',
      { Accept: 'application/json, */*;q=0.5', 'Content-Type': 'application/json' },
    ],
  ])('%s', (command, expected) => {
    expect(headers(command)).toEqual(expected);
  });

  test.each(['curl -d a=b https://good.test/', 'wget -qO- https://good.test/', 'http https://good.test/ a=b'])(
    '%s asks for none: what the client adds by itself is not shown',
    (command) => {
      expect(headers(command)).toBeUndefined();
    },
  );
});
