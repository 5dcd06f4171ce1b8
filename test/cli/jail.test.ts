import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Api, api, authority } from '../exec/egress/run.ts';
import { ended, type JailHome, jailHome } from './jail-home.ts';

// Every one of them starts several programs.
vi.setConfig({ testTimeout: 120_000 });

let at: JailHome;
beforeEach(() => {
  at = jailHome();
});
afterEach(() => at.remove());

const sh = (script: string) => ['jail', '--', 'sh', '-c', script];

describe('what an agent sees', () => {
  test('its workspace to read and write, and its exit code comes back', async () => {
    writeFileSync(join(at.workspace, 'given.txt'), 'given\n');
    const run = await at.run(sh('cat given.txt; cat; echo made > made.txt; echo said >&2; exit 42'), {
      input: 'typed\n',
    });
    expect([run.exitCode, run.stdout, run.stderr.split('\n').at(-2)]).toEqual([42, 'given\ntyped\n', 'said']);
    expect(readFileSync(join(at.workspace, 'made.txt'), 'utf8')).toBe('made\n');
  });

  test('exactly the variables that are listed, and none of the person but those that are configured', async () => {
    at.configure('jail: {env: [MODEL_KEY, NOT_SET]}\n');
    const mine = {
      MODEL_KEY: 'key-1',
      API_KEY: 'key-2',
      AWS_SECRET_ACCESS_KEY: 'key-3',
      LD_PRELOAD: '',
      NODE_OPTIONS: '',
    };
    const run = await at.run(sh('env -u PWD -u OLDPWD -u SHLVL -u _ env'), { env: mine });
    const variables = Object.fromEntries(
      run.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    expect(variables).toEqual({
      CURL_CA_BUNDLE: '/run/skillc/ca.pem',
      GIT_SSL_CAINFO: '/run/skillc/ca.pem',
      HOME: at.user,
      HTTPS_PROXY: 'http://127.0.0.1:3128',
      HTTP_PROXY: 'http://127.0.0.1:3128',
      LANG: 'C.UTF-8',
      LOGNAME: 'agent',
      MODEL_KEY: 'key-1',
      NODE_EXTRA_CA_CERTS: '/run/skillc/ca.pem',
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: '',
      PATH: '/run/skillc/bin:/usr/bin:/bin:/usr/local/bin',
      REQUESTS_CA_BUNDLE: '/run/skillc/ca.pem',
      SHELL: '/bin/sh',
      SKILLC_HOME: '/run/skillc/outside',
      SSL_CERT_FILE: '/run/skillc/ca.pem',
      USER: 'agent',
      WGETRC: '/run/skillc/wgetrc',
      http_proxy: 'http://127.0.0.1:3128',
      https_proxy: 'http://127.0.0.1:3128',
      no_proxy: '',
    });
    expect(run.stderr).not.toContain('key-1');
  });

  test('nothing of the home of skillc, of the user, or of other processes', async () => {
    writeFileSync(join(at.user, 'canary.txt'), 'canary\n');
    const paths = [
      at.home,
      join(at.home, 'config.yaml'),
      `${at.home}-anchors`,
      join(at.user, 'canary.txt'),
      '/etc/shadow',
      '/root/.ssh',
    ];
    const run = await at.run(
      sh(
        `for p in ${paths.join(' ')} ${at.workspace}; do test -e $p && echo $p; done; ps -e | wc -l 2>/dev/null; skillc approve x; ls -A ~`,
      ),
    );
    const [seen, ...rest] = run.stdout.trim().split('\n');
    expect([seen, Number(rest[0]) < 12, rest.slice(1)]).toEqual([at.workspace, true, ['project']]);
    expect(run.stderr).toContain('in a jail there is only `skillc mcp`');
  });

  test('what is mounted for it, read or write as configured, and a program of its own', async () => {
    const tools = join(at.user, 'tools');
    mkdirSync(join(at.user, 'state'));
    mkdirSync(tools);
    writeFileSync(join(tools, 'agent.sh'), '#!/bin/sh\necho agent "$@"; touch ~/state/x; touch ~/tools/x\n');
    chmodSync(join(tools, 'agent.sh'), 0o755);
    symlinkSync(join(tools, 'agent.sh'), join(at.user, 'agent'));
    const command = ['jail', '--', join(at.user, 'agent'), '--flag', 'a b'];
    const refused = await at.run(command);
    at.configure('jail: {mounts: [{path: ~/tools}, {path: ~/state, access: write}]}\n');
    const taken = await at.run(command);
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringContaining(`add \`{ path: ${tools} }\` to \`jail.mounts\``),
    ]);
    expect([taken.exitCode, taken.stdout, taken.stderr.split('\n').at(-2)]).toEqual([
      1,
      'agent --flag a b\n',
      expect.stringContaining('Read-only file system'),
    ]);
    expect([existsSync(join(at.user, 'state', 'x')), existsSync(join(tools, 'x'))]).toEqual([true, false]);
  });

  test('or nothing at all, where the configuration cannot be meant', async () => {
    at.configure('jail: {hosts: [api.example.com]}\n');
    const run = await at.run(['jail', '--', 'touch', 'made']);
    expect([run.exitCode, run.stdout, existsSync(join(at.workspace, 'made'))]).toEqual([1, '', false]);
    expect(run.stderr).toContain('`api.example.com` is no origin');
  });
});

