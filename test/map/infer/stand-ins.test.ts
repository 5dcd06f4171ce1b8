import { describe, expect, it } from 'vitest';
import { compiled, fence } from '../../attacks/judge.ts';

const url = 'https://api.example.com/';

/** `name slot` of each secret of a skill with this metadata and prose, and its inputs. */
function named(command: string, said: { readonly metadata?: string; readonly prose?: string } = {}) {
  const metadata = said.metadata === undefined ? '' : `metadata: ${said.metadata}\n`;
  const text = `---\nname: shop\ndescription: A shop.\n${metadata}---\n${said.prose ?? ''}\n\n${fence(command)}`;
  const [operation] = compiled({ 'SKILL.md': text }).operations;
  return {
    secrets: operation?.plan?.secrets.map(({ name, slot }) => `${name} ${slot}`),
    inputs: Object.keys(operation?.plan?.inputs.properties as object),
  };
}

const primary = { metadata: '{"openclaw":{"primaryEnv":"SHOP_API_KEY"}}' };
const prose = { prose: 'Set STRIPE_API_KEY and X_TOKEN.' };

describe('the secret behind a stand-in', () => {
  it.each([
    [`curl -H 'X-Key: YOUR_APP_KEY' -H 'X-Secret: YOUR_APP_SECRET' ${url}`, ['SHOP_APP_KEY', 'SHOP_APP_SECRET']],
    [`curl '${url}?api_key=YOUR_API_KEY&api_secret=YOUR_API_SECRET'`, ['SHOP_API_KEY', 'SHOP_API_SECRET']],
    [`curl '${url}?api_key=YOUR_KEY&access_token=YOUR_TOKEN'`, ['SHOP_ACCESS_TOKEN', 'SHOP_API_KEY']],
    [`curl -u YOUR_API_KEY:YOUR_API_SECRET ${url}`, ['SHOP_API_KEY', 'SHOP_API_SECRET']],
    [
      `curl -d '{"access_token": "<token>", "client_secret": "<secret>", "api_key": "xxxx"}' ${url}`,
      ['SHOP_API_KEY', 'SHOP_API_KEY_2', 'SHOP_SECRET'],
    ],
    [`curl -H 'Authorization: Bearer YOUR_TOKEN' '${url}?api_key=YOUR_TOKEN'`, ['SHOP_API_KEY', 'SHOP_API_KEY']],
  ])('is one for each stand-in of a request: %s', (command, names) => {
    expect(named(command, primary).secrets?.map((use) => use.split(' ')[0])).toEqual(names);
  });

  it.each([
    ['YOUR_STRIPE_KEY', 'STRIPE_API_KEY'],
    ['YOUR_TOKEN', 'X_TOKEN'],
    ['<x token>', 'X_TOKEN'],
    ['YOUR_API_KEY', 'STRIPE_API_KEY'],
    ['YOUR_OTHER_KEY', 'SHOP_API_KEY'],
    ['YOUR_SECRET', 'SHOP_SECRET'],
  ])('is the one whose words the text mentions: %s', (standIn, name) => {
    const command = `curl -H 'Authorization: Bearer ${standIn}' ${url}`;
    expect(named(command, prose).secrets).toEqual([`${name} header:authorization`]);
  });

  it('is the primary one, unless its words say otherwise', () => {
    const use = (standIn: string) =>
      named(`curl -H 'Authorization: Bearer ${standIn}' ${url}`, { ...primary, ...prose }).secrets;
    expect([use('YOUR_TOKEN'), use('YOUR_STRIPE_KEY'), use('YOUR_PASSWORD')]).toEqual([
      ['SHOP_API_KEY header:authorization'],
      ['STRIPE_API_KEY header:authorization'],
      ['SHOP_PASSWORD header:authorization'],
    ]);
  });
});

describe('the user of a login', () => {
  it.each([
    ['YOUR_USERNAME:YOUR_PASSWORD', ['SHOP_PASSWORD basic:password'], ['your_username']],
    ['<email>:<api token>', ['SHOP_API_KEY basic:password'], ['email']],
    ['admin:YOUR_PASSWORD', ['SHOP_PASSWORD basic:password'], []],
    ['YOUR_KEY:', ['SHOP_API_KEY basic:user'], []],
    ['<login>:', ['SHOP_API_KEY basic:user'], []],
  ])('%s', (login, secrets, inputs) => {
    expect(named(`curl -u '${login}' ${url}`)).toEqual({ secrets, inputs });
  });
});

describe('credentials that a format declares as inputs', () => {
  const document = (operation: object) => ({
    'openapi.json': JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'demo', version: '1' },
      servers: [{ url }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'k' } } },
      paths: { '/x': { post: { responses: {}, ...operation } } },
    }),
  });
  const text = { type: 'string' };
  const content = (type: string, name: string) => ({
    requestBody: {
      content: {
        [type]: { schema: { type: 'object', required: ['user', name], properties: { user: text, [name]: text } } },
      },
    },
  });
  const parameter = (place: string, name: string) => ({
    parameters: [
      { name, in: place, schema: text },
      { name: 'user', in: 'query', required: true, schema: text },
    ],
  });

  it.each([
    [{ ...parameter('query', 'k'), security: [{ key: [] }] }, 'DEMO_API_KEY query:k'],
    [parameter('query', 'access_token'), 'DEMO_API_KEY query:access_token'],
    [parameter('header', 'X-Api-Key'), 'DEMO_API_KEY header:x-api-key'],
    [parameter('cookie', 'auth_token'), 'DEMO_API_KEY cookie:auth_token'],
    [content('application/json', 'password'), 'DEMO_PASSWORD body:/password'],
    [content('application/json', 'clientSecret'), 'DEMO_CLIENT_SECRET body:/clientSecret'],
    [content('application/x-www-form-urlencoded', 'client_secret'), 'DEMO_CLIENT_SECRET body:/client_secret'],
    [content('multipart/form-data', 'api_key'), 'DEMO_API_KEY body:/api_key'],
  ])('are secrets and nothing else: %j', (operation, secret) => {
    const [{ plan } = {}] = compiled(document(operation)).operations;
    expect([plan?.inputs, plan?.secrets.map(({ name, slot }) => `${name} ${slot}`)]).toEqual([
      { type: 'object', properties: { user: text }, required: ['user'] },
      [secret],
    ]);
  });
});
