import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childRequest } from '../../../src/exec/egress/child-request.ts';
import { exchange } from '../../../src/exec/egress/exchange.ts';
import type { Incoming } from '../../../src/exec/egress/incoming.ts';
import { programSecrets } from '../../../src/exec/secrets/program-secrets.ts';
import type { Effect } from '../../../src/ir/effect.ts';
import type { Expr } from '../../../src/ir/expr.ts';

const origin = 'https://api.example.com';
const handles = programSecrets(randomBytes);
const [key, other] = [handles.handle('KEY'), handles.handle('OTHER')];
const ceiling: readonly Effect[] = [
  { kind: 'secret', name: 'KEY', origin, slot: 'header:authorization' },
  { kind: 'secret', name: 'KEY', origin, slot: 'body:/token' },
];

const word = fc.oneof(
  { weight: 12, arbitrary: fc.stringMatching(/^[a-z0-9"{}:,=&;/%. -]{0,12}$/) },
  { weight: 4, arbitrary: fc.constantFrom(key, other) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`skh_${'0'.repeat(32)}`, Buffer.from(key).toString('base64'), key.toUpperCase()),
  },
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(''));
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('Authorization', 'Cookie', 'X-Other') },
  { weight: 1, arbitrary: fc.constant(`X-${key}`) },
);
const type = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=b',
);
const body = fc.oneof(
  text,
  text.map((value) => JSON.stringify({ token: value, a: [value] })),
  text.map((value) => `token=${value}&a=${value}`),
  text.map((value) => `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${value}\r\n--b--\r\n`),
);

const incoming = fc.record({
  path: text.map((value) => `/${value}`),
  query: fc.option(text, { nil: undefined }),
  headers: fc.array(fc.tuple(name, text), { maxLength: 3 }),
  type,
});

/** Every text of an expression that is sent as it stands. */
function literals(expr: Expr): readonly string[] {
  switch (expr.kind) {
    case 'literal':
      return [String(expr.value)];
    case 'concat':
      return expr.parts.flatMap(literals);
    case 'list':
      return expr.items.flatMap(literals);
    case 'object':
      return expr.members.flatMap(({ value }) => literals(value));
    default:
      return [];
  }
}

function secretNames(expr: Expr): readonly string[] {
  switch (expr.kind) {
    case 'secret':
      return [expr.name];
    case 'concat':
      return expr.parts.flatMap(secretNames);
    case 'list':
      return expr.items.flatMap(secretNames);
    case 'object':
      return expr.members.flatMap(({ value }) => secretNames(value));
    default:
      return [];
  }
}

test('whatever a script sends: no handle goes out as it is, and every secret has a use among the effects', () => {
  let refused = 0;
  let made = 0;
  fc.assert(
    fc.property(incoming, body, ({ path, query, headers, type: contentType }, content) => {
      const given: Incoming = {
        kind: 'incoming',
        method: 'POST',
        origin,
        path,
        ...(query === undefined ? {} : { query }),
        headers: [...headers, ['Content-Type', contentType]],
        reroutes: { method: false, path: false },
        hasBody: true,
      };
      const bytes = Buffer.from(content);
      const exchanged = exchange(given, bytes, handles, ceiling);
      if (exchanged.kind === 'refusal') {
        refused += 1;
        return;
      }
      made += 1;
      const { call, uses, stdin } = childRequest(given, exchanged, bytes, { source: 's', start: 0, end: 0 });
      const sent = [...literals(call.args), Buffer.from(stdin).toString()].join('\n');
      expect([sent.includes('skh_'), handles.mask.text(sent) === sent]).toEqual([false, true]);
      const named = new Set(secretNames(call.args));
      const told = call.effects.flatMap((effect) => (effect.kind === 'secret' ? [effect.name] : []));
      expect([new Set(told), new Set(uses.map((use) => use.name))]).toEqual([named, named]);
    }),
    { numRuns: 3_000 },
  );
  // Both happen often enough to mean something.
  expect([refused > 300, made > 300]).toEqual([true, true]);
});
