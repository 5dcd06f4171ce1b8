import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/exec/policy/decide.ts';
import { loadPolicy } from '../../../src/exec/policy/load.ts';
import { processorMs } from '../../processor-time.ts';
import { asking, home, http, policyOf, project } from './questions.ts';

const none = policyOf();
const good = 'https://api.good.test/v1/items';
const trusting = policyOf(home('trusted_hosts: [https://api.good.test]'));
const ruled = (decision: string, when: string, id = decision) =>
  `- { id: ${id}, when: '${when}', decision: ${decision}, reason: because ${id} }`;
const rules = (...lines: readonly string[]) => `rules:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;

describe('without rules', () => {
  test('what touches nothing is allowed', () => {
    expect(decide(none, asking())).toEqual({
      decision: 'allow',
      rules: [{ id: 'built-in/pure', source: 'built-in', decision: 'allow', reason: 'touches nothing outside' }],
    });
  });

  test('a tier is not believed against the effects', () => {
    const reading = asking({ effects: [{ kind: 'read', path: 'a' }] });
    expect(decide(none, reading)).toEqual({
      decision: 'ask',
      rules: [{ id: 'built-in/default', source: 'built-in', decision: 'ask', reason: 'no rule allows it' }],
      remedy: 'approve the call',
    });
    expect(decide(none, asking({ effects: [{ kind: 'output' }] })).decision).toBe('allow');
  });

  test('113: with no trusted host nothing is reached without a question', () => {
    expect(decide(none, http('GET', good)).decision).toBe('ask');
    expect(decide(trusting, http('GET', good)).decision).toBe('allow');
  });

  test.each([
    ['110: a host that begins like a trusted one', 'https://api.good.test.evil.test/v1'],
    ['111: a host that ends like a trusted one', 'https://evilapi.good.test/'],
    ['111: the domain above', 'https://good.test/'],
    ['a host below', 'https://x.api.good.test/'],
    ['another scheme', 'http://api.good.test/'],
    ['another port', 'https://api.good.test:8443/'],
    ['114: loopback in decimal', 'http://2130706433/'],
    ['114: loopback in octal', 'http://0177.0.0.1/'],
    ['114: loopback in short form', 'http://127.1/'],
    ['116: metadata', 'http://169.254.169.254/latest'],
  ])('%s is not trusted', (_, url) => {
    expect(decide(trusting, http('GET', url)).decision).toBe('ask');
  });

  test('122, 128: trust is for plain reads', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', '*', 'get']) {
      expect(decide(trusting, http(method, good)).decision).toBe('ask');
    }
    expect(decide(trusting, http('HEAD', good)).decision).toBe('allow');
  });

  test('117, 119, 120: one effect elsewhere is enough to ask', () => {
    const [here] = http('GET', good).effects;
    const [there] = http('GET', 'http://169.254.169.254/').effects;
    if (here === undefined || there === undefined) throw new Error('no effects');
    expect(decide(trusting, http('GET', good, { effects: [here, there] })).decision).toBe('ask');
    expect(decide(trusting, http('GET', good, { effects: [here, here] })).decision).toBe('allow');
  });

  test('a secret makes a read more than plain', () => {
    const secrets = [{ name: 'KEY', isNew: false }];
    expect(decide(trusting, http('GET', good, { secrets })).decision).toBe('ask');
  });
});

describe('what no file can take below a question', () => {
  const allowing = policyOf(home(rules(ruled('allow', 'true'))));

  test.each([
    ['built-in/classified-data', asking({ classifications: ['pii'] })],
    ['built-in/classified-data', asking({ effects: [{ kind: 'classified', class: 'health' }] })],
    ['built-in/new-secret', asking({ secrets: [{ name: 'KEY', isNew: true }] })],
    ['built-in/sandbox', asking({ call: { capability: 'sandbox.python', tier: 2 } })],
    ['built-in/unknown-tool', asking({ call: { capability: 'network.http-fetch', tier: 3 } })],
  ])('%s', (id, question) => {
    const answer = decide(allowing, question);
    expect(answer.decision).toBe('ask');
    expect(answer.rules.map((rule) => rule.id)).toEqual(['allow', id]);
    expect(decide(allowing, asking({ secrets: [{ name: 'KEY', isNew: false }] })).decision).toBe('allow');
  });
});

describe('rules', () => {
  test('the strictest wins, whatever the order, and all are listed', () => {
    const lines = [ruled('allow', 'true'), ruled('deny', 'call.method == "DELETE"'), ruled('ask', 'call.tier >= 1')];
    for (const order of [lines, lines.toReversed()]) {
      const policy = policyOf(home(rules(...order)));
      const answer = decide(policy, http('DELETE', good));
      expect(answer.decision).toBe('deny');
      expect(answer.rules.map((rule) => rule.id).sort()).toEqual(['allow', 'ask', 'deny']);
      expect(answer.remedy).toBe('change the rule `deny` in home.yaml; an approval does not help');
      expect(decide(policy, http('GET', good)).decision).toBe('ask');
      expect(decide(policy, asking()).decision).toBe('allow');
    }
  });

  test('a project can tighten and nothing else', () => {
    const loosening = project(
      `${rules(ruled('allow', 'true'))}trusted_hosts: [https://api.good.test]\nprivate_origins: [http://localhost:1]\n`,
    );
    const policy = policyOf(loosening);
    expect(policy.ignored.map(({ line, message }) => ({ line, message }))).toEqual([
      { line: 2, message: '`allow` allows, which only the policy of the user can' },
      { line: 3, message: 'trusted_hosts counts only in the policy of the user' },
      { line: 4, message: 'private_origins counts only in the policy of the user' },
    ]);
    expect({ ...policy, ignored: [] }).toEqual(none);
    expect(decide(policy, http('GET', good)).decision).toBe('ask');
    const tight = policyOf(home(rules(ruled('allow', 'true'))), project(rules(ruled('deny', 'call.tier > 0'))));
    expect(decide(tight, http('GET', good))).toEqual({
      decision: 'deny',
      rules: [
        { id: 'allow', source: 'home.yaml', decision: 'allow', reason: 'because allow' },
        { id: 'deny', source: 'project.yaml', decision: 'deny', reason: 'because deny' },
      ],
      remedy: 'change the rule `deny` in project.yaml; an approval does not help',
    });
    expect(decide(policyOf(home('private_origins: [http://localhost:1]')), asking()).decision).toBe('allow');
  });

  test('110, 111: hosts are compared label by label', () => {
    const policy = policyOf(home(rules(ruled('allow', 'host_matches(call.host, "*.good.test")'))));
    const ask = ['https://evilgood.test', 'https://good.test', 'https://a.good.test.evil.test', 'https://a.good.tests'];
    for (const url of ask) expect([url, decide(policy, http('GET', url)).decision]).toEqual([url, 'ask']);
    for (const url of ['https://a.good.test', 'https://a.b.good.test', 'https://A.GOOD.test.']) {
      expect([url, decide(policy, http('GET', url)).decision]).toEqual([url, 'allow']);
    }
  });

  test('122: method and path are part of a rule', () => {
    const when = 'call.method == "GET" && call.origin == "https://api.good.test" && call.path.startsWith("/api/")';
    const policy = policyOf(home(rules(ruled('allow', when))));
    expect(decide(policy, http('GET', 'https://api.good.test/api/x')).decision).toBe('allow');
    expect(decide(policy, http('POST', 'https://api.good.test/api/x')).decision).toBe('ask');
    expect(decide(policy, http('GET', 'https://api.good.test/upload')).decision).toBe('ask');
  });

  test('a rule that fails while it runs is a no', () => {
    const policy = policyOf(home(rules(ruled('allow', 'effects[3].kind == "x"', 'broken'))));
    const answer = decide(policy, asking());
    expect(answer).toMatchObject({ decision: 'deny', rules: [{ id: 'broken', decision: 'deny' }] });
    expect(answer.rules[0]?.reason).toMatch(/^the rule could not be evaluated: /);
  });

  test('a rule that gives no truth value is a no', () => {
    const rule = {
      id: 'odd',
      source: 'x',
      decision: 'allow',
      reason: 'r',
      holds: () => Promise.resolve(true),
    } as const;
    expect(decide({ ...none, rules: [rule] }, asking())).toMatchObject({
      decision: 'deny',
      rules: [{ id: 'odd', decision: 'deny', reason: 'the rule gave neither true nor false' }],
    });
    expect(decide({ ...none, rules: [{ ...rule, holds: () => true }] }, asking()).decision).toBe('allow');
  });

  test('more effects than rules can look at in time are a no', () => {
    const many = (count: number) =>
      asking({ effects: Array.from({ length: count }, () => ({ kind: 'output' as const })) });
    expect(decide(none, many(501)).decision).toBe('deny');
    expect(decide(none, many(500)).decision).toBe('allow');
  });
});

