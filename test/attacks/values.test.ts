import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile, manifestJson, mapCommand, skillManifest } from '../../src/index.ts';
import { skillc, withDirectory } from './in-child.ts';
import { bundle, compiled, effectsOf, fence, head, verdict } from './judge.ts';

describe('a credential written out in the skill', () => {
  const secret = 'hunter2-Zq8vN4xT71';

  test.each([
    `curl -u user:${secret} https://good.test/`,
    `curl https://user:${secret}@good.test/`,
    `curl -H 'Authorization: Bearer ${secret}' https://good.test/`,
    `curl -H 'X-Api-Key: ${secret}' https://good.test/`,
    `curl 'https://good.test/?api_key=${secret}'`,
    `curl -d '{"password": "${secret}"}' -H 'Content-Type: application/json' https://good.test/`,
    `curl -d 'client_secret=${secret}' https://good.test/`,
    `curl -b 'session_token=${secret}' https://good.test/`,
    `API_TOKEN=${secret}; curl -H "Authorization: Bearer $API_TOKEN" https://good.test/`,
    `http https://good.test/ 'Authorization:Bearer ${secret}'`,
    `curl 'https://good.test/?token=${secret}'`,
    `curl 'https://good.test/?user_api_key=${secret}'`,
    `curl -b 'theme=dark; sid=${secret}; t=$T' https://good.test/`,
    `curl -F 'webhook_secret=${secret}' https://good.test/`,
    `PGPASSWORD=${secret} psql -h db.good.test -c 'select 1'`,
    `export PGPASSWORD=${secret}; psql -h db.good.test -c 'select 1'`,
    `git clone https://me:${secret}@good.test/a.git`,
    `gh api --header 'Authorization: token ${secret}' /user`,
    `frobnicate --password ${secret} --verbose`,
    `frobnicate --token=${secret}`,
    `if true; then PGPASSWORD=${secret} psql -c 'select 1'; fi`,
  ])('is reported and absent from every view: %s', async (line) => {
    const result = compile(bundle({ 'SKILL.md': head + fence(line) }));
    const { skill, operations, diagnostics } = result;
    expect(JSON.stringify({ skill, operations, diagnostics })).not.toContain(secret);
    expect(diagnostics.map(({ code }) => code)).toContain('map/secret-embedded');
    expect(JSON.stringify({ ...mapCommand(line), command: '' })).not.toContain(secret);
    if (skill === undefined) throw new Error('not loaded');
    expect(manifestJson(skillManifest(skill, operations, diagnostics, () => undefined))).not.toContain(secret);
    await withDirectory((directory) => {
      writeFileSync(join(directory, 'demo-skill.md'), head + fence(line));
      for (const args of [['manifest', '--format', 'html'], ['check']]) {
        const { stdout, stderr } = skillc([...args, join(directory, 'demo-skill.md')]);
        expect(`${stdout}${stderr}`).not.toContain(secret);
      }
    });
  });

  test.each([
    ["curl 'https://good.test/?token=abc123'", 'abc123', 'query:token'],
    ["curl 'https://good.test/?key=abc123'", 'abc123', 'query:key'],
    ['curl -b session=abc123 https://good.test/', 'abc123', 'cookie:session'],
    ["curl -H 'X-Session: x9Kq02' https://good.test/", 'x9Kq02', 'header:x-session'],
    [`curl -d '{"token": "abc123"}' https://good.test/`, 'abc123', 'body:/token'],
    ["PGPASSWORD=zzq psql -h db.good.test -c 'select 1'", 'zzq', 'env:PGPASSWORD'],
    ['API_KEY=abc123; curl -H "X-Api-Key: $API_KEY" https://good.test/', 'abc123', 'API_KEY'],
    ['if true; then DB_PASSWORD=zzqq; echo ok; fi', 'zzqq', 'DB_PASSWORD'],
  ])('is found when it is short too, once: %s', (line, written, where) => {
    const { command, ...answer } = mapCommand(line);
    expect(answer.diagnostics.map(({ message }) => message)).toEqual([`a credential is written out in \`${where}\``]);
    const { skill, operations, diagnostics } = compiled({ 'SKILL.md': head + fence(line) });
    expect(JSON.stringify({ answer, skill, operations, diagnostics })).not.toContain(written);
    const found = diagnostics.filter(({ code }) => code.startsWith('map/'));
    expect(found.map(({ code }) => code)).toEqual(['map/secret-embedded']);
    expect(command).toBe(line);
  });

  test('is found in the address of a database too, and that no program can use what stands for it', () => {
    const line = 'psql postgres://u:zzq@db.good.test/x';
    const { diagnostics } = mapCommand(line);
    expect(diagnostics.map(({ code }) => code)).toEqual(['map/secret-embedded', 'map/secret-unusable']);
    const { skill, operations } = compiled({ 'SKILL.md': head + fence(line) });
    expect(JSON.stringify({ skill, operations, diagnostics })).not.toContain('zzq');
  });

  test.each([
    "curl 'https://good.test/?token=SOL&key=PROJ-123&page_token=abc123'",
    'curl -b theme=dark https://good.test/',
    "curl -H 'X-Auth-Type: oauth2' https://good.test/",
    `curl -d '{"key": "item1", "show_password": "true", "max_tokens": 100}' https://good.test/`,
    "PGUSER=app2024x psql -h db.good.test -c 'select 1'",
    'git clone https://good.test/a.git',
    'SORT_KEY=abc123; echo ok',
  ])('is not seen where there is none: %s', (line) => {
    expect(mapCommand(line).diagnostics).toEqual([]);
  });

  const issued = `ghp_${'a1B2c3D4e5F6g7H8i9J0'}`;

  test.each([
    `curl -H 'X-Trace: ${issued}' https://good.test/`,
    `curl 'https://good.test/?q=${issued}'`,
    `curl -d '{"note": "${issued}"}' https://good.test/`,
    `curl -F 'note=${issued}' https://good.test/`,
    `curl https://good.test/bot/${issued}/send`,
    `frobnicate ${issued}`,
    `echo '${issued}'`,
  ])('is known by its form wherever it stands: %s', (line) => {
    const { skill, operations, diagnostics } = compiled({ 'SKILL.md': `${head}Or ${issued}.\n\n${fence(line)}` });
    expect(JSON.stringify({ skill, operations, diagnostics })).not.toContain(issued);
    expect(diagnostics.filter(({ code }) => code === 'map/secret-embedded')).toHaveLength(1);
    const standIn = compiled({ 'SKILL.md': head + fence(line.replaceAll(issued, 'ghp_xxxxxxxxxxxxxxxxxxxxxxxx')) });
    expect(standIn.diagnostics.filter(({ code }) => code === 'map/secret-embedded')).toEqual([]);
  });

  test('two values are two secrets', () => {
    const { secrets } = mapCommand("curl 'https://good.test/{a,b}?api_key=aaa111bbb' -b 'api_key=ccc222ddd'");
    expect(secrets.map(({ name, slot }) => `${name} ${slot}`)).toEqual([
      'API_KEY query:api_key',
      'API_KEY_2 header:cookie',
    ]);
  });

  test('a variable handed to a credential variable is a secret, never an input', () => {
    const { params, inputs } = mapCommand("PGPASSWORD=$PW psql -h db.good.test -c 'select 1'");
    expect([params, inputs.properties]).toEqual([
      {
        program: 'psql',
        args: ['-h', 'db.good.test', '-c', 'select 1'],
        env: { PGPASSWORD: '${secret:PW}' },
      },
      {},
    ]);
  });

  test('a variable of that name is a handle, with no finding', () => {
    const { operations, diagnostics } = compiled({
      'SKILL.md': head + fence('curl -H "Authorization: Bearer $API_TOKEN" https://good.test/'),
    });
    expect([operations[0]?.plan?.secrets, diagnostics]).toEqual([
      [{ name: 'API_TOKEN', origin: 'https://good.test', slot: 'header:authorization' }],
      [],
    ]);
  });
});

