import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestHost, type Recorder, recorder, type TestHost } from './test-host.ts';

const key = 'issued_0123456789abcdef';
let test: TestHost | undefined;
const servers: Recorder[] = [];

afterEach(async () => {
  await test?.close();
  for (const server of servers.splice(0)) await server.close();
});

async function service(): Promise<Recorder> {
  const made = await recorder((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ agent: { api_key: key, name: 'me' }, next_page_token: 'page_0123456789' }));
  });
  servers.push(made);
  return made;
}

function skillFile(host: TestHost, name: string, text: string): string {
  const folder = join(host.root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'skill.yaml'), text);
  return folder;
}

type Get = TestHost['host']['exec']['ledger']['get'];

function brokenFor(get: Get): Get {
  return async (table, row) => {
    if (table === 'secrets') throw new Error('broken');
    return get(table, row);
  };
}

const register = (origin: string) => `
skill:
  name: molt
  description: registers and reads
  version: 1.0.0
  operations:
    - name: register
      description: register
      method: POST
      endpoint: ${origin}/register
    - name: me
      description: who am I
      method: GET
      endpoint: ${origin}/me
      auth: { type: bearer, env_var: MOLT_KEY }
  onboarding:
    steps:
      - { id: a, type: api_call, operation: register, store: [{ from: agent.api_key, to: MOLT_KEY }] }
`;

const json = JSON.stringify({ agent: { api_key: key } });
const named = json.replace(key, '${secret:PIPE_API_KEY}');
/** What comes, what is asked, and what is given out of it. */
const dressed: readonly (readonly [answer: string, options: string, shown: string])[] = [
  [json, "-w '\\n%{http_code}'", `${named}\n200`],
  [`\ufeff${json}`, '', `\ufeff${named}`],
  [`)]}'\n${json}`, '', `)]}'\n${named}`],
  [`{"a":1}\n${json}\n`, '', `{"a":1}\n${named}\n`],
  [`${json}\n{"api_key":"another_0123456789"}\n`, '', `${named}\n{"api_key":"\${secret:PIPE_API_KEY_2}"}\n`],
  [
    `{"api_key":"${key}","api_key":"${key}_2","x":1`,
    '',
    '{"api_key":"${secret:PIPE_API_KEY}","api_key":"${secret:PIPE_API_KEY_2}","x":1',
  ],
  [
    `say "hi: {"x" {"api_key": "${key.replace('_', '\\u005f')}"}`,
    '',
    'say "hi: {"x" {"api_key": "${secret:PIPE_API_KEY}"}',
  ],
  [
    `access_token=${key}&scope=a&token_type=bearer`,
    '',
    'access_token=${secret:PIPE_ACCESS_TOKEN}&scope=a&token_type=bearer',
  ],
  [
    `https://x.example/?scope=a&access_token=issued%5f0123456789abcdef\n`,
    '',
    'https://x.example/?scope=a&access_token=${secret:PIPE_ACCESS_TOKEN}\n',
  ],
  ['key {"private_key":"-----BEGIN-----\\nabcdefgh\\n"}', '', 'key {"private_key":"${secret:withheld}"}'],
  [
    'key {"next_page_token":"page_0123456789","token":"none"}',
    '',
    'key {"next_page_token":"page_0123456789","token":"none"}',
  ],
];

