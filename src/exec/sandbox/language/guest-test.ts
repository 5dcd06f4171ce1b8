import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measured, Runs } from '../backend.ts';
import type { Sandbox, SandboxResult } from '../sandbox.ts';

/** Each prints the file that it was given, then `open NAME` for whatever it reaches, then takes memory without end. */
const probes: Readonly<Record<Exclude<Runs, 'programs' | 'wasm'>, string>> = {
  javascript: `
const fs = require('fs');
console.log('control ' + fs.readFileSync('/run/probe/control'));
const reach = (name, way) => { try { way(); console.log('open ' + name); } catch {} };
reach('files', () => fs.readFileSync(process.argv[2]));
reach('network', () => require('net').connect(9));
reach('processes', () => require('child_process').spawnSync('true'));
reach('processes', () => process.binding('spawn_sync'));
if (Object.keys(process.env).join() !== 'PROBE') console.log('open variables');
console.log('end');
const all = []; for (;;) all.push(new Array(100000).fill(1.5));`,
  python: `
import os, sys
print('control', open('/run/probe/control').read())
def reach(name, way):
    try:
        if way() != -1: print('open', name)
    except BaseException:
        pass
reach('files', lambda: open(sys.argv[1]).read())
reach('network', lambda: __import__('socket').create_connection(('127.0.0.1', 9)))
reach('processes', lambda: os.system('true'))
reach('processes', lambda: __import__('subprocess').run(['true']))
if list(os.environ) != ['PROBE']: print('open variables')
print('end', flush=True)
x = [bytes(1000000) + bytes([i % 256]) for i in range(400)]
print('open memory')`,
};

/** Exports \`grow\`, which asks for more memory: the module of \`(func (param i32) (result i32) local.get 0 memory.grow)\`. */
const growing = Buffer.from(
  '0061736d010000000106 0160017f017f 03020100 0503010001 0711 02066d656d6f72790200 0467726f770000 0a0801060020004000 0b'.replaceAll(
    ' ',
    '',
  ),
  'hex',
);
const memoryMegabytes = 32;

/** Without a sandbox for processes around it, the machine itself is all that holds its guest. */
export async function guestTest(run: Sandbox['run'], runs: Runs, around: boolean): Promise<Measured> {
  const also = around ? ['process'] : [];
  if (runs === 'wasm') {
    const result = await run(job(growing, ['grow', String(memoryMegabytes * 16)], []));
    if (result.kind === 'refused') return { kind: 'failed', message: result.message };
    const held = Buffer.from(result.stdout).toString() === '-1\n';
    return held
      ? { kind: 'held', holds: [...imported, 'memory', ...also] }
      : { kind: 'failed', message: 'its memory is not limited' };
  }
  if (runs === 'programs') return { kind: 'failed', message: 'it runs no programs' };
  const directory = mkdtempSync(join(tmpdir(), 'skillc-probe-'));
  try {
    const [outside, control] = [join(directory, 'outside'), randomBytes(16).toString('hex')];
    writeFileSync(outside, 'outside');
    const files = [{ kind: 'file', bytes: Buffer.from(control), at: '/run/probe/control' }] as const;
    return judge(await run(job(Buffer.from(probes[runs]), [outside], files)), control, also);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A module has what it imports, and we give it no more than its own files and streams. */
const imported = ['files', 'network', 'processes', 'variables'];

function judge(result: SandboxResult, control: string, also: readonly string[]): Measured {
  if (result.kind === 'refused') return { kind: 'failed', message: result.message };
  const lines = Buffer.from(result.stdout).toString().split('\n');
  if (lines[0] !== `control ${control}` || !lines.includes('end')) {
    return {
      kind: 'failed',
      message: `its self-test did not run: ${Buffer.from(result.stderr).toString().slice(-200)}`,
    };
  }
  const open = lines.filter((line) => line.startsWith('open '));
  if (open.length > 0) return { kind: 'failed', message: `it does not hold: ${open.join(', ')}` };
  return { kind: 'held', holds: [...imported, ...(result.stopped === 'memory' ? ['memory'] : []), ...also] };
}

function job(
  program: Uint8Array,
  args: readonly string[],
  files: Parameters<Sandbox['run']>[0]['mounts'],
): Parameters<Sandbox['run']>[0] {
  return {
    program: '/run/probe/program',
    args,
    env: { PROBE: '1' },
    cwd: '/tmp',
    stdin: new Uint8Array(),
    mounts: [{ kind: 'file', bytes: program, at: '/run/probe/program' }, ...files],
    limits: {
      wall_clock_ms: 10_000,
      cpu_seconds: 10,
      memory_mb: memoryMegabytes,
      processes: 8,
      output_bytes: 65_536,
      file_bytes: 65_536,
    },
    signal: new AbortController().signal,
  };
}
