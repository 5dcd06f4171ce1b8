import { describe, expect, it } from 'vitest';
import { dispatchFor } from '../../../src/map/dispatch.ts';
import { noTools } from '../../../src/map/tools/tool.ts';
import { mapLine } from '../../../src/map-line.ts';

const dispatch = dispatchFor(noTools);
const map = (command: string) => mapLine(command, dispatch);
const origin = 'https://api.example.com';

describe('what a hole becomes is decided by where it stands', () => {
  const cases: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
    // command, url, inputs, secrets as `name slot`
    [`curl ${origin}/users/{userId}`, `${origin}/users/\${user_id}`, ['user_id'], []],
    [`curl ${origin}/users/:id/posts`, `${origin}/users/\${id}/posts`, ['id'], []],
    [`curl ${origin}/users/<user-id>`, `${origin}/users/\${user_id}`, ['user_id'], []],
    [`curl ${origin}/posts/POST_ID`, `${origin}/posts/\${post_id}`, ['post_id'], []],
    [`curl ${origin}/quote/AAPL`, `${origin}/quote/AAPL`, [], []],
    [`curl ${origin}/quote/YOURTICKER`, `${origin}/quote/\${yourticker}`, ['yourticker'], []],
    [`curl "${origin}/x?q=$QUERY"`, `${origin}/x?q=\${query}`, ['query'], []],
    [`curl "${origin}/x?api_key=$K"`, `${origin}/x?api_key=\${secret:K}`, [], ['K query:api_key']],
    [`curl "${origin}/x?key=YOUR_KEY"`, `${origin}/x?key=\${secret:API_KEY}`, [], ['API_KEY query:key']],
    [`curl "${origin}/bot$BOT_TOKEN/send"`, `${origin}/bot\${secret:BOT_TOKEN}/send`, [], ['BOT_TOKEN path']],
    [`curl -H "X-API-Key: $ANY" ${origin}/`, `${origin}/`, [], ['ANY header:x-api-key']],
    [`curl -H "X-Trace: $ANY" ${origin}/`, `${origin}/`, ['any'], []],
    [`curl -H "Idempotency-Key: $ANY" ${origin}/`, `${origin}/`, ['any'], []],
    [`curl -H "Authorization: Bearer <token>" ${origin}/`, `${origin}/`, [], ['API_KEY header:authorization']],
    [`curl -H "Cookie: sid=$SID" ${origin}/`, `${origin}/`, [], ['SID header:cookie']],
    [`curl -u "$NAME:$PASS" ${origin}/`, `${origin}/`, [], ['NAME basic:user', 'PASS basic:password']],
    [`curl https://your-store.example.com/x`, 'https://${setting:your_store}.example.com/x', [], []],
    [`curl https://$HOST:8443/x`, 'https://${setting:HOST}:8443/x', [], []],
    [`curl "\${PAGE:-1}.example.com"`, 'http://1.example.com/', [], []],
  ];
  it.each(cases)('%s', (command, url, inputs, secrets) => {
    const answer = map(command);
    expect({
      url: (answer.params as { url?: string }).url,
      inputs: Object.keys(answer.inputs.properties as object).sort(),
      secrets: answer.secrets.map(({ name, slot }) => `${name} ${slot}`),
    }).toEqual({ url, inputs: [...inputs].sort(), secrets });
  });

  it('gives two credential stand-ins of one request two names', () => {
    const answer = map(`curl ${origin}/ -H "X-API-Key: YOUR_API_KEY" -H "X-API-Secret: YOUR_API_SECRET"`);
    expect(answer.secrets.map(({ name }) => name)).toEqual(['API_KEY', 'API_SECRET']);
  });
});

describe('bodies', () => {
  it('keeps a literal body byte for byte and offers its members as inputs', () => {
    const answer = map(`curl ${origin}/ -d '{ "query": "x",  "limit": 10, "on": true }'`);
    expect(answer.params).toMatchObject({ body: '{ "query": "x",  "limit": 10, "on": true }' });
    expect(answer.inputs).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', default: 'x', bind: 'body:/query' },
        limit: { type: 'integer', default: 10, bind: 'body:/limit' },
        on: { type: 'boolean', default: true, bind: 'body:/on' },
      },
      required: [],
    });
  });

  it('encodes a variable for its place in JSON', () => {
    const answer = map(`curl ${origin}/ -d "{\\"a\\": \\"$NAME\\", \\"n\\": $COUNT, \\"password\\": \\"$PW\\"}"`);
    expect(answer.params).toMatchObject({ body: '{"a": "${name}", "n": ${count}, "password": "${secret:PW}"}' });
    expect(answer.inputs).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, count: {} },
      required: ['name', 'count'],
    });
    expect(answer.secrets).toEqual([{ name: 'PW', origin, slot: 'body:/password' }]);
  });

  it('reads stand-ins in members, and leaves mark-up and enumerations alone', () => {
    const answer = map(`curl ${origin}/ -d '{"to": "<recipient>", "html": "<p>hi</p>", "state": "IN_PROGRESS"}'`);
    expect(answer.params).toMatchObject({
      body: '{"to": "${recipient}", "html": "<p>hi</p>", "state": "IN_PROGRESS"}',
    });
    expect(answer.inputs.required).toEqual(['recipient']);
  });

  it('reads forms, and files as effects', () => {
    const form = map(`curl ${origin}/ -d a=1 -d "b=$B" --data-urlencode "c=x y"`);
    expect(form.params).toMatchObject({ body: 'a=1&b=${b}&c=x+y' });
    const upload = map(`curl ${origin}/ -F file=@photo.png -F note=hi`);
    expect(upload.effects).toContainEqual({ kind: 'read', path: 'photo.png' });
  });
});

describe('the type of a default', () => {
  const properties = (command: string) => map(command).inputs.properties;

  it.each([
    [`curl "${origin}/x?limit=\${LIMIT:-10}"`, { limit: { type: 'integer', default: 10 } }],
    [`curl "${origin}/x?all=\${ALL:-true}"`, { all: { type: 'boolean', default: true } }],
    [`curl "${origin}/x?q=\${Q:-cats}"`, { q: { type: 'string', default: 'cats' } }],
    [`curl "${origin}/x?zip=\${ZIP:-01234}"`, { zip: { type: 'string', default: '01234' } }],
    [`curl "${origin}/x?range=a\${N:-10}"`, { n: { type: 'string', default: '10' } }],
    [`curl ${origin}/ -d "limit=\${LIMIT:-10}"`, { limit: { type: 'integer', default: 10 } }],
    [`curl ${origin}/ -d "{\\"n\\": \${N:-5}}"`, { n: { type: 'integer', default: 5 } }],
    [`curl ${origin}/ -d "{\\"n\\": \\"\${N:-5}\\"}"`, { n: { type: 'string', default: '5' } }],
    [`curl "${origin}/x/\${PAGE:-1}"`, { page: { type: 'string', default: '1' } }],
  ])('is that of the literal in its place: %s', (command, expected) => {
    expect(properties(command)).toEqual(expected);
  });
});