test('a dry run shows everything and starts nothing', async () => {
  at.configure('jail: {hosts: [https://api.example.com], env: [MODEL_KEY]}\n');
  const env = { MODEL_KEY: 'key-1', TERM: 'xterm' };
  const text = await at.run(['jail', '--dry-run', '--', 'touch', 'made'], { env });
  const json = await at.run(['jail', '--dry-run', '--json', '--', 'touch', 'made'], { env });
  const plan = JSON.parse(json.stdout);
  expect({
    ...plan,
    mounts: plan.mounts.slice(0, 1),
    env: [plan.env.MODEL_KEY, plan.env.TERM, plan.env.HTTPS_PROXY],
  }).toEqual({
    program: '/usr/bin/touch',
    arguments: ['made'],
    workspace: at.workspace,
    home: at.user,
    hosts: ['https://api.example.com'],
    mounts: [{ host: at.workspace, at: at.workspace, access: 'write', why: 'workspace' }],
    system: expect.arrayContaining(['/usr', '/etc/ssl/certs']),
    env: ['(from your environment)', 'xterm', 'http://127.0.0.1:3128'],
    tools: ['skillc mcp'],
  });
  expect([text.exitCode, text.stdout, existsSync(join(at.workspace, 'made')), (await at.events()).length]).toEqual([
    0,
    expect.stringContaining('reaches    https://api.example.com\n'),
    false,
    1,
  ]);
});

