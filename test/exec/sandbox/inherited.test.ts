import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A host that was started with a descriptor that it knows nothing of, and with variables that change interpreters. */
const number = 400;

async function inside(script: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'skillc-inherited-'));
  const secret = join(directory, 'secret');
  writeFileSync(secret, 'secret of the host');
  const descriptor = openSync(secret, 'r');
  const stdio: ('ignore' | 'pipe' | 'inherit' | number)[] = ['ignore', 'pipe', 'inherit'];
  while (stdio.length < number) stdio.push('ignore');
  stdio.push(descriptor);
  const source = `
    import { openSandboxes } from ${JSON.stringify(join(import.meta.dirname, '../../../src/exec/sandbox/open.ts'))};
    import { jobOf } from ${JSON.stringify(join(import.meta.dirname, '../../../scripts/escape/job.ts'))};
    import { spawnSync } from 'node:child_process';
    const sandboxes = openSandboxes({});
    const choice = await sandboxes.choose({ class: 'process' });
    if (choice.kind === 'refused') throw new Error(choice.message);
    const result = await choice.sandbox.run(jobOf(${JSON.stringify(script)}));
    const plain = spawnSync('/bin/sh', ['-c', 'cat /proc/self/fd/${number}'], { encoding: 'utf8' });
    console.log(plain.stdout + '|' + Buffer.from(result.stdout).toString());
    await sandboxes.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio,
    env: {
      PATH: process.env.PATH,
      LD_PRELOAD: '',
      BASH_ENV: '/evil',
      PYTHONPATH: '/evil',
      NODE_OPTIONS: '',
      SECRET: 'secret of the host',
    },
  });
  let output = '';
  child.stdout?.on('data', (data: Buffer) => {
    output += data.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  closeSync(descriptor);
  rmSync(directory, { recursive: true });
  return output;
}

test('a descriptor that the host inherited is not passed on', async () => {
  const script = `cat /proc/self/fd/${number} 2>/dev/null; readlink /proc/self/fd/${number}`;
  expect(await inside(script)).toBe('secret of the host|/dev/null\n\n');
});

test('variables of the host are not passed on', async () => {
  expect(await inside('env')).toBe('secret of the host|PATH=/usr/bin:/bin\nPWD=/tmp\n\n');
});
