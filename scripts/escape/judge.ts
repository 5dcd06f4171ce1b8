import { spawn } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../src/exec/sandbox/sandbox.ts';
import { type Attempt, answersOf, type Parameters, programOf } from './attempt.ts';
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

/** What went wrong: escapes, changes of the host, and controls that do not work. */
export async function tryAttempts(sandbox: Sandbox, world: World): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const group of [
    attempts.filter(({ alone }) => alone !== true),
    ...attempts.filter(({ alone }) => alone === true).map((one) => [one]),
  ]) {
    const before = world.state();
    const text = await outputOf(
      sandbox,
      world,
      group,
      group.map(({ attack }) => attack(world)),
    );
    answersOf(text, group.length).forEach((answer, index) => {
      if (!answer.startsWith('held ')) problems.push(`${group[index]?.name}: ${answer}`);
    });
    if (text.includes(world.secret)) problems.push('the secret was read');
    const after = world.state();
    if (!isDeepStrictEqual(before, after)) problems.push(`the host changed: ${JSON.stringify({ before, after })}`);
  }
  return [...problems, ...(await tryControls(sandbox, world))];
}

/** The same ways inside, where they are open. */
async function tryControls(sandbox: Sandbox, world: World): Promise<readonly string[]> {
  const controls = attempts.flatMap((attempt) =>
    attempt.control.on === 'inside' ? [{ attempt, parameters: attempt.control.with(world) }] : [],
  );
  const text = await outputOf(
    sandbox,
    world,
    controls.map(({ attempt }) => attempt),
    controls.map(({ parameters }) => parameters),
  );
  return answersOf(text, controls.length).flatMap((answer, index) =>
    answer.startsWith('got ') ? [] : [`control of ${controls[index]?.attempt.name}: ${answer}`],
  );
}

async function outputOf(
  sandbox: Sandbox,
  world: World,
  group: readonly Attempt[],
  parameters: readonly Parameters[],
): Promise<string> {
  const result = await sandbox.run(pythonJob(world, programOf(group), parameters));
  if (result.kind === 'refused') return result.message;
  return [result.stdout, result.stderr].map((bytes) => Buffer.from(bytes).toString()).join('');
}

/** The same outside, where nothing holds it. */
export async function tryOnHost(world: World): Promise<ReadonlyMap<string, string>> {
  const controls = attempts.flatMap((attempt) =>
    attempt.control.on === 'host' ? [{ attempt, parameters: attempt.control.with(world) }] : [],
  );
  const program = programOf(controls.map(({ attempt }) => attempt));
  const parameters = JSON.stringify(controls.map((control) => control.parameters));
  const child = spawn('/usr/bin/python3', ['-I', '-c', program, parameters], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      text += data.toString();
    });
  }
  await new Promise((resolve) => child.once('close', resolve));
  const answers = answersOf(text, controls.length);
  return new Map(controls.map(({ attempt }, index) => [attempt.name, answers[index] ?? '']));
}
