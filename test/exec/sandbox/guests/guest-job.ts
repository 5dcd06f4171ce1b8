import { type JobPart, jobOf } from '../../../../scripts/escape/job.ts';
import { openSandboxes } from '../../../../src/exec/sandbox/open.ts';
import type { Sandbox, SandboxJob } from '../../../../src/exec/sandbox/sandbox.ts';

export type Language = 'javascript' | 'python' | 'wasm';

/** A job whose program is this source. */
export function guestJob(source: string | Uint8Array, part: JobPart = {}): SandboxJob {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const program = { kind: 'file', bytes, at: '/bundle/program' } as const;
  return jobOf('', {
    program: '/bundle/program',
    args: [],
    env: {},
    ...part,
    mounts: [program, ...(part.mounts ?? [])],
  });
}

/** By name, within a sandbox for processes or alone. */
export async function openGuest(backend: string, runs: Language, alone: boolean): Promise<Sandbox> {
  const sandboxes = openSandboxes({ guestsAlone: alone, without: backend === 'quickjs' ? ['isolated-vm'] : [] });
  const choice = await sandboxes.choose({ class: 'wasm', runs });
  if (choice.kind === 'refused') throw new Error(`${choice.message}; ${choice.remedy}`);
  if (choice.sandbox.isolation.backend !== backend) throw new Error(`${choice.sandbox.isolation.backend} was chosen`);
  return choice.sandbox;
}

export const guests = [
  ['isolated-vm', 'javascript', false],
  ['isolated-vm', 'javascript', true],
  ['quickjs', 'javascript', false],
  ['quickjs', 'javascript', true],
  ['python-wasm', 'python', false],
  ['python-wasm', 'python', true],
  ['wasm', 'wasm', false],
  ['wasm', 'wasm', true],
] as const satisfies readonly (readonly [string, Language, boolean])[];

export function nameOf(backend: string, alone: boolean): string {
  return `${backend}${alone ? ' in an ordinary child' : ' in a sandbox for processes'}`;
}
