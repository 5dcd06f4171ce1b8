import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { withSettings } from '../../src/exec/approvals/subject.ts';
import { createHttpProvider } from '../../src/exec/providers/http/provider.ts';
import { readConfig } from '../../src/host/config.ts';
import { createCertificate } from './certificate.ts';
import { execute } from './execution-host.ts';
import type { ExecutionJob, ExecutionResult } from './execution-jobs.ts';
import { type RecordedRequest, startRecorder } from './recorder.ts';

/** Runs inside the sandbox, whose network is its own: here every address of the jobs is one of this machine. */
const publicAddress = '93.184.215.14';
const jobs = JSON.parse(await text(process.stdin)) as readonly ExecutionJob[];
const places = [...new Set(jobs.flatMap(originsOf))].flatMap((origin) =>
  URL.canParse(origin) ? [new URL(origin)] : [],
);
const hosts = [...new Set(places.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')))];

function originsOf({ plan, settings }: ExecutionJob): readonly string[] {
  const filled = plan.effects.map((effect) => withSettings(effect, new Map(Object.entries(settings))));
  return filled.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : []));
}

for (const address of [publicAddress, ...hosts.filter((host) => isIP(host) !== 0)]) {
  if (/^(?:127\.|::1$)/.test(address)) continue;
  execFileSync('ip', ['addr', 'add', `${address}/${isIP(address) === 4 ? 32 : 128}`, 'dev', 'lo'], {
    stdio: 'inherit',
  });
}

const certificate = createCertificate(hosts);
const ports = new Set(places.map(({ port, protocol }) => Number(port) || (protocol === 'https:' ? 443 : 80)));
const recorders = await Promise.all([...ports].map((port) => startRecorder(certificate, { host: '::', port })));

/** The authority is trusted because the home's configuration names it, and for no other reason. */
function authorities(): readonly string[] {
  mkdirSync('/tmp/home');
  writeFileSync('/tmp/home/recorder.pem', certificate.cert);
  writeFileSync('/tmp/home/config.yaml', 'tls:\n  authorities: [/tmp/home/recorder.pem]\n');
  const config = readConfig(readFileSync('/tmp/home/config.yaml', 'utf8'), 'config.yaml');
  return (config.tls?.authorities ?? []).map((path) => readFileSync(path, 'utf8'));
}

const http = createHttpProvider({ resolver: async () => [publicAddress], extraAuthorities: authorities() });

async function runJob(job: ExecutionJob, index: number): Promise<ExecutionResult> {
  const workspace = `/tmp/execution-${index}`;
  mkdirSync(workspace);
  for (const { path, content } of job.files) {
    mkdirSync(dirname(resolve(workspace, path)), { recursive: true });
    writeFileSync(resolve(workspace, path), content);
  }
  const seen = recorders.map(({ requests }) => requests.length);
  const { outcome, approved } = await execute(job, http, workspace);
  const requests = recorders.flatMap((recorder, at): readonly RecordedRequest[] => recorder.requests.slice(seen[at]));
  const reason = 'reason' in outcome ? { code: outcome.reason.code, message: outcome.reason.message } : {};
  return { outcome: outcome.outcome, ...reason, approved, requests };
}

const results: ExecutionResult[] = [];
for (const [index, job] of jobs.entries()) results.push(await runJob(job, index));
process.stdout.write(JSON.stringify(results), () => process.exit(0));
