import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestHost, type Recorder, reasonCode, recorder, type Seen, type TestHost } from './test-host.ts';

const jar = `# Netscape HTTP Cookie File

127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1
127.0.0.1\tFALSE\t/deep\tFALSE\t4116219494\tbb\t2
127.0.0.1\tFALSE\t/\tFALSE\t0\tccc\t3
#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\td\t4
127.0.0.1\tFALSE\t/\tFALSE\t1\told\t5
elsewhere.example\tFALSE\t/\tFALSE\t0\tforeign\t6
.0.0.1\tTRUE\t/\tFALSE\t0\ttail\t7
nonsense
`;
const set = [
  'a=new; Path=/',
  'hidden=2; HttpOnly',
  'later=3; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/deep',
  'gone=4; Max-Age=0',
  'foreign=5; Domain=elsewhere.example',
  '__Host-plain=6; Path=/',
  'empty=',
];

/** With `SERVER` for the server's address. Each is run by curl and by skillc, in folders with the same files. */
const lines: readonly string[] = [
  'curl -s -D heads.txt -o body.txt SERVER/plain',
  'curl -s -D heads.txt SERVER/plain',
  'curl -s -L -c jar.txt -D heads.txt -o body.txt SERVER/moved',
  'curl -s -i -D heads.txt SERVER/plain',
  'curl -sf -D heads.txt -o body.txt SERVER/missing',
  'curl -sf -o body.txt SERVER/missing',
  'curl -s -D heads.txt SERVER/plain SERVER/deep/other',
  'curl -s -c jar.txt SERVER/set',
  'curl -s -L -c jar.txt SERVER/moved',
  'curl -s -b given.txt SERVER/plain',
  'curl -s -b given.txt SERVER/deep/x',
  'curl -s -b given.txt -b "q=1" SERVER/plain',
  'curl -s -b given.txt -c jar.txt SERVER/set',
  'curl -s -b given.txt -c given.txt SERVER/set',
  'curl -s -b missing.txt -c jar.txt SERVER/plain',
  'curl -s -b missing.txt SERVER/plain',
  'curl -s -b heads-given.txt SERVER/deep/x',
  'curl -s -b given.txt -c jar.txt SERVER/set SERVER/deep/x',
  'curl -s --create-dirs -o deep/er/body.txt SERVER/plain',
  'curl -s --create-dirs --output-dir deep -O SERVER/plain',
  'curl -s -o old.txt SERVER/plain',
  'curl -s -o empty.txt SERVER/empty',
  'wget -q -P deep SERVER/plain',
];

const halves = ['curl -s -o out.txt SERVER/slow', 'curl -s -o out.txt -D heads.txt -c jar.txt SERVER/slow'];

const outside = [
  ['curl -s -D up/heads.txt SERVER/plain', 'io/outside-grant'],
  ['curl -s -c up/jar.txt SERVER/plain', 'io/outside-grant'],
  ['curl -s -b up/jar.txt SERVER/plain', 'io/outside-grant'],
  ['curl -s -o up/body.txt SERVER/plain', 'io/outside-grant'],
  ['curl -s --create-dirs -o up/deep/body.txt SERVER/plain', 'io/outside-grant'],
  ['curl -s -o nodir/body.txt SERVER/plain', 'io/not-found'],
] as const;

let skillc: TestHost;
let server: Recorder;
let hanging: ServerResponse | undefined;
let ask: (line: string) => ReturnType<TestHost['ask']>;

beforeAll(async () => {
  skillc = await openTestHost();
  server = await recorder((request, response) => {
    response.sendDate = false;
    switch (request.url) {
      case '/set':
      case '/moved?again':
        response.setHeader('Set-Cookie', set);
        return response.end('set');
      case '/moved':
        return response.writeHead(302, { Location: '/moved?again', 'Set-Cookie': 'first=1; Path=/' }).end('moved');
      case '/missing':
        return response.writeHead(404).end('nothing');
      case '/slow':
        hanging = response;
        return response.write('first half\0');
      default:
        return response.end(request.url === '/empty' ? '' : 'some text\n');
    }
  });
  const all = [...lines, ...halves, ...outside.map(([line]) => line)];
  const commands = all.map((line, at) => [`Line ${at}`, line.replaceAll('SERVER', server.origin)] as const);
  await skillc.load(skillc.write('files', Object.fromEntries(commands)));
  await skillc.approveAll('files');
  ask = (line) => skillc.ask(`files.line_${all.indexOf(line)}`);
});
afterAll(async () => {
  await skillc.close();
  await server.close();
});
beforeEach(() => {
  rmSync(skillc.workspace, { recursive: true });
  mkdirSync(skillc.workspace);
});

