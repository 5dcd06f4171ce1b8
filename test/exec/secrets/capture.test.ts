import { describe, expect, test } from 'vitest';
import { capture } from '../../../src/exec/secrets/capture.ts';
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
