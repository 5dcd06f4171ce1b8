import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createCertificate } from './certificate.ts';
import type { RealJob, RealResult } from './jobs.ts';
import { startRecorder } from './recorder.ts';

/** Runs inside the sandbox: there is no network but loopback, and nothing to read but what is made here. */
const certificate = createCertificate();
const atOnce = 4;

async function runJob(job: RealJob, index: number): Promise<RealResult> {
  const recorder = await startRecorder(certificate);
  const directory = `/tmp/job-${index}`;
  mkdirSync(directory, { recursive: true });
  for (const file of job.files) writeFixture(resolve(directory, file.path), file.content);
  const run = await runProgram(withRecorder(job, recorder.port), directory, job.stdin);
  recorder.close();
  return { ...run, requests: [...recorder.requests] };
}

function writeFixture(path: string, content: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  } catch {
    // A path that cannot be made stays missing, and the program says so.
  }
}

interface Started {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function withRecorder({ words: [program = '', ...rest], stdin }: RealJob, port: number): Started {
  return program === 'curl' ? curlTo(port, rest) : httpieTo(port, program, rest, stdin !== undefined);
}

/** Every operation needs the route to the recorder; `--next` forgets it. */
function curlTo(port: number, rest: readonly string[]): Started {
  const route = ['-k', '-m', '10', '--connect-to', `::127.0.0.1:${port}`];
  const args = rest.flatMap((word) => (word === '--next' || word === '-:' ? [word, ...route] : [word]));
  return { program: 'curl', args: ['-q', ...route, ...args], env: {} };
}

const pythonDirectory = '/tmp/python';
const configDirectory = '/tmp/httpie';

/**
 * HTTPie has no option for the route, so every name resolves to the recorder. Whatever is no terminal counts as a body
 * for it, so that a command into which nothing is piped has to say so.
 */
function httpieTo(port: number, program: string, rest: readonly string[], piped: boolean): Started {
  return {
    program,
    args: ['--verify=no', '--timeout=10', ...(piped ? [] : ['--ignore-stdin']), ...rest],
    env: { PYTHONPATH: pythonDirectory, HTTPIE_CONFIG_DIR: configDirectory, RECORDER_PORT: String(port) },
  };
}

const everyNameIsTheRecorder = `import os, socket
recorder = ('127.0.0.1', int(os.environ['RECORDER_PORT']))
socket.getaddrinfo = lambda *_, **__: [(socket.AF_INET, socket.SOCK_STREAM, 6, '', recorder)]
`;
writeFixture(`${pythonDirectory}/sitecustomize.py`, everyNameIsTheRecorder);
writeFixture(`${configDirectory}/config.json`, '{"disable_update_warnings": true}');

function runProgram(
  { program, args, env }: Started,
  cwd: string,
  stdin: string | undefined,
): Promise<Omit<RealResult, 'requests'>> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + chunk).slice(-2000);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.on('error', (error) => done({ code: -1, stderr: error.message }));
    child.on('close', (code) => done({ code: code ?? -1, stderr }));
  });
}

const jobs = JSON.parse(await text(process.stdin)) as readonly RealJob[];
const results: RealResult[] = [];
let next = 0;
async function work(): Promise<void> {
  for (let index = next++; index < jobs.length; index = next++) {
    const job = jobs[index];
    if (job !== undefined) results[index] = await runJob(job, index);
  }
}
await Promise.all(Array.from({ length: atOnce }, work));
process.stdout.write(JSON.stringify(results), () => process.exit(0));