function give(folder: string): void {
  writeFileSync(join(folder, 'given.txt'), jar);
  writeFileSync(join(folder, 'heads-given.txt'), 'HTTP/1.1 200 OK\nSet-Cookie: h=1\nSet-Cookie: i=2; path=/deep\n');
  writeFileSync(join(folder, 'old.txt'), 'old and longer than what comes\n', { mode: 0o640 });
}

function filesIn(folder: string, at = ''): readonly (readonly [string, string, string])[] {
  return readdirSync(join(folder, at)).flatMap((name) => {
    const path = join(at, name);
    const { mode } = statSync(join(folder, path));
    const bits = (mode & 0o777).toString(8);
    if (statSync(join(folder, path)).isDirectory()) return [[path, bits, ''] as const, ...filesIn(folder, path)];
    return [[path, bits, readFileSync(join(folder, path), 'latin1')] as const];
  });
}

/** Curl names the agent's version: ours is that of the line. */
const wire = (seen: readonly Seen[]) => seen.map(({ method, url, headers }) => [method, url, headers.join('\n')]);

describe('files of a request', () => {
  it.each(lines)('as the real program: %s', async (line) => {
    const real = join(skillc.root, 'real');
    rmSync(real, { recursive: true, force: true });
    mkdirSync(real);
    give(real);
    give(skillc.workspace);
    const env = { PATH: '/usr/bin:/bin', HOME: real, LC_ALL: 'C' };
    server.seen.length = 0;
    const child = spawn('bash', ['-c', line.replaceAll('SERVER', server.origin)], { cwd: real, env });
    let theirs = '';
    child.stdout.on('data', (chunk: Buffer) => {
      theirs += chunk.toString('latin1');
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    const theirRequests = wire(server.seen);
    server.seen.length = 0;
    const ours = await ask(line);
    expect([ours.outcome, filesIn(skillc.workspace), wire(server.seen).map(cookiesOnly)]).toEqual([
      code === 0 ? 'done' : 'failed',
      filesIn(real),
      theirRequests.map(cookiesOnly),
    ]);
    expect(ours).toMatchObject(code === 0 ? { result: theirs } : {});
  });
});

function cookiesOnly(seen: readonly (string | undefined)[]): readonly string[] {
  const [method = '', url = '', headers = ''] = seen;
  return [method, url, ...headers.split('\n').filter((_, at, all) => at % 2 === 1 && all[at - 1] === 'Cookie')];
}

// With a NUL byte: text is held back until it was searched for credentials.
it('a download is written beside its target while it comes, and put in place when it is whole', async () => {
  const [line = ''] = halves;
  const running = ask(line);
  const staged = await until(() =>
    readdirSync(skillc.workspace).find((name) => statSync(join(skillc.workspace, name)).size > 0),
  );
  expect(staged).toMatch(/^\.skillc-/);
  expect(existsSync(join(skillc.workspace, 'out.txt'))).toBe(false);
  hanging?.end('second half');
  expect(await running).toMatchObject({ outcome: 'done' });
  expect(filesIn(skillc.workspace).map(([name, , text]) => [name, text])).toEqual([
    ['out.txt', 'first half\0second half'],
  ]);
});

it('what does not come whole leaves nothing', async () => {
  writeFileSync(join(skillc.workspace, 'out.txt'), 'old');
  const [, line = ''] = halves;
  const running = ask(line);
  await until(() =>
    readdirSync(skillc.workspace).find(
      (name) => name.startsWith('.skillc-') && statSync(join(skillc.workspace, name)).size > 0,
    ),
  );
  hanging?.destroy();
  expect(await running).toMatchObject({ outcome: 'failed' });
  expect(filesIn(skillc.workspace).map(([name, , text]) => [name, text])).toEqual([['out.txt', 'old']]);
});

it.each(outside)('a file that may not be reached is found before anything is sent: %s', async (line, code) => {
  writeFileSync(join(skillc.root, 'jar.txt'), jar);
  symlinkSync('..', join(skillc.workspace, 'up'));
  server.seen.length = 0;
  expect(reasonCode(await ask(line))).toBe(code);
  expect(server.seen).toEqual([]);
  rmSync(join(skillc.workspace, 'up'));
  mkdirSync(join(skillc.workspace, 'up'));
  mkdirSync(join(skillc.workspace, 'nodir'));
  expect(await ask(line)).toMatchObject({ outcome: 'done' });
  expect(server.seen).toHaveLength(1);
});

async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