describe('172: personal data', () => {
  const policy = policyOf(project('pii: { network.http-fetch: deny, text.transform: ask }'));
  const sending = (text: string) => http('POST', good, { text });

  test.each([
    ['email', 'write to ann.lee@example.org today'],
    ['email', '{"to":"ann\\u0040example.org"}'],
    ['email', 'to=ann%40example.org&x=1'],
    ['phone', 'call +49 30 1234567'],
    ['phone', 'call (415) 555-2671 now'],
    ['card', 'card 4111 1111 1111 1111.'],
    ['card', '４１１１１１１１１１１１１１１１'],
    ['card, email', '5500-0000-0000-0004 a@b.io'],
  ])('%s', (classes, text) => {
    const answer = decide(policy, sending(text));
    expect(answer).toEqual({
      decision: 'deny',
      rules: [
        {
          id: 'pii/network.http-fetch',
          source: 'project.yaml',
          decision: 'deny',
          reason: `holds personal data: ${classes}`,
        },
      ],
      remedy: 'change the rule `pii/network.http-fetch` in project.yaml; an approval does not help',
    });
    expect(JSON.stringify(answer)).not.toContain(text);
    expect(decide(none, sending(text)).decision).toBe('ask');
  });

  test.each([
    'order 4111111111111112 of 2024-01-02',
    'at 1700000000',
    'user@localhost',
    '2.0.1',
    'a@b',
    '0000000000000000',
  ])('not in: %s', (text) => {
    expect(decide(policy, sending(text)).rules.map((rule) => rule.id)).toEqual(['built-in/default']);
  });

  test('in rules', () => {
    const cards = policyOf(home(rules(ruled('deny', '"card" in contains_pii(text)'))));
    expect(decide(cards, sending('4111111111111111')).decision).toBe('deny');
    expect(decide(cards, sending('a@example.org')).decision).toBe('ask');
  });

  test('long hostile texts take linear time', () => {
    for (const text of [
      'a'.repeat(300_000),
      '1 '.repeat(150_000),
      '+1'.repeat(150_000),
      'a.'.repeat(150_000),
      '@a.'.repeat(100_000),
    ]) {
      const begun = processorMs();
      decide(policy, sending(text));
      expect(processorMs() - begun).toBeLessThan(1_500);
    }
  });
});

