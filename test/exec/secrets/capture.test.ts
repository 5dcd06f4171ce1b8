import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capture, mayHoldCredentials } from '../../../src/exec/secrets/capture.ts';
import type { Json } from '../../../src/ir/json.ts';

const none = new Map<string, string>();

function captured(json: Json, declared: ReadonlyMap<string, string> = none): unknown {
  const { json: left, credentials } = capture(json, { skill: 'molt-book', declared });
  return { left, credentials: credentials.map(({ name, value, pointer }) => [name, value.reveal(), pointer]) };
}

describe('credentials in an answer', () => {
  test('are taken out and named after skill and member', () => {
    const answer = {
      success: true,
      agent: { name: 'b', api_key: 'mb_12345678', claim_url: 'https://x.example/claim' },
    };
    expect(captured(answer)).toEqual({
      left: { success: true, agent: { ...answer.agent, api_key: '${secret:MOLT_BOOK_API_KEY}' } },
      credentials: [['MOLT_BOOK_API_KEY', 'mb_12345678', '/agent/api_key']],
    });
  });

  test.each([
    ...['api_key', 'apiKey', 'x-api-key', 'access_token', 'accessToken', 'refresh_token', 'id_token', 'client_secret'],
    ...['session_token', 'sessionToken', 'password', 'private_key', 'secret', 'token', 'auth_token', 'jwt', 'API_KEY'],
    ...['aws_secret_access_key', 'webhook_secret', 'user password', 'passphrase'],
  ])('%s is one', (key) => {
    expect(capture({ [key]: 'abcdefgh' }, { skill: 's', declared: none }).credentials).toHaveLength(1);
  });

  test.each([
    ...['next_page_token', 'nextPageToken', 'sync_token', 'cursor', 'continuation_token', 'page_token', 'token_type'],
    ...[
      'expires_in',
      'api_key_id',
      'password_hint',
      'tokens',
      'monkey',
      'secretary',
      'public_key',
      'key',
      'nextSyncToken',
    ],
  ])('%s is none', (key) => {
    expect(captured({ [key]: 'abcdefgh' })).toEqual({ left: { [key]: 'abcdefgh' }, credentials: [] });
  });

  test('only strings of eight characters and more', () => {
    const answer = { token: 'none', password: null, secret: 12345678, api_key: true, jwt: { kid: 'abcdefgh' } };
    expect(captured(answer)).toEqual({ left: answer, credentials: [] });
  });

  test('declared ones by pointer, whatever they are called, short ones too', () => {
    const answer = { 'a/b': [{ code: '4711', other: '4711' }], list: 'abcdefgh' };
    const declared = new Map([
      ['/a~1b/0/code', 'CLAIM_CODE'],
      ['/list', 'not a name'],
    ]);
    expect(captured(answer, declared)).toEqual({
      left: { 'a/b': [{ code: '${secret:CLAIM_CODE}', other: '4711' }], list: 'abcdefgh' },
      credentials: [['CLAIM_CODE', '4711', '/a~1b/0/code']],
    });
  });

  test('the same value twice is one secret, another value under the same name a second', () => {
    expect(captured([{ token: 'abcdefgh' }, { token: 'abcdefgh' }, { token: 'ijklmnop' }])).toEqual({
      left: [
        { token: '${secret:MOLT_BOOK_TOKEN}' },
        { token: '${secret:MOLT_BOOK_TOKEN}' },
        { token: '${secret:MOLT_BOOK_TOKEN_2}' },
      ],
      credentials: [
        ['MOLT_BOOK_TOKEN', 'abcdefgh', '/0/token'],
        ['MOLT_BOOK_TOKEN_2', 'ijklmnop', '/2/token'],
      ],
    });
  });

  test('masks stay, and what cannot be stored is withheld all the same', () => {
    const answer = { token: '${secret:OTHER}', private_key: '-----BEGIN\nKEY-----' };
    expect(captured(answer)).toEqual({
      left: { token: '${secret:OTHER}', private_key: '${secret:withheld}' },
      credentials: [],
    });
  });

  test('keys that would be a prototype stay keys', () => {
    const answer = JSON.parse('{"__proto__": {"token": "abcdefgh"}}') as Json;
    expect(JSON.stringify(capture(answer, { skill: 's', declared: none }).json)).toBe(
      '{"__proto__":{"token":"${secret:S_TOKEN}"}}',
    );
  });
});

describe('a text that cannot hold credentials', () => {
  const words = ['api_key', 'apiKey', 'TOKEN', 'Client-Secret', 'jwt', 'passwd', 'name', 'id', 'page', 'passphrase'];
  const key = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_'));
  const text = fc.string({ minLength: 0, maxLength: 12 });
  const json = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(text, fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(fc.oneof(key, text), tie('node'))),
  })).node;

  test('holds none, however it is written', () => {
    const hidden = (written: string) => written.replace(/[a-z]/gi, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
    fc.assert(
      fc.property(json, (value) => {
        const found = capture(value, { skill: 's', declared: none }).credentials.length > 0;
        for (const written of [JSON.stringify(value), JSON.stringify(value, null, 1), hidden(JSON.stringify(value))])
          if (found) expect(mayHoldCredentials(written, none)).toBe(true);
      }),
    );
    expect(mayHoldCredentials('{"items":[{"id":1,"name":"one"}],"total":2}', none)).toBe(false);
    expect(mayHoldCredentials('{"id":1}', new Map([['/id', 'NAME']]))).toBe(true);
  });
});
