import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeWorld } from '../../../scripts/escape/world.ts';
import { findCgroups } from '../../../src/exec/sandbox/cgroup/find.ts';
import { groupsOf } from '../../../src/exec/sandbox/cgroup/group-files.ts';
import { ownGroups } from '../../../src/exec/sandbox/cgroup/mounts.ts';
import { openProcessSandbox } from './process-sandbox.ts';

const root = join(import.meta.dirname, '../../..');

test.each([
  ['bubblewrap', []],
  ['runc', ['bubblewrap']],
])(
  'when skillc itself is killed, nothing of %s goes on, and its groups go with the next one',
  async (backend, without) => {
    const world = await makeWorld();
    const source = `
    import { openSandboxes } from ${JSON.stringify(join(root, 'src/exec/sandbox/open.ts'))};
    import { jobOf } from ${JSON.stringify(join(root, 'scripts/escape/job.ts'))};
    const choice = await openSandboxes({ without: ${JSON.stringify(without)} }).choose({ class: 'process' });
    if (choice.kind === 'refused') throw new Error(choice.message);
    choice.sandbox.run(jobOf('setsid sleep 600 & sleep 600', { env: { MARK: ${JSON.stringify(world.mark)}, PATH: '/usr/bin' } }));`;
    const host = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const inside = () => world.survivors().filter((process) => process.endsWith(' sleep\x00600\0'));
    for (let tries = 0; inside().length < 2; tries++) {
      if (tries > 500) throw new Error('it did not start');
      await pause(20);
    }
    expect(groupsLeftBy(host.pid).length > 0).toBe(findCgroups() !== undefined);
    host.kill('SIGKILL');
    await new Promise((resolve) => host.once('exit', resolve));
    for (let tries = 0; inside().length > 0; tries++) {
      if (tries > 200) throw new Error(`left: ${inside()}`);
      await pause(20);
    }
    await openProcessSandbox({ without }, backend);
    expect(groupsLeftBy(host.pid)).toEqual([]);
    await world.close();
  },
);

function groupsLeftBy(pid: number | undefined): readonly string[] {
  const { first, second } = ownGroups();
  const above = second === undefined ? [] : [second, dirname(second)];
  return [...new Set([...first.values(), ...above])]
    .flatMap((directory) => readdirSync(directory))
    .filter((name) => name.startsWith(groupsOf(pid ?? 0)));
}
