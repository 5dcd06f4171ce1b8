import { randomBytes } from 'node:crypto';
import { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measured } from './backend.ts';
import type { Sandbox, SandboxJob } from './sandbox.ts';

/** What a back end can hold back. Without the first seven it is no sandbox for processes at all. */
export const holdings = [
  'files',
  'network',
  'pids',
  'ipc',
  'capabilities',
  'seccomp',
  'descriptors',
  'variables',
  'processes',
  'memory',
  'memory-each',
] as const;

export type Holding = (typeof holdings)[number];

export const neededHoldings: readonly Holding[] = holdings.slice(0, 8);

/** A sandbox that holds back only part of what it must is none. */
export function processClass(name: string, measured: Measured): Measured {
  if (measured.kind === 'failed') return { ...measured, remedy: userNamespaces };
  const missing = neededHoldings.filter((each) => !measured.holds.includes(each));
  if (missing.length === 0) return measured;
  return { kind: 'failed', message: `${name} does not hold ${missing.join(', ')} on this machine` };
}

const userNamespaces =
  'allow user namespaces: sysctl kernel.apparmor_restrict_unprivileged_userns=0, kernel.unprivileged_userns_clone=1';

/** More than a group gives, and more than each process may have without one. */
const tooMuchMemory = '1200M';
const memoryMegabytes = 32;
const mostProcesses = 8;

/** Fixed text: it only tells what it sees, and what is held is decided outside. Its order matters: the last part may end it. */
const probe = `
echo "[control]"; cat /run/probe/control || exit 1
echo "[outside]"; cat "$1" 2>/dev/null
echo "[write]"; for path in / /usr /usr/bin /etc /proc/sys/kernel/core_pattern; do [ ! -w "$path" ] || echo "$path"; done
echo "[devices]"; while read -r line; do echo "$line"; done </proc/net/dev
echo "[namespaces]"; ls -l /proc/self/ns
echo "[status]"; cat /proc/self/status
echo "[descriptors]"; ls -l /proc/self/fd
echo "[variables]"; cat /proc/$$/environ; echo
echo "[filter]"; : >/tmp/probe; chmod 0755 /tmp/probe && chmod 4755 /tmp/probe 2>/dev/null || echo held
echo "[memory]"; dd if=/dev/zero of=/dev/null bs=${tooMuchMemory} count=1 2>/dev/null && echo open
echo "[processes]"; (n=0; while [ $n -lt 64 ]; do sleep 60 & n=$((n + 1)); done; echo open) 2>/dev/null
exit 0
`;

/** Runs one program in the sandbox, with a file outside that it must not see and one inside that it must. */
export async function selfTest(run: Sandbox['run'], shell: string): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'skillc-probe-'));
  const [outside, control] = [join(directory, 'outside'), randomBytes(16).toString('hex')];
  const canary = randomBytes(16).toString('hex');
  try {
    writeFileSync(outside, canary);
    const result = await run(probeJob(shell, outside, control));
    if (result.kind === 'refused') return { kind: 'failed', message: result.message };
    return judge(parts(Buffer.from(result.stdout).toString('latin1')), { control, canary }, result.stopped);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function probeJob(shell: string, outside: string, control: string): SandboxJob {
  return {
    program: shell,
    args: ['-c', probe, 'probe', outside],
    env: { PROBE: control, PATH: '/usr/bin:/bin' },
    cwd: '/',
    stdin: new Uint8Array(),
    mounts: [{ kind: 'file', bytes: Buffer.from(`${control}\n`), at: '/run/probe/control' }],
    limits: {
      wall_clock_ms: 5000,
      cpu_seconds: 5,
      memory_mb: memoryMegabytes,
      processes: mostProcesses,
      output_bytes: 64 * 1024,
      file_bytes: 1024 * 1024,
    },
    signal: new AbortController().signal,
  };
}

interface Secrets {
  readonly control: string;
  readonly canary: string;
}

function judge(seen: ReadonlyMap<string, string>, { control, canary }: Secrets, stopped: string | undefined): Measured {
  const part = (name: string): string => seen.get(name) ?? '';
  if (part('control').trim() !== control) {
    return { kind: 'failed', message: 'a program in it does not see the file that it was given' };
  }
  const status = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(part('status'))?.[1] ?? '';
  const interfaces = [...part('devices').matchAll(/^[ \t]{0,64}([^\s:]{1,64}):/gm)].map((match) => match[1]);
  const held: Readonly<Record<Holding, boolean>> = {
    files: !part('outside').includes(canary) && seen.has('write') && part('write') === '',
    network: interfaces.length === 1 && interfaces[0] === 'lo' && isOwn(part('namespaces'), 'net'),
    pids: isOwn(part('namespaces'), 'pid') && Number(status('Pid')) < 100,
    ipc: isOwn(part('namespaces'), 'ipc'),
    capabilities: /^0+$/.test(status('CapEff')) && /^0+$/.test(status('CapPrm')) && status('NoNewPrivs') === '1',
    seccomp: status('Seccomp') === '2' && part('filter').trim() === 'held',
    descriptors: seen.has('descriptors') && unknownDescriptors(part('descriptors')).length === 0,
    variables:
      [...part('variables').matchAll(/(?<![A-Za-z_])([A-Za-z_]{1,256})=/g)]
        .map((match) => match[1])
        .sort()
        .join() === 'PATH,PROBE',
    processes: seen.has('processes') && part('processes') === '',
    memory: stopped === 'memory',
    'memory-each': stopped !== 'memory' && seen.has('memory') && part('memory') === '',
  };
  return { kind: 'held', holds: holdings.filter((name) => held[name]) };
}

/** `lrwxrwxrwx 1 sandbox sandbox 0 Nov 18 13:34 net -> net:[4026532177]` */
function isOwn(listing: string, name: string): boolean {
  const inside = new RegExp(`${name} -> (${name}:\\[\\d+\\])`).exec(listing)?.[1];
  return inside !== undefined && inside !== readlinkSync(`/proc/self/ns/${name}`);
}

/** `lr-x------ 1 sandbox sandbox 64 Nov 18 13:34 3 -> /proc/6/fd`: the listed directory itself, and what was closed over, are known. */
function unknownDescriptors(listing: string): readonly string[] {
  return [...listing.matchAll(/ (\d+) -> (.*)$/gm)]
    .filter(
      ([, number, target]) => Number(number) > 2 && target !== '/dev/null' && !/^\/proc\/\d+\/fd$/.test(target ?? ''),
    )
    .map(([entry]) => entry);
}

/** Text between `[name]` lines. */
function parts(text: string): ReadonlyMap<string, string> {
  const [, ...pieces] = text.split(/^\[([a-z]+)\]\n/m);
  return new Map(
    pieces.flatMap((piece, index) => (index % 2 === 0 ? [[piece, pieces[index + 1] ?? ''] as const] : [])),
  );
}
