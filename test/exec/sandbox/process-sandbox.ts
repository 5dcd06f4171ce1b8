import { openSandboxes, type SandboxOptions } from '../../../src/exec/sandbox/open.ts';
import type { Sandbox } from '../../../src/exec/sandbox/sandbox.ts';

/** A sandbox for programs of a given back end; a missing one is a failure that says what to install. */
export async function openProcessSandbox(options: SandboxOptions, backend: string): Promise<Sandbox> {
  const choice = await openSandboxes(options).choose({ class: 'process' });
  if (choice.kind === 'refused') throw new Error(`${choice.message}; run: sh scripts/setup-system.sh`);
  if (choice.sandbox.isolation.backend !== backend) throw new Error(`${choice.sandbox.isolation.backend} was chosen`);
  return choice.sandbox;
}