test('an unreadable policy denies everything and says why', () => {
  const answer = decide(loadPolicy([home('rules: 7')]), asking());
  expect(answer).toEqual({
    decision: 'deny',
    rules: [
      {
        id: 'built-in/unreadable-policy',
        source: 'home.yaml',
        decision: 'deny',
        reason: 'home.yaml:1:8: rules must be a list',
      },
    ],
    remedy: 'mend the policy: home.yaml:1:8: rules must be a list',
  });
  expect(decide(loadPolicy([home('rules: []')]), asking()).decision).toBe('allow');
});

test('twenty rules are decided in well under a tenth of a millisecond', () => {
  const lines = Array.from({ length: 20 }, (_, i) =>
    ruled(
      'ask',
      `call.method == "PUT" && (host_matches(call.host, "*.h${i}.test") || effects.exists(e, e.path == "/${i}"))`,
      `r${i}`,
    ),
  );
  const policy = policyOf(home(rules(...lines)));
  const question = http('PUT', good);
  const times = Array.from({ length: 300 }, () => {
    const begun = processorMs();
    for (let i = 0; i < 10; i++) decide(policy, question);
    return (processorMs() - begun) / 10;
  }).sort((a, b) => a - b);
  expect(times[150]).toBeLessThan(0.1);
});