describe('what an agent reaches', () => {
  let model: Api;
  beforeEach(async () => {
    model = await api((seen, response) => void response.end(`model ${seen.url}`));
    writeFileSync(join(at.root, 'ca.pem'), authority);
    at.configure(`tls: {authorities: [${join(at.root, 'ca.pem')}]}\njail: {hosts: ["${model.origin}"]}\n`);
  });
  afterEach(() => model.close());

  const jailed = async () =>
    (await at.events())
      .filter(({ capability }) => capability?.startsWith('jail.'))
      .map(({ kind, capability, decision, data }) => {
        const { origin, exit_code: exit, bytes_sent: sent } = data.details ?? {};
        return [kind, capability, decision?.code ?? origin ?? exit ?? (Number(sent) > 0 ? 'bytes' : undefined)];
      });

  test('a configured host, end to end encrypted and on record', async () => {
    const run = await at.run(sh(`curl -sS ${model.origin}/v1/messages`));
    expect([run.exitCode, run.stdout, model.seen.length]).toEqual([0, 'model /v1/messages', 1]);
    expect(await jailed()).toEqual([
      ['call-intent', 'jail.run', undefined],
      ['call-intent', 'jail.connect', model.origin],
      ['call-done', 'jail.connect', 'bytes'],
      ['call-done', 'jail.run', 0],
    ]);
  });

  test('any other gets an answer that says to use skillc, and is on record', async () => {
    const run = await at.run(
      sh('curl -sS https://evil.test/x; curl -sSf http://evil.test/x; curl -sS https://203.0.113.9/'),
    );
    expect(run.stdout.split('\n').slice(0, 2)).toEqual([
      `skillc refused this request: \`https://evil.test\` is not reached from inside a jail; only ${model.origin} can be reached from here (egress/jailed)`,
      'use skillc: `skillc mcp` has the tools `skill_load` and `skill_execute`, which send what a person has approved',
    ]);
    expect(run.stderr.split('\n').slice(-3, -1)).toEqual([
      'curl: (22) The requested URL returned error: 403',
      'curl: (56) CONNECT tunnel failed, response 403',
    ]);
    expect(await jailed()).toEqual([
      ['call-intent', 'jail.run', undefined],
      ['call-denied', 'jail.connect', 'egress/jailed'],
      ['call-denied', 'jail.connect', 'egress/jailed'],
      ['call-denied', 'jail.connect', 'egress/address'],
      ['call-done', 'jail.run', 56],
    ]);
  });

  test('nobody through another name, another protocol, or around the proxy', async () => {
    let collected = 0;
    const collector = createServer((socket) => {
      collected += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const run = await at.run(
      sh(`
curl -sS --connect-to evil.test:443:localhost:${model.port} https://evil.test/x; echo $?
curl -sS -p -x http://127.0.0.1:3128 http://localhost:${model.port}/plain; echo $?
curl -sS --noproxy '*' http://127.0.0.1:${port}/; echo $?
python3 -c "import socket; socket.create_connection(('127.0.0.1', ${port}), 2)"; echo $?
curl -sS ${model.origin}/fine; echo $?`),
    );
    collector.close();
    expect(run.stdout.split('\n').filter((line) => line !== '')).toEqual(['35', '52', '7', '1', 'model /fine0']);
    expect([collected, model.seen.map(({ url }) => url)]).toEqual([0, ['/fine']]);
    expect((await jailed()).filter(([kind]) => kind === 'call-denied')).toEqual([
      ['call-denied', 'jail.connect', 'egress/tunnel-name'],
      ['call-denied', 'jail.connect', 'egress/tunnel-name'],
    ]);
  });
});

describe('how it ends', () => {
  const left = (mark: string) => {
    try {
      return execFileSync('pgrep', ['-f', mark], { encoding: 'utf8' }).trim().split('\n').length;
    } catch {
      return 0;
    }
  };

  test('with everything that it started', async () => {
    const run = await at.run(sh('setsid sleep 98761 & (sleep 98761 &) ; nohup sleep 98761 >/dev/null 2>&1 & exit 3'));
    expect([run.exitCode, left('sleep 98761')]).toEqual([3, 0]);
  });

  test('by a signal that it can catch first', async () => {
    const child = at.start(sh('trap "echo caught; exit 9" TERM; sleep 98762 & echo ready; wait'));
    const end = ended(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.kill('SIGTERM');
    expect([await end.then(({ exitCode, stdout }) => [exitCode, stdout]), left('sleep 98762')]).toEqual([
      [9, 'ready\ncaught\n'],
      0,
    ]);
    expect((await at.events()).at(-1)?.kind).toBe('call-done');
  });

  test('with skillc itself, however that ends', async () => {
    const child = at.start(sh('sleep 98763 & echo ready; sleep 98763'));
    const end = ended(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    expect(left('sleep 98763')).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await end;
    await expect.poll(() => left('sleep 98763'), { timeout: 5_000 }).toBe(0);
  });

  test('as a shell says it, where a signal ended it', async () => {
    expect((await at.run(sh('kill -KILL $$'))).exitCode).toBe(137);
  });
});