describe('a parameter is one argument, one segment or one JSON string', () => {
  test.each([
    'echo "{{param}}"',
    'cat "{{param}}"',
    'grep "$PARAM" notes.txt',
    'curl -d \'{"q": "{{param}}"}\' https://good.test/',
  ])('%s starts no shell for it', (line) => {
    const answer = mapCommand(line);
    expect(answer.maps_to).not.toBe('shell.run');
    expect(answer.steps.every(({ capability }) => capability !== 'sandbox.tool')).toBe(true);
  });

  test('the text of a program is never written anew', () => {
    const { params, inputs } = mapCommand('bash -c "ls {{param}}"');
    expect([params, inputs]).toEqual([
      { program: 'ls {{param}}' },
      { type: 'object', properties: { param: { type: 'string' } }, required: ['param'] },
    ]);
  });

  test.each(['eval "ls $PARAM"', 'python3 -c "print($PARAM)"', 'sh <<< "ls $PARAM"', 'jq "$PROGRAM"'])(
    '%s puts it into code, so it is not understood',
    (line) => {
      expect(verdict(line)).not.toBe('mapped');
      expect(verdict(line.replace(/ ?(?:\$PARAM|\$PROGRAM)/, ''))).not.toMatch(/^refused map\/code/);
    },
  );
});

