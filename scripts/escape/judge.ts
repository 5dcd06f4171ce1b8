import { spawn } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox, SandboxResult } from '../../src/exec/sandbox/sandbox.ts';
import { type Attempt, type Parameters, programOf } from './attempt.ts';
import { fileAttempts } from './files.ts';
import { kernelAttempts } from './kernel.ts';
import { networkAttempts } from './network.ts';
import { processAttempts } from './processes.ts';
import { pythonJob, type World } from './world.ts';

export const attempts: readonly Attempt[] = [
  ...fileAttempts,
  ...networkAttempts,
  ...processAttempts,
  ...kernelAttempts,
];

/** 128 and SIGSYS: the kernel ended the process for what it called. */
const endedByFilter = '(exit 159)';

/** What went wrong with one attempt: an escape, a change of the host, or a control that does not work. */
export async function tryAttempt(sandbox: Sandbox, world: World, attempt: Attempt): Promise<readonly string[]> {
  const problems: string[] = [];
  const run = (parameters: Parameters): Promise<SandboxResult> =>
    sandbox.run(pythonJob(world, programOf(attempt), parameters));
  const before = world.state();
  const text = textOf(await run(attempt.attack(world)));
  if (!/^x?held /.test(text) && !text.endsWith(endedByFilter)) problems.push(`${attempt.name}: ${text}`);
  if (text.includes(world.secret)) problems.push(`${attempt.name}: the secret was read`);
  const after = world.state();
  if (!isDeepStrictEqual(before, after)) problems.push(`${attempt.name}: ${JSON.stringify({ before, after })}`);
  if (attempt.control.on !== 'inside') return problems;
  const control = textOf(await run(attempt.control.with(world)));
  return control.startsWith('got ') ? problems : [...problems, `control of ${attempt.name}: ${control}`];
}

/** The same outside, where nothing holds it. Undefined where the attempt has another control. */
export async function tryOnHost(world: World, attempt: Attempt): Promise<string | undefined> {
  if (attempt.control.on !== 'host') return undefined;
  const parameters = JSON.stringify(attempt.control.with(world));
  const child = spawn('/usr/bin/python3', ['-I', '-c', programOf(attempt), parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      text += data.toString();
    });
  }
  await new Promise((resolve) => child.once('close', resolve));
  return text;
}

function textOf(result: SandboxResult): string {
  if (result.kind === 'refused') return `refused: ${result.message}`;
  const [out, errors] = [result.stdout, result.stderr].map((bytes) => Buffer.from(bytes).toString());
  return result.exitCode === 0 && errors === '' ? `${out}` : `${out}${errors}(exit ${result.exitCode})`;
}
