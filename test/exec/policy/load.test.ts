import { describe, expect, test } from 'vitest';
import { loadPolicy } from '../../../src/exec/policy/load.ts';
import { home, policyOf, problemsOf, project } from './questions.ts';

const whole = `
trusted_hosts: [https://api.good.test, "http://localhost:8080"]
private_origins: [http://10.0.0.5:3000]
pii:
  network.http-fetch: deny
  "*": ask
rules:
  - id: no-deletes
    when: call.method == "DELETE"
    decision: deny
    reason: nothing is removed from here
    examples:
      match:
        - call: { method: DELETE, tier: 1 }
          effects: [{ kind: network, method: DELETE, origin: https://x.test, path: / }]
          secrets: [KEY]
          classifications: [pii]
          text: a
      no_match:
        - call: { method: GET }
        - {}
`;

test('reads all of it', () => {
  const { rules, ...rest } = policyOf(home(whole));
  expect(rules.map(({ holds: _, ...rule }) => rule)).toEqual([
    { id: 'no-deletes', source: 'home.yaml', decision: 'deny', reason: 'nothing is removed from here' },
  ]);
  expect(rest).toEqual({
    kind: 'policy',
    pii: [
      { capability: 'network.http-fetch', source: 'home.yaml', decision: 'deny' },
      { capability: '*', source: 'home.yaml', decision: 'ask' },
    ],
    trustedHosts: new Set(['https://api.good.test', 'http://localhost:8080']),
    privateOrigins: new Set(['http://10.0.0.5:3000']),
    ignored: [],
  });
});

test('no file and an empty file are no rules', () => {
  expect(loadPolicy([])).toEqual(loadPolicy([home(''), project('# nothing\n')]));
});

const rule = (over: Record<string, string>) => {
  const lines = { id: 'r', when: 'true', decision: 'ask', reason: 'r', ...over };
  return `rules:\n  - ${Object.entries(lines)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n    ')}\n`;
};

describe('what makes a policy unreadable, and where', () => {
  test('the twin is readable', () => {
    expect(problemsOf(home(rule({})))).toEqual([]);
  });

  test.each([
    ['rules: [', 1, 9, /collection/i],
    ['rule: []', 1, 1, 'a policy has no `rule`; known are rules, trusted_hosts, private_origins, pii'],
    ['- a', 1, 1, 'a policy must be a mapping'],
    ['rules: []\nrules: []', 2, 1, 'Map keys must be unique'],
    ['rules: &a []', 1, 11, 'anchors are not read'],
    [rule({ decision: 'permit' }), 4, 15, '`decision` must be allow, ask, deny'],
    [rule({ decision: 'ALLOW' }), 4, 15, '`decision` must be allow, ask, deny'],
    [rule({ when: 'call.metod == "GET"' }), 3, 16, '`when`: No such key: metod'],
    [rule({ when: '\'effects.exists(e, e.knd == "x")\'' }), 3, 32, '`when`: No such key: knd'],
    [rule({ when: 'call.method' }), 3, 11, '`when`: gives string, not true or false'],
    [rule({ when: 'call.method ==' }), 3, 25, '`when`: Unexpected token: EOF'],
    [rule({ when: 'environment' }), 3, 11, '`when`: Unknown variable: environment'],
    [rule({ when: 'call.path.matches("(a+)+$")' }), 3, 11, /^`when`: patterns are not available/],
    [rule({ when: 'host_matches(call.host, "*evil.test")' }), 3, 35, '`when`: `*evil.test` is no host pattern'],
    [rule({ when: 'host_matches(call.host, "https://a.test")' }), 3, 35, '`when`: `https://a.test` is no host pattern'],
    [
      rule({ when: 'effects.exists(a, effects.exists(b, effects.exists(c, true)))' }),
      3,
      47,
      '`when`: loops are nested too deep',
    ],
    [rule({ when: `'${'!'.repeat(2100)}true'` }), 3, 12, '`when`: longer than 2000 characters'],
    [rule({ when: 'true', reason: '""' }), 5, 13, '`reason` must be a text'],
    [rule({ id: 'a b' }), 2, 9, '`id` must be a short name'],
    [`${rule({})}${rule({}).replace('rules:\n', '')}`, 6, 5, 'a second rule `r`'],
    [rule({ colour: 'red' }), 6, 5, 'a rule has no `colour`; known are id, when, decision, reason, examples'],
    ['trusted_hosts: [api.good.test]', 1, 17, 'trusted_hosts takes exact origins such as https://api.good.test'],
    ['trusted_hosts: ["https://*.good.test"]', 1, 17, /exact origins/],
    ['trusted_hosts: [https://good.test/]', 1, 17, /exact origins/],
    ['trusted_hosts: [HTTPS://good.test]', 1, 17, /exact origins/],
    ['trusted_hosts: [https://good.test:443]', 1, 17, /exact origins/],
    ['trusted_hosts: ["https://u@good.test"]', 1, 17, /exact origins/],
    ['trusted_hosts: ["file:///etc"]', 1, 17, /exact origins/],
    ['trusted_hosts: ["http://127.1"]', 1, 17, /exact origins/],
    ['private_origins: https://a.test', 1, 18, 'private_origins must be a list'],
    ['pii: { network.http-fetch: allow }', 1, 28, 'pii of a capability must be ask, deny'],
    ['pii: deny', 1, 6, 'pii must be a mapping'],
    [
      rule({ when: 'call.method == "PUT"', examples: '{ match: [{ call: { method: GET } }] }' }),
      6,
      25,
      '`r` does not match this example of match',
    ],
    [rule({ examples: '{ no_match: [{}] }' }), 6, 28, '`r` matches this example of no_match'],
    [rule({ when: 'effects[0].kind == "x"', examples: '{ no_match: [{}] }' }), 6, 28, /^`r` fails on/],
    [rule({ examples: '{ match: [{ call: { metod: GET } }] }' }), 6, 35, /^call has no `metod`/],
    [rule({ examples: '{ match: [{ call: { tier: 9 } }] }' }), 6, 41, '`tier` must be 0, 1, 2 or 3'],
  ] as const)('case %#', (text, line, column, message) => {
    const [first, ...more] = problemsOf(home(text));
    expect({ ...first, more }).toEqual({
      source: 'home.yaml',
      line,
      column,
      message:
        typeof message === 'string'
          ? message.replace('https://api.good.test', 'https://api.example.com')
          : expect.stringMatching(message),
      more,
    });
    expect(first).toBeDefined();
  });

  test('sizes', () => {
    expect(problemsOf(home(`#${'x'.repeat(300_000)}`))).toHaveLength(1);
    const many = (count: number) =>
      `rules:\n${Array.from({ length: count }, (_, i) => `- {id: r${i}, when: "true", decision: ask, reason: r}`).join('\n')}`;
    expect(problemsOf(home(many(501))).map(({ message }) => message)).toEqual(['more than 500 rules']);
    expect(problemsOf(home(many(500)))).toEqual([]);
  });

  test('one broken file of two', () => {
    expect(problemsOf(home(rule({})), project('x: 1')).map(({ source }) => source)).toEqual(['project.yaml']);
  });
});
