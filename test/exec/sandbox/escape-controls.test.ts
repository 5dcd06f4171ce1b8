import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempts, tryOnHost } from '../../../scripts/escape/judge.ts';
import { makeWorld, type World } from '../../../scripts/escape/world.ts';

describe('what a sandbox holds works outside of it', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.close());

  const controlled = attempts.filter(({ control }) => control.on === 'host');
  test.each(controlled.map((attempt) => [attempt.name, attempt] as const))('%s', async (_, attempt) => {
    expect(await tryOnHost(world, attempt)).toMatch(/^got /);
  });

  test('every attempt has a control, or a reason to have none', () => {
    expect(attempts.length).toBeGreaterThanOrEqual(60);
    expect(new Set(attempts.map(({ name }) => name)).size).toBe(attempts.length);
    expect(attempts.filter(({ control }) => control.on === 'nowhere' && control.because.length < 10)).toEqual([]);
  });

  test('a process that is left behind is found by its mark', async () => {
    expect(world.survivors()).toEqual([]);
    const child = spawn('/usr/bin/sleep', ['60'], { env: { MARK: world.mark }, stdio: 'ignore' });
    expect(world.survivors()).toEqual([expect.stringContaining(String(child.pid))]);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(world.survivors()).toEqual([]);
  });

  test('what the collectors hear, and a changed file, are seen', async () => {
    const before = world.state();
    const [connect] = attempts.filter(({ name }) => name === 'connect to the host by TCP');
    if (connect === undefined) throw new Error('no such attempt');
    await tryOnHost(world, connect);
    expect(world.state().heard).toEqual([...before.heard, 'tcp']);
  });
});