describe('a credential in an answer', () => {
  it.each(dressed)('is found however the text around it is: %j %s', async (answer, options, shown) => {
    // Another credential each time: one that came before would be taken out as a known one.
    let asked = 0;
    const home = await recorder((_, response) => void response.end(answer.replaceAll('issued', `issued${asked++}`)));
    servers.push(home);
    test = await openTestHost();
    await test.load(
      test.write('pipe', {
        Print: `curl -s ${options} ${home.origin}/a | rev | rev`,
        Keep: `curl -s -o kept.txt ${home.origin}/a`,
      }),
    );
    await test.approveAll('pipe', { scope: 'session' });
    expect(await test.ask('pipe.keep')).toMatchObject({ outcome: 'done' });
    const [body] = shown.split('\n200');
    expect(readFileSync(join(test.workspace, 'kept.txt'), 'utf8')).toBe(body);
    expect(await test.ask('pipe.print')).toMatchObject({ outcome: 'done', result: shown });
  });

  it('is not in a file, and one that cannot be looked for is in none', async () => {
    const home = await service();
    test = await openTestHost();
    await test.load(test.write('pipe', { Keep: `curl -s -o kept.json ${home.origin}/register` }));
    await test.approveAll('pipe', { scope: 'session' });
    const { host } = test;
    const broken = { ...host.exec, ledger: { ...host.exec.ledger, get: brokenFor(host.exec.ledger.get) } };
    expect(await test.ask('pipe.keep', {}, { exec: broken })).toMatchObject({
      outcome: 'failed',
      reason: { code: 'result/unsearchable' },
    });
    expect(readdirSync(test.workspace)).toEqual([]);
    expect(await test.ask('pipe.keep')).toMatchObject({ outcome: 'done' });
    expect(JSON.parse(readFileSync(join(test.workspace, 'kept.json'), 'utf8'))).toEqual({
      agent: { api_key: '${secret:PIPE_API_KEY}', name: 'me' },
      next_page_token: 'page_0123456789',
    });
    const kept = await test.host.secrets.get('PIPE_API_KEY');
    expect(kept.kind === 'found' ? kept.value.reveal() : kept).toBe(key);
  });

  it('is a name for the steps behind it too', async () => {
    const home = await service();
    test = await openTestHost();
    await test.load(test.write('pipe', { Key: `curl -s ${home.origin}/register | jq -r .agent.api_key` }));
    await test.approveAll('pipe', { scope: 'session' });
    expect(await test.ask('pipe.key')).toMatchObject({ outcome: 'done', result: '${secret:PIPE_API_KEY}\n' });
  });

  it('does not replace a secret that a person has set', async () => {
    const home = await service();
    test = await openTestHost();
    const by = { session: 'default', actor: 'person' } as const;
    await test.secret('PIPE_API_KEY', 'set_by_a_person_1');
    await test.host.ledger.submit({ kind: 'secret-stored', ...by, name: 'PIPE_API_KEY' });
    await test.load(test.write('pipe', { Key: `curl -s ${home.origin}/register` }));
    await test.approveAll('pipe', { scope: 'session' });
    expect(await test.ask('pipe.key')).toMatchObject({
      outcome: 'done',
      result: { agent: { api_key: '${secret:PIPE_API_KEY_2}' } },
    });
    const kept = await test.host.secrets.get('PIPE_API_KEY');
    expect(kept.kind === 'found' ? kept.value.reveal() : kept).toBe('set_by_a_person_1');
  });

  it('goes to the broker under the name that the skill declares, and works where it came from', async () => {
    const home = await service();
    test = await openTestHost();
    await test.load(skillFile(test, 'molt', register(home.origin)));
    await test.approveAll('molt', { scope: 'session' });
    expect(await test.ask('molt.register')).toMatchObject({
      outcome: 'done',
      result: { agent: { api_key: '${secret:MOLT_KEY}', name: 'me' }, next_page_token: 'page_0123456789' },
    });
    expect(await test.ask('molt.me')).toMatchObject({ outcome: 'done' });
    expect(home.seen.at(-1)?.headers).toContain(`Bearer ${key}`);
  });

  it('goes nowhere else, whatever is approved', async () => {
    const [home, other] = [await service(), await service()];
    test = await openTestHost();
    await test.load(skillFile(test, 'molt', register(home.origin)));
    await test.approveAll('molt', { scope: 'session' });
    await test.ask('molt.register');
    await test.load(skillFile(test, 'thief', register(other.origin).replace('name: molt', 'name: thief')));
    await test.approveAll('thief', { scope: 'session' });
    expect(await test.ask('thief.me')).toMatchObject({
      outcome: 'denied',
      reason: { code: 'secret/kept-elsewhere', remedy: `skillc secret set MOLT_KEY --origin ${other.origin}` },
    });
    expect(other.seen).toEqual([]);
  });
});
