import type { Sandbox, SandboxJob, SandboxResult } from '../../src/exec/sandbox/sandbox.ts';

export const limits: SandboxJob['limits'] = {
  wall_clock_ms: 20_000,
  cpu_seconds: 10,
  memory_mb: 256,
  processes: 32,
  output_bytes: 1024 * 1024,
  file_bytes: 4 * 1024 * 1024,
};

export type JobPart = Partial<Omit<SandboxJob, 'limits'>> & { readonly limits?: Partial<SandboxJob['limits']> };

/** A job of `/bin/sh` unless said otherwise. */
export function jobOf(script: string, part: JobPart = {}): SandboxJob {
  return {
    program: '/bin/sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/tmp',
    stdin: new Uint8Array(),
    mounts: [],
    signal: new AbortController().signal,
    ...part,
    limits: { ...limits, ...part.limits },
  };
}

export interface Seen {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly stopped?: string;
}

/** The result as text, without what differs from run to run. */
export async function seen(sandbox: Sandbox, job: SandboxJob): Promise<Seen> {
  return textOf(await sandbox.run(job));
}

export function textOf(result: SandboxResult): Seen {
  if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
  const { exitCode, stdout, stderr, stopped } = result;
  const text = { exitCode, stdout: Buffer.from(stdout).toString(), stderr: Buffer.from(stderr).toString() };
  return stopped === undefined ? text : { ...text, stopped };
}
