import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { egressEnvironment } from '../egress/environment.ts';
import { proxyInside } from '../egress/open-egress.ts';
import { makeRunFolder, removeRunFolder } from '../providers/program/run-folder.ts';
import type { Mount, Sandbox, SandboxJob, SandboxResult } from '../sandbox/sandbox.ts';
import type { Recorder } from './observation.ts';
import { readTrace, tracedNames } from './read-trace.ts';
import { refusingProxy } from './refusing-proxy.ts';

/** No authority of ours: nothing is ever answered. */
const proxyVariables = Object.fromEntries(
  Object.entries(egressEnvironment(proxyInside)).filter(([name]) => /proxy/i.test(name)),
);

const traceFolder = '/skillc/trace';
const mostTrace = 64 * 1024 * 1024;

/** Names are looked up by asking: that is how the question is seen. Nobody is there to answer. */
const names: Mount = {
  kind: 'file',
  at: '/etc/nsswitch.conf',
  bytes: Buffer.from('passwd: files\ngroup: files\nhosts: files dns\n'),
};

/**
 * The same sandbox with a tracer in front of the program. It gives the program no more than before: a proxy that only listens, and
 * a name server that is not there.
 */
export function observingSandbox(sandbox: Sandbox, strace: string, recorder: Recorder): Sandbox {
  return { isolation: sandbox.isolation, run: (job) => runObserved(sandbox, job, strace, recorder) };
}

async function runObserved(
  sandbox: Sandbox,
  job: SandboxJob,
  strace: string,
  recorder: Recorder,
): Promise<SandboxResult> {
  const folder = makeRunFolder();
  const proxy = await refusingProxy((host) => recorder.add('hosts', host));
  try {
    const log = join(traceFolder, 'log');
    const options = ['-f', '-y', '-qq', '-s', '512', '-e', `trace=${tracedNames.join(',')}`, '-e', 'signal=none'];
    const result = await sandbox.run({
      ...job,
      trace: true,
      program: strace,
      args: [...options, '-o', log, '--', job.program, ...job.args],
      env: { ...proxyVariables, ...job.env },
      mounts: [...job.mounts, names, { kind: 'path', host: folder, at: traceFolder, access: 'write' }],
      egress: { socket: proxy.socket },
    });
    recorder.command = { program: job.program, args: job.args, cwd: job.cwd };
    if (result.kind === 'ended')
      readTrace(readLog(join(folder, 'log')), { cwd: job.cwd, own: ownFolders(job) }, recorder);
    return result;
  } finally {
    await proxy.close();
    removeRunFolder(folder);
  }
}

/** What was laid out for it to read and write; the skill's own files and packages are no news. */
function ownFolders({ mounts, cwd, program }: SandboxJob): readonly string[] {
  const shown = mounts
    .filter(({ at }) => at !== program)
    .filter(({ kind, at }) => kind === 'path' && !/^\/(?:skill|skillc|env|input|node_modules)(?:\/|$)/.test(at));
  return [cwd, ...shown.map(({ at }) => at)];
}

function readLog(file: string): string {
  try {
    return readFileSync(file, 'latin1').slice(0, mostTrace);
  } catch {
    return '';
  }
}
