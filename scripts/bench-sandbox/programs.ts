import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandboxes } from '../../src/exec/sandbox/open.ts';
import type { SandboxJob } from '../../src/exec/sandbox/sandbox.ts';
import { atMost, beside, type Result, ratio } from '../bench/results.ts';
import { interleave, least } from '../bench/rounds.ts';
import { openSandboxRuntime } from './rival.ts';

/** What scripts of skills do: read some JSON, count, print a table. */
const script = `
import collections, json, re, sys
rows = json.loads('[' + ','.join('{"name": "item-%d", "size": %d}' % (n % 50, n) for n in range(2000)) + ']')
sizes = collections.Counter()
for row in rows:
    sizes[re.sub(r'\\d$', 'x', row['name'])] += row['size']
for name, size in sizes.most_common(5):
    sys.stdout.write('%-12s %8d\\n' % (name, size))
`;

const rounds = 41;

/** Processes in a sandbox, against the same without one, and against another library's sandbox. */
export async function programRows(): Promise<readonly Result[]> {
  const directory = mkdtempSync(join(tmpdir(), 'skillc-bench-'));
  const [file, socket] = [join(directory, 'script.py'), join(directory, 'egress.sock')];
  writeFileSync(file, script);
  const server = createServer((client) => client.end());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const sandboxes = openSandboxes({});
  const rival = await openSandboxRuntime();
  try {
    const choice = await sandboxes.choose({ class: 'process' });
    if (choice.kind === 'refused') throw new Error(choice.message);
    const run = (job: SandboxJob) => () => choice.sandbox.run(job).then(checked);
    const times = await interleave(
      [
        { name: 'bare', work: () => bare('/usr/bin/python3', ['-I', file]) },
        { name: 'sandboxed', work: run(job('/usr/bin/python3', ['-I', '/bundle/script.py'])) },
        { name: 'rival', work: () => rival.run(`/usr/bin/python3 -I ${file}`) },
        { name: 'true', work: run(job('/usr/bin/true', [])) },
        { name: 'rival true', work: () => rival.run('/usr/bin/true') },
        { name: 'relayed', work: run({ ...job('/usr/bin/python3', ['-I', '/bundle/script.py']), egress: { socket } }) },
      ],
      rounds,
      3,
      // Starting processes suffers more from a busy machine than anything else here.
      least,
    );
    const ms = (name: string): number => times.get(name) ?? Number.NaN;
    return [
      atMost('sandboxed Python script, bare python3 on the same script', ms('sandboxed') / ms('bare'), 2.5, 'x'),
      { name: '  in milliseconds', measured: `${ms('sandboxed').toFixed(1)} against ${ms('bare').toFixed(1)} ms` },
      ratio('a command (true), sandbox-runtime on it', ms('true'), ms('rival true'), 2, 'ms'),
      beside('the same script, sandbox-runtime on it', ms('sandboxed'), ms('rival'), 'ms'),
      // A script's own time is the same in both, and however long it is, it hides what is compared.
      ratio('  what a sandbox adds to it', ms('sandboxed') - ms('bare'), ms('rival') - ms('bare'), 2, 'ms'),
      beside('the script with a way to the broker, sandbox-runtime on it', ms('relayed'), ms('rival'), 'ms'),
    ];
  } finally {
    await Promise.all([sandboxes.close(), rival.close(), new Promise((resolve) => server.close(resolve))]);
    rmSync(directory, { recursive: true });
  }
}

function job(program: string, args: readonly string[]): SandboxJob {
  return {
    program,
    args,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    cwd: '/tmp',
    stdin: new Uint8Array(),
    mounts: [{ kind: 'file', bytes: Buffer.from(script), at: '/bundle/script.py' }],
    limits: {
      wall_clock_ms: 30_000,
      cpu_seconds: 20,
      memory_mb: 512,
      processes: 64,
      output_bytes: 1024 * 1024,
      file_bytes: 16 * 1024 * 1024,
    },
    signal: new AbortController().signal,
  };
}

function checked(result: { readonly kind: string; readonly exitCode?: number }): void {
  if (result.exitCode !== 0) throw new Error(JSON.stringify(result));
}

async function bare(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
  });
  child.stdout.resume();
  child.stderr.resume();
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}
