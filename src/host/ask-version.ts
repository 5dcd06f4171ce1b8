import type { ProgramPath } from '../exec/runtime/program-path.ts';
import type { Mount, Sandbox } from '../exec/sandbox/sandbox.ts';

/** What an interpreter prints for `--version`. It is asked in a sandbox, as it is run in one. */
export async function askVersion(
  sandbox: Sandbox,
  { path }: ProgramPath,
  mounts: readonly string[],
): Promise<string | undefined> {
  const result = await sandbox.run({
    program: path,
    args: ['--version'],
    env: {},
    cwd: '/',
    stdin: new Uint8Array(),
    mounts: mounts.map((host): Mount => ({ kind: 'path', host, at: host, access: 'read' })),
    limits: {
      wall_clock_ms: 10_000,
      cpu_seconds: 5,
      memory_mb: 256,
      processes: 32,
      output_bytes: 4096,
      file_bytes: 1,
    },
    signal: new AbortController().signal,
  });
  return result.kind === 'ended' && result.exitCode === 0 ? Buffer.from(result.stdout).toString('latin1') : undefined;
}
