import { realpathSync } from 'node:fs';
import type { Egress } from '../../../src/exec/egress/open-egress.ts';
import { openSandboxes } from '../../../src/exec/sandbox/open.ts';
import type { Mount } from '../../../src/exec/sandbox/sandbox.ts';

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InsideOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Variables to leave out. */
  readonly without?: readonly string[];
  readonly stdin?: string;
}

const node: Mount = { kind: 'path', host: realpathSync(process.execPath), at: '/opt/node', access: 'read' };

/** Programs in the process sandbox, with no network but the way out. Node is `/opt/node`. */
export async function openInside() {
  const sandboxes = openSandboxes({});
  const chosen = await sandboxes.choose({ class: 'process' });
  if (chosen.kind !== 'chosen') throw new Error(`${chosen.message}: run sh scripts/setup-system.sh`);
  const { sandbox } = chosen;
  const run = async (egress: Egress, argv: readonly string[], options: InsideOptions = {}): Promise<Ended> => {
    const env: Record<string, string> = { PATH: '/usr/bin:/bin', HOME: '/tmp', ...egress.env, ...options.env };
    for (const name of options.without ?? []) delete env[name];
    const ended = await sandbox.run({
      program: '/usr/bin/env',
      args: [...argv],
      env,
      cwd: '/tmp',
      stdin: Buffer.from(options.stdin ?? ''),
      mounts: [...egress.mounts, node],
      egress,
      limits: {
        wall_clock_ms: 20_000,
        cpu_seconds: 20,
        memory_mb: 1_024,
        processes: 64,
        output_bytes: 100_000,
        file_bytes: 10_000_000,
      },
      signal: new AbortController().signal,
    });
    if (ended.kind === 'refused') throw new Error(ended.message);
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
    return { exitCode: ended.exitCode, stdout: text(ended.stdout), stderr: text(ended.stderr) };
  };
  return { run, close: sandboxes.close };
}
