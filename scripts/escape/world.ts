import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxJob } from '../../src/exec/sandbox/sandbox.ts';
import { jobOf } from './job.ts';

/** A machine in small around the sandbox: what must not be read, written, reached or ended, and who notices. */
export interface World {
  readonly directory: string;
  /** A file that only the host may see, and what is in it. */
  readonly canary: string;
  readonly secret: string;
  readonly tcp: number;
  readonly tcp6: number;
  readonly udp: number;
  readonly abstract: string;
  readonly socket: string;
  /** A process of the host with the secret in its environment. */
  readonly victim: number;
  readonly sharedMemory: number;
  readonly mounts: SandboxJob['mounts'];
  /** In the environment of every process that is started here. */
  readonly mark: string;
  readonly state: () => HostState;
  readonly survivors: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** What an escape would change. */
export interface HostState {
  readonly files: string;
  readonly heard: readonly string[];
  readonly victimAlive: boolean;
  readonly hostname: string;
  readonly corePattern: string;
}

export async function makeWorld(): Promise<World> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'skillc-escape-')));
  const [secret, mark] = [`canary-${randomBytes(12).toString('hex')}`, `mark-${randomBytes(12).toString('hex')}`];
  for (const name of ['outside', 'input', 'work']) mkdirSync(join(directory, name));
  const canary = join(directory, 'outside', 'canary');
  writeFileSync(canary, secret);
  writeFileSync(join(directory, 'input', 'data'), 'given');
  for (const name of ['own', 'movable']) writeFileSync(join(directory, 'work', name), name);
  symlinkSync(canary, join(directory, 'work', 'planted'));
  const heard: string[] = [];
  const [tcp, tcp6, path, abstract] = await Promise.all([
    listener(heard, 'tcp', { port: 0, host: '127.0.0.1' }),
    listener(heard, 'tcp6', { port: 0, host: '::1' }),
    listener(heard, 'socket', { path: join(directory, 'outside', 'socket') }),
    listener(heard, 'abstract', { path: `\0${mark}` }),
  ]);
  const udp = await datagrams(heard);
  const victim = spawn('/usr/bin/python3', ['-I', '-c', victimProgram], {
    env: { SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const sharedMemory = Number(await firstLine(victim));
  return {
    directory,
    canary,
    secret,
    tcp: portOf(tcp),
    tcp6: portOf(tcp6),
    udp: udp.address().port,
    abstract: mark,
    socket: join(directory, 'outside', 'socket'),
    victim: victim.pid ?? 0,
    sharedMemory,
    mark,
    mounts: [
      { kind: 'path', host: join(directory, 'input'), at: '/input', access: 'read' },
      { kind: 'path', host: join(directory, 'work'), at: '/work', access: 'write' },
    ],
    state: () => ({
      files: `${treeOf(join(directory, 'outside'))} ${treeOf(join(directory, 'input'))} ${setIdFiles(join(directory, 'work'))}`,
      heard: [...heard],
      victimAlive: victim.exitCode === null && victim.signalCode === null,
      hostname: hostname(),
      corePattern: readFileSync('/proc/sys/kernel/core_pattern', 'utf8'),
    }),
    survivors: () => processesWith(mark, join(directory, 'work')),
    close: async () => {
      victim.stdin?.end();
      await Promise.all([
        new Promise((resolve) => victim.once('exit', resolve)),
        ...[tcp, tcp6, path, abstract].map((server) => new Promise((resolve) => server.close(resolve))),
        new Promise<void>((resolve) => udp.close(() => resolve())),
      ]);
      rmSync(directory, { recursive: true });
    },
  };
}

/** A job of this world with a program in Python. */
export function pythonJob(world: World, program: string, parameters: object): SandboxJob {
  return jobOf('', {
    program: '/usr/bin/python3',
    args: ['-I', '-c', program, JSON.stringify(parameters)],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', MARK: world.mark },
    cwd: '/work',
    mounts: world.mounts,
  });
}

/** Holds a piece of shared memory of the host until its input ends. */
const victimProgram = `
import ctypes, os, sys
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
key = 0x5c000000 | (os.getpid() & 0xffffff)
number = libc.shmget(key, 4096, 0o1600)
ctypes.memmove(libc.shmat(number, None, 0), os.environ['SECRET'].encode(), len(os.environ['SECRET']))
print(key, flush=True)
sys.stdin.read()
libc.shmctl(number, 0, None)
`;

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
}

function listener(
  heard: string[],
  name: string,
  at: { port: number; host: string } | { path: string },
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((client) => {
      heard.push(name);
      client.on('error', () => {});
      client.end('heard');
    });
    server.once('error', reject);
    server.listen(at, () => resolve(server));
  });
}

function datagrams(heard: string[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4', () => heard.push('udp'));
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => resolve(socket));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Names, kinds, modes, owners, links and contents of everything below. */
function treeOf(directory: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode, uid, gid, nlink } = lstatSync(path);
    hash.update(JSON.stringify([path, mode, uid, gid, nlink, entry.isFile() ? readFileSync(path, 'base64') : '']));
  }
  return hash.digest('hex');
}

/** Files that would run as their owner. */
function setIdFiles(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (lstatSync(path).mode & 0o6000) !== 0)
    .join();
}

/** Processes of this machine that have the mark in their environment or command line, or see the directory. */
export function processesWith(mark: string, directory: string): readonly string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (Number(pid) === process.pid) continue;
    const texts = ['environ', 'cmdline', 'mountinfo'].map((file) => textOf(`/proc/${pid}/${file}`));
    if (texts.some((text) => text.includes(mark) || text.includes(`${directory} `))) found.push(`${pid} ${texts[1]}`);
  }
  return found;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
