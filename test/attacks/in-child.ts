import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../bin/skillc.js', import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** The command line as a user runs it, with a deadline that a hang would pass. */
export function skillc(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = ''): Ran {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
    input,
    timeout: 20_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr, milliseconds: performance.now() - start };
}

/** Runs a module text in a process of its own and reads its last line as JSON. */
export async function measured<T>(source: string): Promise<T> {
  const index = new URL('../../src/index.ts', import.meta.url).href;
  const text = `import { compile, mapCommand } from ${JSON.stringify(index)};\n${source}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return JSON.parse(out.trim().split('\n').at(-1) ?? 'null') as T;
}

/** A directory of its own that is gone afterwards, also when `run` is asynchronous. */
export async function withDirectory<T>(run: (directory: string) => T | Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'skillc-attack-'));
  try {
    return await run(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A collector on loopback that must see nothing. */
export async function collector(): Promise<{ port: number; seen: () => number; close: () => Promise<void> }> {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, seen: () => connections, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
