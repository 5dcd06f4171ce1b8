import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Loaded } from '../../../src/host/load-skill.ts';
import { sha256 } from '../../../src/ir/digest.ts';
import { type Answer, openTestHost, type Recorder, recorder, type TestHost } from '../market/test-host.ts';

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: Made for a test.\n---\n# ${name}\n\n## Get\n\n\`\`\`bash\ncurl -s https://api.example.com/x\n\`\`\`\n`;

let server: Recorder;
let evil: Recorder;
let skillc: TestHost;
let answer: Answer;

beforeAll(async () => {
  server = await recorder((request, response, body) => answer(request, response, body));
  evil = await recorder((_, response) => void response.end(skill('from-evil')));
  skillc = await openTestHost({ resolver: async () => ['127.0.0.1'] });
});

afterAll(async () => {
  await Promise.all([skillc.close(), server.close(), evil.close()]);
});

beforeEach(() => {
  server.seen.length = 0;
  evil.seen.length = 0;
  answer = (_, response) => void response.end(skill('fetched'));
});

function codeOf(loaded: Loaded): string {
  if (loaded.kind !== 'outcome') return loaded.kind;
  return 'reason' in loaded.outcome ? loaded.outcome.reason.code : loaded.outcome.outcome;
}

const at = (path: string) => `${server.origin}${path}`;
const answerTo = async (loaded: Loaded): Promise<void> => {
  if (loaded.kind !== 'outcome' || loaded.outcome.outcome !== 'waiting') throw new Error(codeOf(loaded));
  await skillc.approveAll(loaded.outcome.approval_id ?? '', { scope: 'once' });
};

test.each(['person', 'agent'] as const)(
  'a machine of one’s own asks a %s, and the approval is the grant',
  async (actor) => {
    const target = at(`/${actor}/skill.md`);
    answer = (_, response) => void response.end(skill(`by-${actor}`));
    const first = await skillc.load(target, { actor });
    expect([codeOf(first), server.seen]).toEqual(['approval/needed', []]);
    await answerTo(first);
    expect(codeOf(await skillc.load(target, { actor }))).toBe('loaded');
    expect(server.seen.map(({ url }) => url)).toEqual([`/${actor}/skill.md`]);
    // It was for once, and for this address.
    expect(codeOf(await skillc.load(target, { actor }))).toBe('approval/needed');
    expect(codeOf(await skillc.load(`${target}?other=1`, { actor }))).toBe('approval/needed');
  },
);

test.each([
  ['https://x.com/someone/status/1', 'load/not-a-skill'],
  ['https://twitter.com/a/skill.md', 'load/not-a-skill'],
  ['https://www.reddit.com/r/x/skill.md', 'load/not-a-skill'],
  ['https://x.com./skill.md', 'load/not-a-skill'],
  ['https://example.com/page?next=/skill.md', 'load/not-a-skill'],
  ['https://example.com/page#/skill.md', 'load/not-a-skill'],
  ['ftp://example.com/skill.md', 'load/scheme'],
  ['javascript:alert(1)//skill.md', 'load/scheme'],
  ['data:text/markdown,x', 'load/scheme'],
  ['https://good.example@evil.example/skill.md', 'load/userinfo'],
  ['https://example.com\\@evil.example/skill.md', 'load/url'],
  ['https://example.com/a b/skill.md', 'load/url'],
  ['file://server/share/skill.md', 'load/file-url'],
  ['file:/etc/skill.md', 'load/file-url'],
  ['file:skill.md', 'load/file-url'],
  ['file:///etc%2fskill.md', 'load/file-url'],
  ['file:///etc/%00/skill.md', 'load/file-url'],
  ['file:///etc/%zz/skill.md', 'load/file-url'],
  ['file:///etc/skill.md?next=1', 'load/file-url'],
])('%s', async (target, code) => {
  expect([codeOf(await skillc.load(target)), codeOf(await skillc.load(target, { actor: 'agent' }))]).toEqual([
    code,
    code,
  ]);
});

test('a path of this machine is a person’s to load', async () => {
  const folder = skillc.write('local', { Get: 'curl -s https://api.example.com/x' });
  expect(codeOf(await skillc.load(folder, { actor: 'agent' }))).toBe('load/path');
  expect(codeOf(await skillc.load(folder))).toBe('loaded');
});

