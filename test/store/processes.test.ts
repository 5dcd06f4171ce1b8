import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runHome } from '../../scripts/crash/home-run.ts';
import { random } from '../../scripts/fuzz/random.ts';
import { verifyHome } from '../../src/store/verify.ts';
import { machine, newHome, open, warn } from './fixture.ts';
import { problemsOf } from './independent-verifier.ts';

const run = promisify(execFile);
const script = new URL('./child-writer.ts', import.meta.url).pathname;

interface Said {
  readonly acknowledged: readonly number[];
  readonly refused: readonly string[];
}

async function write(home: string, count: number, bytes: number, before = ''): Promise<Said> {
  const { stdout } = await run('bash', [
    '-c',
    `${before} exec "$0" "$@"`,
    process.execPath,
    script,
    home,
    `${count}`,
    `${bytes}`,
  ]);
  return JSON.parse(stdout) as Said;
}

describe('several processes on one log', () => {
  it('take turns without gaps, from its first record on', async () => {
    const home = newHome();
    const said = await Promise.all([write(home, 60, 10), write(home, 60, 10), write(home, 60, 10)]);
    expect(said.flatMap(({ refused }) => refused)).toEqual([]);
    const seqs = said.flatMap(({ acknowledged }) => acknowledged).sort((a, b) => a - b);
    expect(seqs).toEqual(Array.from({ length: 180 }, (_, at) => at + 1));
    const { ok, size, unanchored } = await verifyHome({ home, withState: true, machine });
    expect({ ok, size, unanchored, second: problemsOf(home) }).toEqual({
      ok: true,
      size: 181,
      unanchored: 0,
      second: [],
    });
  });
});

describe('a disk that is full', () => {
  it('ends writing for good, and loses nothing that was acknowledged', async () => {
    const home = newHome();
    await (await open(home)).close();
    // Files of at most 400 KiB; without the trap the signal would end the process instead of failing the write.
    const said = await write(home, 1000, 20_000, `trap '' XFSZ; ulimit -f 400;`);
    expect(said.refused).toEqual(['log/read-only', 'log/read-only', 'log/read-only']);
    expect(said.acknowledged.length).toBeGreaterThan(2);
    const after = await open(home);
    const events = await after.events(1, 1000);
    expect(events.slice(0, said.acknowledged.length).map(({ seq }) => seq)).toEqual(said.acknowledged);
    expect(await after.submit(warn({ n: 1 }))).toMatchObject({ ok: true });
    await after.close();
    expect((await verifyHome({ home, withState: true, machine })).problems).toEqual([]);
  });

  it('is no trouble with room enough', async () => {
    const home = newHome();
    const said = await write(home, 5, 20_000, `trap '' XFSZ; ulimit -f 4000;`);
    expect(said).toEqual({ acknowledged: [1, 2, 3, 4, 5], refused: [] });
  });

  it('lets no log start', async () => {
    const said = await write(newHome(), 5, 10, `trap '' XFSZ; ulimit -f 1;`);
    expect(said.acknowledged).toEqual([]);
    expect(said.refused.length).toBe(1);
  });
});

describe('a writer that is killed', () => {
  it('leaves a log from which the next start recovers', async () => {
    const { kills, problems } = await runHome(6, random(194));
    expect({ kills, problems }).toEqual({ kills: 6, problems: [] });
  });
});
