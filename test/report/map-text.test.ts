import { expect, test } from 'vitest';
import { type MapAnswer, refusedAnswer } from '../../src/report/map-answer.ts';
import { mapText } from '../../src/report/map-text.ts';
import { noColours } from '../../src/report/paint.ts';
import { paramsText } from '../../src/report/params-text.ts';

const origin = 'https://api.example.com';
const params = {
  method: 'GET',
  url: `${origin}/v1/me`,
  headers: { Authorization: 'Bearer ${secret:EXAMPLE_TOKEN}' },
};

const answer: MapAnswer = {
  command: 'curl -s https://api.example.com/v1/me -H "Authorization: Bearer $EXAMPLE_TOKEN" --bda | jq .id',
  maps_to: 'network.http-fetch',
  params,
  steps: [
    { capability: 'network.http-fetch', params, effects: [] },
    { capability: 'json.query', params: { filter: '.id', args: ['a b', 'c'] }, effects: [] },
  ],
  inputs: {
    type: 'object',
    properties: { q: { type: 'string' }, n: { type: 'integer', default: 3 } },
    required: ['q'],
  },
  secrets: [{ name: 'EXAMPLE_TOKEN', origin, slot: 'header:authorization' }],
  effects: [
    { kind: 'network', method: 'GET', origin, path: '/v1/me' },
    { kind: 'secret', name: 'EXAMPLE_TOKEN', origin, slot: 'header:authorization' },
  ],
  tier: 1,
  requires_approval: true,
  approval_reason: `uses secret EXAMPLE_TOKEN at ${origin}`,
  confidence: 0.9,
  diagnostics: [
    {
      code: 'map/unknown-option',
      severity: 'warning',
      message: '`--bda` is not known',
      line: 1,
      column: 81,
      help: 'did you mean `-d`?',
    },
  ],
};

test('a mapped command', () => {
  expect(mapText(answer, noColours)).toBe(`${answer.command}

  becomes    network.http-fetch
  steps      network.http-fetch → json.query
  tier       1 (HTTP and granted files)
  approval   required: uses secret EXAMPLE_TOKEN at https://api.example.com
  confidence 90 %

  1  network.http-fetch
     method   GET
     url      https://api.example.com/v1/me
     headers
       Authorization  Bearer \${secret:EXAMPLE_TOKEN}

  2  json.query
     filter  .id
     args    "a b" c

  touches
     sends GET https://api.example.com/v1/me

  secrets
     EXAMPLE_TOKEN → https://api.example.com in the header authorization

  inputs
     q (string, required)
     n (integer, default 3)

warning[map/unknown-option]: \`--bda\` is not known
 --> command:1:81
  |
1 | …example.com/v1/me -H "Authorization: Bearer $EXAMPLE_TOKEN" --bda | jq .id
  |                                                              ^^^^^
  = help: did you mean \`-d\`?`);
});

test('what is refused says so, and hides nothing', () => {
  const message = 'too \u001B[2J long';
  const refused = refusedAnswer('rm \u202E-rf', { code: 'limit/size', severity: 'error', message });
  expect(mapText(refused, noColours)).toBe(`rm \\u{202E}-rf

  becomes    nothing: it can never run

error[limit/size]: too \\u{1B}[2J long`);
});

test('programs keep their lines', () => {
  expect(paramsText({ program: 'for x\ndo\u0007\ndone', empty: '' }, '  ')).toEqual([
    '  program  for x',
    '           do\\u{7}',
    '           done',
    '  empty    ""',
  ]);
});
