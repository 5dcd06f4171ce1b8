import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bombs } from '../../../scripts/escape/bombs.ts';
import { attempts, tryAttempts } from '../../../scripts/escape/judge.ts';
import { leaverCount } from '../../../scripts/escape/leavers.ts';
import { tryBomb, tryLeaver } from '../../../scripts/escape/run.ts';
import { makeWorld, type World } from '../../../scripts/escape/world.ts';
import type { Sandbox } from '../../../src/exec/sandbox/sandbox.ts';

/** Every attempt on one back end, judged by what it says and by what the host sees. */
export function escapeSuite(name: string, open: () => Promise<Sandbox>): void {
  describe(`nothing leaves ${name}`, () => {
    let sandbox: Sandbox;
    let world: World;
    beforeAll(async () => {
      [sandbox, world] = await Promise.all([open(), makeWorld()]);
    });
    afterAll(() => world.close());

    test(`in ${attempts.length} ways`, async () => {
      expect(await tryAttempts(sandbox, world)).toEqual([]);
    });

    test.each(bombs.map((bomb) => [bomb.name, bomb] as const))('%s', async (_, bomb) => {
      expect(await tryBomb(sandbox, world, bomb)).toEqual([]);
    });

    test('a process that is left behind', async () => {
      for (let turn = 0; turn < 2 * leaverCount; turn++) {
        expect(await tryLeaver(sandbox, world, turn)).toEqual([]);
      }
    });
  });
}
