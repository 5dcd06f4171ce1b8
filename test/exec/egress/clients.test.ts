import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from './git-server.ts';
import { openInside } from './inside.ts';
import { type Api, api, network, type Run, secretEffects, startRun } from './run.ts';

const value = 'tok-5f0c2b7791aa';
let server: Api;
let run: Run;
let sandbox: Awaited<ReturnType<typeof openInside>>;
const inside: typeof sandbox.run = (...args) => sandbox.run(...args);

beforeAll(async () => {
  sandbox = await openInside();
  server = await api((seen, response) => response.end(JSON.stringify({ got: seen.headers.authorization ?? null })));
  const uses = [{ name: 'API_KEY', origin: server.origin, slot: 'header:authorization' }];
  run = await startRun({
    ceiling: [network('GET', server.origin, '/v1/*'), ...secretEffects(uses)],
    secrets: { API_KEY: value },
    uses,
  });
});

afterAll(async () => {
  await sandbox.close();
  await run.close();
  await server.close();
});

const clients: readonly (readonly [name: string, argv: (url: string) => readonly string[]])[] = [
  ['curl', (url) => ['sh', '-c', `curl -sS -H "Authorization: Bearer $API_KEY" ${url}`]],
  ['wget', (url) => ['sh', '-c', `wget -qO- --header "Authorization: Bearer $API_KEY" ${url}`]],
  [
    'urllib',
    (url) => [
      'python3',
      '-c',
      `import os, urllib.request as u
print(u.urlopen(u.Request('${url}', headers={'Authorization': 'Bearer ' + os.environ['API_KEY']})).read().decode())`,
    ],
  ],
  [
    'requests',
    (url) => [
      'python3',
      '-c',
      `import os, requests
print(requests.get('${url}', headers={'Authorization': 'Bearer ' + os.environ['API_KEY']}).text)`,
    ],
  ],
  [
    'node',
    (url) => [
      '/opt/node',
      '-e',
      `fetch('${url}', {headers: {authorization: 'Bearer ' + process.env.API_KEY}}).then(async (r) => console.log(await r.text()))`,
    ],
  ],
];

test.each(clients)('%s works unchanged, with a secret that it never sees', async (name, argv) => {
  const handle = run.handle('API_KEY');
  const before = server.seen.length;
  const ended = await inside(run.egress, argv(`${server.origin}/v1/${name}`), { env: { API_KEY: handle } });
  expect([ended.exitCode, ended.stderr, ended.stdout.trim()]).toEqual([
    0,
    '',
    JSON.stringify({ got: `Bearer ${handle}` }),
  ]);
  const [one, another] = server.seen.slice(before);
  expect([one?.url, one?.headers.authorization, another]).toEqual([`/v1/${name}`, `Bearer ${value}`, undefined]);
});

test('what is typed reaches the program, not the relay before it', async () => {
  const script = 'cat; for fd in 3 9 10; do if test -e /proc/self/fd/$fd; then echo open $fd; fi; done';
  const ended = await inside(run.egress, ['sh', '-c', script], { stdin: 'typed\n' });
  expect(ended).toEqual({ exitCode: 0, stdout: 'typed\n', stderr: '' });
});

test('git clones over https, and a plan of another path is no way to it', async () => {
  const repo = repository('hello.txt', 'hello from a repository\n');
  const host = await api(repo.serve);
  const granted = await startRun({
    ceiling: [network('GET', host.origin, '/repo.git/**'), network('POST', host.origin, '/repo.git/git-upload-pack')],
  });
  const script = (name: string) => ['sh', '-c', `git clone -q ${host.origin}/${name} /tmp/x && cat /tmp/x/hello.txt`];
  const cloned = await inside(granted.egress, script('repo.git'));
  const refused = await inside(granted.egress, script('other.git'));
  await granted.close();
  await host.close();
  repo.remove();
  expect(cloned).toEqual({ exitCode: 0, stdout: 'hello from a repository\n', stderr: '' });
  expect([refused.exitCode, refused.stderr]).toEqual([128, expect.stringContaining('403')]);
  expect(new Set(host.seen.map(({ url }) => url.split('/')[1]))).toEqual(new Set(['repo.git']));
});

test('what goes around the proxy goes nowhere', async () => {
  let collected = 0;
  const tcp = createServer((socket) => {
    collected += 1;
    socket.destroy();
  });
  const udp = createSocket('udp4', () => {
    collected += 1;
  });
  await new Promise<void>((resolve) => tcp.listen(0, '0.0.0.0', resolve));
  const { port } = tcp.address() as AddressInfo;
  await new Promise<void>((resolve) => udp.bind(port, '0.0.0.0', resolve));
  const url = `http://127.0.0.1:${port}/`;
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
  const codes = [];
  for (const script of [
    `curl -sS --noproxy '*' ${url}`,
    `env -u http_proxy -u HTTP_PROXY curl -sS ${url}`,
    `curl -sS --resolve evil.test:${port}:127.0.0.1 --noproxy '*' http://evil.test:${port}/`,
    `NO_PROXY='*' no_proxy='*' wget -qO- -T 2 -t 1 ${url}`,
    `python3 -c "import socket; socket.create_connection(('127.0.0.1', ${port}), 2)"`,
    `python3 -c "import socket; socket.getaddrinfo('evil.test', 80)"`,
    `python3 -c "import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)"`,
    `/opt/node -e "fetch('${url}', {}).then((r) => process.exit(r.status === 403 ? 1 : 0), () => process.exit(1))"`,
  ]) {
    const { exitCode } = await inside(run.egress, ['sh', '-c', script], {
      without: script.includes('/opt/node') ? proxies : [],
    });
    codes.push([script, exitCode === 0]);
  }
  await inside(run.egress, [
    'python3',
    '-c',
    `import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', ${port}))`,
  ]);
  // The witness works: from outside the sandbox the same socket is reached.
  const before = collected;
  await fetch(url).catch(() => undefined);
  await expect.poll(() => collected).toBe(before + 1);
  tcp.close();
  udp.close();
  expect([codes.filter(([, worked]) => worked), before]).toEqual([[], 0]);
});

test('a direct curl is told why by the body of the answer', async () => {
  const refused = await inside(run.egress, ['curl', '-sS', '-w', '%{http_code}', 'https://evil.test/upload']);
  expect(refused).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^skillc refused this request: .*evil\.test.*\(ceiling\/network\)\n403$/s),
    stderr: '',
  });
});
