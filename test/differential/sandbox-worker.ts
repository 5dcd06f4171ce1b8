import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { createCertificate } from './certificate.ts';
import type { CurlJob, CurlResult } from './jobs.ts';
import { startRecorder } from './recorder.ts';

/** Runs inside the sandbox: there is no network but loopback, and nothing to read but what is made here. */
const certificate = createCertificate();
const atOnce = 4;

async function runJob(job: CurlJob, index: number): Promise<CurlResult> {
  const recorder = await startRecorder(certificate);
  const directory = `/tmp/job-${index}`;
  mkdirSync(directory, { recursive: true });
  for (const file of job.files) writeFixture(resolve(directory, file.path), file.content);
  const run = await runCurl(withRecorder(job.words, recorder.port), directory, job.stdin);
  recorder.close();
  return { ...run, requests: [...recorder.requests] };
}

function writeFixture(path: string, content: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  } catch {
    // A path that cannot be made stays missing, and curl says so.
  }
}

/** Every operation needs the route to the recorder; `--next` forgets it. */
function withRecorder(words: readonly string[], port: number): readonly string[] {
  const route = ['-k', '-m', '10', '--connect-to', `::127.0.0.1:${port}`];
  const [, ...rest] = words;
  return ['-q', ...route, ...rest.flatMap((word) => (word === '--next' || word === '-:' ? [word, ...route] : [word]))];
}

function runCurl(args: readonly string[], cwd: string, stdin: string): Promise<Omit<CurlResult, 'requests'>> {
  return new Promise((done) => {
    const child = spawn('curl', args, { cwd, stdio: ['pipe', 'ignore', 'pipe'] });
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

const jobs = JSON.parse(await text(process.stdin)) as readonly CurlJob[];
const results: CurlResult[] = [];
let next = 0;
async function work(): Promise<void> {
  for (let index = next++; index < jobs.length; index = next++) {
    const job = jobs[index];
    if (job !== undefined) results[index] = await runJob(job, index);
  }
}
await Promise.all(Array.from({ length: atOnce }, work));
process.stdout.write(JSON.stringify(results), () => process.exit(0));