describe('jq', () => {
  test.each([
    'jq env',
    "jq '$ENV.HOME'",
    'jq \'"\\(env.HOME)"\'',
    'jq \'@base64 "\\(env.HOME)"\'',
    "jq '{a: env.HOME}'",
    "jq '{(env.HOME): 1}'",
    "jq '{$ENV}'",
    "jq '.[env.HOME]'",
    "jq '[limit(1; env)]'",
    "jq '. as {$ENV} | $ENV'",
    "jq 'def f: env; f'",
    'jq \'import "a" as a; .\'',
    'jq \'include "a"; .\'',
    "jq 'modulemeta'",
    'jq -L . .',
    'jq -f x.jq',
    'jq --from-file x.jq .',
    'cat x | sudo jq env',
    'echo "$(jq \'$ENV\')"',
  ])('%s is refused', (line) => {
    expect(verdict(line)).toMatch(/^refused map\/(?:environment-read|module-load|program-file)$/);
  });

  test('files are reads, and fields of those names are fields', () => {
    expect(effectsOf('jq --rawfile a ../CANARY .')).toEqual(['read ../CANARY']);
    expect(effectsOf('jq --slurpfile a CANARY .')).toEqual(['read CANARY']);
    expect(['jq .env', "jq '{env}'", 'jq \'"env"\'', 'jq .a.import'].map(verdict)).toEqual(Array(4).fill('mapped'));
  });
});

describe('what a skill declares about itself', () => {
  const skill = (declared: string) => ({
    'SKILL.md': `---\nname: demo\ndescription: A\n${declared}\n---\n${fence('curl https://good.test/')}`,
  });

  test.each(['network: none', 'network: false', 'sandbox: {network: {egress: []}}', 'sandbox: {network: none}'])(
    '`%s` and a request: the request never runs',
    (declared) => {
      const { operations, diagnostics } = compiled(skill(declared));
      expect(operations.map(({ plan }) => plan)).toEqual([undefined]);
      expect(diagnostics.map(({ code }) => code)).toContain('map/egress-undeclared');
    },
  );

  test.each([
    ['good.test', true],
    ['https://good.test', true],
    ['evil.test', false],
    ['ood.test', false],
    ['good.test.evil.test', false],
    ['good.test@evil.test', false],
    ['*.good.test', false],
  ])('egress %s', (host, runs) => {
    const { operations } = compiled(skill(`sandbox: {network: {egress: ["${host}"]}}`));
    expect(operations.map(({ plan }) => plan !== undefined)).toEqual([runs]);
  });

  test('a bundled script cannot go around it', () => {
    const files = { ...skill('network: none'), 'x.sh': 'curl https://good.test/\n' };
    const text = files['SKILL.md'].replace('curl https://good.test/', 'bash x.sh');
    expect(compiled({ ...files, 'SKILL.md': text }).operations.map(({ plan }) => plan)).toEqual([undefined]);
    expect(
      compiled({ 'SKILL.md': text.replace('network: none\n', ''), 'x.sh': files['x.sh'] }).operations[0]?.plan,
    ).toBeDefined();
  });
});

describe('OpenAPI references', () => {
  const document = (ref: string) => ({
    'openapi.json': JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'demo', version: '1' },
      servers: [{ url: 'https://good.test' }],
      components: { parameters: { q: { name: 'q', in: 'query', schema: { type: 'string' } } } },
      paths: { '/x': { get: { parameters: [{ $ref: ref }], responses: { 200: { description: 'ok' } } } } },
    }),
  });

  test.each([
    'http://127.0.0.1:9/x.yaml',
    'HTTPS://evil.test/x',
    'file:///etc/CANARY',
    '../CANARY.yaml',
    'other.yaml#/a',
    '/etc/CANARY',
    '//evil.test/x',
    'data:,x',
    'urn:x',
    '%2e%2e/CANARY',
    './SKILL.md',
    '\\\\host\\x',
  ])('%s is not followed', (ref) => {
    const { skill, diagnostics } = compiled(document(ref));
    expect([skill, diagnostics.map(({ code }) => code)]).toEqual([undefined, ['parse/ref-external']]);
    expect(compiled(document('#/components/parameters/q')).operations).toHaveLength(1);
  });

  test.each(['#/components/parameters/__proto__', '#/constructor/prototype', '#/components/../../x', '#'])(
    '%s leads nowhere and touches nothing',
    (ref) => {
      const { operations } = compiled(document(ref));
      expect(operations.map(({ plan }) => plan?.effects)).toEqual([
        [{ kind: 'network', method: 'GET', origin: 'https://good.test', path: '/x' }],
      ]);
    },
  );

  test.each(['paths', 'schema', 'yaml'])('in %s', (place) => {
    const at = {
      paths: { '/x': { $ref: 'http://127.0.0.1:9/x' } },
      schema: {
        '/x': {
          post: {
            requestBody: { content: { 'application/json': { schema: { items: { $ref: 'file:///x' } } } } },
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    };
    const text =
      place === 'yaml'
        ? "openapi: 3.0.0\ninfo: {title: demo, version: '1'}\npaths:\n  /x: {$ref: 'http://127.0.0.1:9/x'}\n"
        : JSON.stringify({
            openapi: '3.0.0',
            info: { title: 'demo', version: '1' },
            paths: at[place as 'paths' | 'schema'],
          });
    expect(compiled({ [place === 'yaml' ? 'openapi.yaml' : 'openapi.json']: text }).skill).toBeUndefined();
  });
});