test('an agent that forces a page asks each time, whatever the policy allows', async () => {
  const trusting = await openTestHost({
    resolver: async () => ['127.0.0.1'],
    policy: `trusted_hosts: ["https://example.com"]\nprivate_origins: ["https://example.com"]\n`,
  });
  const target = 'https://example.com/about';
  expect(codeOf(await trusting.load(target, { actor: 'agent', force: true }))).toBe('approval/needed');
  // A person who forces it is not asked; nothing listens there.
  expect(codeOf(await trusting.load(target, { force: true }))).toMatch(/^(?:network|tls)\//);
  await trusting.close();
});

test('plain http to another machine only with the digest of what must come', async () => {
  const target = `http://plain.test:${server.port}/skill.md`;
  expect([codeOf(await skillc.load(target)), server.seen]).toEqual(['load/plain-http', []]);
  const pinned = await skillc.load(target, { digest: sha256(skill('fetched')) });
  // Further, up to where its name turns out to be this machine.
  expect(codeOf(pinned)).toBe('network/refused-address');
  expect(server.seen).toEqual([]);
});

test.each([
  ['another origin', () => `${evil.origin}/skill.md`],
  ['a name of this machine', () => `http://localhost:${evil.port}/skill.md`],
  ['an address for cloud machines', () => 'http://169.254.169.254/latest/skill.md'],
  ['a file', () => 'file:///etc/skill.md'],
  ['two readings', () => `http://127.0.0.1:${server.port}@127.0.0.1:${evil.port}/skill.md`],
])('a redirect to %s ends there', async (what, location) => {
  const target = at(`/away/${what.replaceAll(' ', '-')}/skill.md`);
  answer = (_, response) => void response.writeHead(302, { location: location() }).end();
  await answerTo(await skillc.load(target));
  expect(codeOf(await skillc.load(target))).toBe('load/status');
  expect([evil.seen, server.seen.length]).toEqual([[], 1]);
});

test('a redirect on the same origin is another address, asked for by itself', async () => {
  const [first, second] = [at('/moved/skill.md'), at('/v2/skill.md?x=1')];
  answer = (request, response) =>
    request.url === '/moved/skill.md'
      ? void response.writeHead(302, { location: '/v2/skill.md?x=1' }).end()
      : void response.end(skill('moved'));
  await answerTo(await skillc.load(first));
  const asked = await skillc.load(first);
  expect(asked).toMatchObject({
    kind: 'outcome',
    outcome: {
      outcome: 'waiting',
      reason: {
        code: 'approval/needed',
        message: expect.stringMatching(`^the server redirects to \`${second.replace('?', '\\?')}\`: `),
        remedy: expect.stringMatching(`, then load \`${second.replace('?', '\\?')}\` itself$`),
      },
    },
  });
  expect(server.seen.map(({ url }) => url)).toEqual(['/moved/skill.md']);
  await answerTo(asked);
  const loaded = await skillc.load(second);
  expect([codeOf(loaded), server.seen.map(({ url }) => url)]).toEqual([
    'loaded',
    ['/moved/skill.md', '/v2/skill.md?x=1'],
  ]);
  expect(await skillc.host.operations.row('moved')).toMatchObject({ uri: second });
});

test('both addresses of a redirect that were approved for longer are followed', async () => {
  const always = async (loaded: Loaded) => {
    if (loaded.kind !== 'outcome' || loaded.outcome.outcome !== 'waiting') throw new Error(codeOf(loaded));
    await skillc.approveAll(loaded.outcome.approval_id ?? '', { scope: 'always' });
  };
  answer = (request, response) =>
    request.url === '/a/skill.md'
      ? void response.writeHead(307, { location: 'b/skill.md' }).end()
      : void response.end(skill('followed'));
  await always(await skillc.load(at('/a/skill.md'), { actor: 'agent' }));
  await always(await skillc.load(at('/a/skill.md'), { actor: 'agent' }));
  expect(codeOf(await skillc.load(at('/a/skill.md'), { actor: 'agent' }))).toBe('loaded');
  expect(await skillc.host.operations.row('followed')).toMatchObject({ uri: at('/a/b/skill.md') });
});

test('a redirect to what does not look like a skill is not followed, and one in a circle ends', async () => {
  answer = (_, response) => void response.writeHead(302, { location: '/login?next=/skill.md' }).end();
  await answerTo(await skillc.load(at('/asks/skill.md')));
  expect([codeOf(await skillc.load(at('/asks/skill.md'))), server.seen.length]).toEqual(['load/not-a-skill', 1]);
  const circle = at('/circle/skill.md');
  answer = (_, response) => void response.writeHead(302, { location: circle }).end();
  const [waiting] = [await skillc.load(circle)];
  if (waiting.kind !== 'outcome' || !('approval_id' in waiting.outcome)) throw new Error(codeOf(waiting));
  await skillc.approveAll(waiting.outcome.approval_id ?? '', { scope: 'always' });
  expect([codeOf(await skillc.load(circle)), server.seen.length]).toEqual(['load/redirects', 7]);
});

test.each<[string, Answer, RegExp]>([
  ['too large', (_, r) => void r.end(Buffer.alloc(5_000_000, '#')), /^limit\//],
  ['not there', (_, r) => void r.writeHead(404).end('no'), /^network\/status$/],
  ['broken off', (q) => void q.socket.destroy(), /^network\//],
  ['no skill', (_, r) => void r.end(Buffer.from([0, 255, 254])), /^invalid$/],
  ['a page', (_, r) => void r.end('<!doctype html><p>hello'), /^invalid$|^loaded$/],
])('what comes is %s', async (what, hostile, code) => {
  const target = at(`/${what.replaceAll(' ', '-')}/skill.md`);
  answer = hostile;
  await answerTo(await skillc.load(target));
  expect(codeOf(await skillc.load(target))).toMatch(code);
});

test('an address that cannot be decoded is one like any other', async () => {
  const target = at('/skills/%zz.md');
  answer = (_, response) => void response.end(skill('odd'));
  await answerTo(await skillc.load(target));
  expect(codeOf(await skillc.load(target))).toBe('loaded');
});

test('other content than was asked for is not loaded', async () => {
  const target = at('/pinned/skill.md');
  answer = (_, response) => void response.end(skill('pinned'));
  const wrong = { digest: sha256('something else') };
  await answerTo(await skillc.load(target, wrong));
  expect(codeOf(await skillc.load(target, wrong))).toBe('load/digest');
  expect(await skillc.host.operations.row('pinned')).toBeUndefined();
  await answerTo(await skillc.load(target));
  expect(codeOf(await skillc.load(target, { digest: sha256(skill('pinned')) }))).toBe('loaded');
});

test('credentials in a document that is loaded are text, and no secret of anybody', async () => {
  const before = await skillc.host.secrets.names();
  const target = at('/openapi.json');
  const document = {
    openapi: '3.0.0',
    info: { title: 'keys', version: '1' },
    paths: {},
    api_key: 'planted_0123456789',
  };
  answer = (_, response) => void response.end(JSON.stringify(document));
  await answerTo(await skillc.load(target));
  await skillc.load(target);
  expect(await skillc.host.secrets.names()).toEqual(before);
});

test.each(['network', 'json', 'skill', 'ccos', 'core', 'approval'])('the id %s is not to be had', async (id) => {
  const folder = skillc.write(id, { Get: 'curl -s https://api.example.com/x' });
  expect(codeOf(await skillc.load(folder))).toBe('load/reserved');
  expect(codeOf(await skillc.load(folder, { as: `my-${id}` }))).toBe('loaded');
  expect(codeOf(await skillc.load(folder, { as: id }))).toBe('load/reserved');
});

test.each(['..', 'a/b', 'A', 'a.b', '', 'a\tb', 'x'.repeat(65), '-a'])('%j is no id', async (as) => {
  const folder = skillc.write('ids', { Get: 'curl -s https://api.example.com/x' });
  expect(codeOf(await skillc.load(folder, { as }))).toBe('load/id');
});

test('a second source does not take the id of the first', async () => {
  const first = skillc.write('mine', { Get: 'curl -s https://api.example.com/x' });
  await skillc.load(first);
  answer = (_, response) => void response.end(skill('mine'));
  const target = at('/taken/skill.md');
  await answerTo(await skillc.load(target, { actor: 'agent' }));
  expect(codeOf(await skillc.load(target, { actor: 'agent' }))).toBe('load/taken');
  await answerTo(await skillc.load(target, { actor: 'agent', as: 'mine' }));
  expect(codeOf(await skillc.load(target, { actor: 'agent', as: 'mine' }))).toBe('load/taken');
  expect(await skillc.host.operations.row('mine')).toMatchObject({ uri: expect.stringContaining(first) });
  await answerTo(await skillc.load(target, { actor: 'agent', as: 'theirs' }));
  expect(codeOf(await skillc.load(target, { actor: 'agent', as: 'theirs' }))).toBe('loaded');
});
