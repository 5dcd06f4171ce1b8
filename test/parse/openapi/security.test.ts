import { expect, test } from 'vitest';
import { documentOf, literal, load, ok, requestOf, secret } from './document-of.ts';

const secured = (securitySchemes: object, security: unknown, operation: object = {}) =>
  documentOf({ '/a': { get: { ...operation, ...ok } } }, { components: { securitySchemes }, security });

test('each scheme goes to its slot', () => {
  const one = (scheme: object) => requestOf(secured({ s: scheme }, [{ s: [] }]));
  const bearer = [{ name: literal('Authorization'), value: [...literal('Bearer '), secret('PETS_API_KEY')] }];
  expect(one({ type: 'apiKey', in: 'header', name: 'X-Key' }).headers).toEqual([
    { name: literal('X-Key'), value: [secret('PETS_API_KEY')] },
  ]);
  expect(one({ type: 'apiKey', in: 'query', name: 'key' }).query).toEqual([
    { name: literal('key'), value: [secret('PETS_API_KEY')] },
  ]);
  expect(one({ type: 'apiKey', in: 'cookie', name: 'sid' }).cookies).toEqual([
    { name: literal('sid'), value: [secret('PETS_API_KEY')] },
  ]);
  expect(one({ type: 'http', scheme: 'bearer' }).headers).toEqual(bearer);
  expect(one({ type: 'http', scheme: 'Bearer' }).headers).toEqual(bearer);
  expect(one({ type: 'oauth2', flows: {} }).headers).toEqual(bearer);
  expect(one({ type: 'openIdConnect', openIdConnectUrl: 'https://a.test' }).headers).toEqual(bearer);
  expect(one({ type: 'http', scheme: 'basic' }).basicAuth).toEqual({
    user: [secret('PETS_USERNAME')],
    password: [secret('PETS_PASSWORD')],
  });
});

test('names: given by the document, else the skill’s; several schemes are told apart', () => {
  const names = (schemes: object) =>
    load(secured(schemes, [])).skill?.secrets.map(({ name, primary }) => [name, primary]);
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  expect(names({ s: key })).toEqual([['PETS_API_KEY', true]]);
  expect(names({ s: { ...key, 'x-env-var': 'MY_KEY' } })).toEqual([['MY_KEY', true]]);
  expect(names({ s: { ...key, 'x-env-var': 'not a name' } })).toEqual([['PETS_API_KEY', true]]);
  expect(names({ appKey: key, userToken: { type: 'http', scheme: 'bearer' } })).toEqual([
    ['PETS_APP_KEY', false],
    ['PETS_USER_TOKEN', false],
  ]);
});

test('alternatives: the first that can be sent; all schemes of one together; none means none', () => {
  const schemes = {
    digest: { type: 'http', scheme: 'digest' },
    a: { type: 'apiKey', in: 'header', name: 'X-A' },
    b: { type: 'apiKey', in: 'query', name: 'b' },
  };
  const both = requestOf(secured(schemes, [{ digest: [] }, { a: [], b: [] }]));
  expect([both.headers, both.query]).toEqual([
    [{ name: literal('X-A'), value: [secret('PETS_A')] }],
    [{ name: literal('b'), value: [secret('PETS_B')] }],
  ]);
  expect(requestOf(secured(schemes, [{ a: [] }], { security: [] })).headers).toEqual([]);
  expect(requestOf(secured(schemes, [{}, { a: [] }])).headers).toEqual([]);
  const unsupported = load(secured(schemes, [{ digest: [] }]));
  expect(unsupported.messages).toEqual(['no credentials can be sent for `digest`']);
  expect(unsupported.operations).toHaveLength(1);
});

test('a header name that could end the header is never used', () => {
  for (const name of ['X-A\r\nX-B', 'X A', 'Host', 'X:']) {
    const { operations } = load(secured({ s: { type: 'apiKey', in: 'header', name } }, [{ s: [] }]));
    const body = operations[0]?.body;
    expect(body?.kind === 'http' && body.request.headers).toEqual([]);
  }
});

test('servers: operation over path over document, https before http, variables of the origin stay open', () => {
  const url = (servers: unknown, pathServers?: unknown) =>
    requestOf(
      documentOf({ '/a': { ...(pathServers === undefined ? {} : { servers: pathServers }), get: ok } }, { servers }),
    ).url;
  expect(url([{ url: 'https://x.test/v1/' }])).toEqual(literal('https://x.test/v1/a'));
  expect(url([{ url: 'https://x.test' }], [{ url: 'https://y.test' }])).toEqual(literal('https://y.test/a'));
  expect(url([{ url: 'http://x.test' }, { url: 'https://x.test' }])).toEqual(literal('https://x.test/a'));
  expect(url([{ url: 'http://x.test' }, { url: 'https://other.test' }])).toEqual(literal('http://x.test/a'));
  expect(
    url([{ url: 'https://{region}.x.test/{v}', variables: { region: { default: 'eu' }, v: { default: 'v2' } } }]),
  ).toEqual([
    { kind: 'literal', value: 'https://' },
    { kind: 'variable', name: 'REGION', fallback: 'eu' },
    { kind: 'literal', value: '.x.test/v2/a' },
  ]);
  for (const [servers, path] of [
    [[{ url: '/v1' }], '/v1/a'],
    [[], '/a'],
    [[{ url: './' }], '/a'],
  ] as const) {
    expect(url(servers)).toEqual([
      { kind: 'variable', name: 'PETS_BASE_URL' },
      { kind: 'literal', value: path },
    ]);
  }
});

test('Swagger 2.0 schemes and hosts', () => {
  const url = (rest: object) => requestOf(documentOf({ '/a': { get: ok } }, { swagger: '2.0', ...rest })).url;
  expect(url({ host: 'a.test', basePath: '/', schemes: ['http'] })).toEqual(literal('http://a.test/a'));
  expect(url({ host: 'a.test' })).toEqual(literal('https://a.test/a'));
  expect(url({ basePath: '/v1' })).toEqual([
    { kind: 'variable', name: 'PETS_BASE_URL' },
    { kind: 'literal', value: '/v1/a' },
  ]);
});
