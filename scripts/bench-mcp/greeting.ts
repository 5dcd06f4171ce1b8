import { spawn, spawnSync } from 'node:child_process';

const greeting = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`;

export interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
}

/** Milliseconds from the start of the process to the answered `initialize`; afterwards it ends as a client ends it. */
export async function greetedIn({ command, args, env }: Server): Promise<number> {
  const [program, words] = wrapped(command, args);
  const started = performance.now();
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'ignore'], env });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  let text = '';
  const answered = new Promise<number>((done, fail) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) done(performance.now() - started);
    });
    child.once('exit', () => fail(new Error(`${command} ended without an answer`)));
  });
  child.stdin.write(greeting);
  const took = await answered;
  if (!text.includes('"serverInfo"')) throw new Error(`${command} answered something else: ${text.slice(0, 200)}`);
  child.stdin.end();
  const late = setTimeout(() => child.kill('SIGTERM'), 3_000);
  await gone;
  clearTimeout(late);
  return took;
}

/** Neither of them reaches beyond this machine while it is measured, and both pay the same for that. */
const isolation = [
  'unshare',
  '--user',
  '--map-root-user',
  '--net',
  '--',
  'sh',
  '-c',
  'ip link set lo up; exec "$@"',
  'sh',
];
const isIsolated = spawnSync(isolation[0] ?? '', [...isolation.slice(1), 'true']).status === 0;

function wrapped(command: string, args: readonly string[]): readonly [string, string[]] {
  const [program = command, ...before] = isIsolated ? isolation : [];
  return isIsolated ? [program, [...before, command, ...args]] : [command, [...args]];
}
