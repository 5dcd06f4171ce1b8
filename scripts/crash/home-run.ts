import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../fuzz/random.ts';
import { readCollected } from './collector.ts';
import { judge } from './judge.ts';

export interface HomeRun {
  readonly kills: number;
  readonly calls: number;
  /** Writers that ended by themselves because the log did not answer in time: on a busy machine that is what they must do. */
  readonly gaveUp: number;
  readonly problems: readonly string[];
}

interface Writer {
  readonly child: ChildProcess;
  /** It works, or has ended. */
  readonly ready: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

/** Kills writers of one home at random moments, each replaced by another that recovers, then all of them; and judges what is left. */
export async function runHome(kills: number, chance: Random): Promise<HomeRun> {
  const directory = mkdtempSync(join(tmpdir(), 'skillc-crash-'));
  const home = join(directory, 'home');
  const collected = join(directory, 'collected');
  const said: string[] = [];
  const start = (): Writer => startWriter([home, collected], said);
  const writers = Array.from({ length: 1 + chance.below(3) }, start);
  try {
    for (let done = 0; done < kills - writers.length; done++) {
      const place = chance.below(writers.length);
      await killSometime(writers[place] as Writer, chance);
      writers[place] = start();
    }
    for (const writer of writers) await killSometime(writer, chance);
    const seen = readCollected(collected);
    const faults = said.filter((text) => !isPatienceAtEnd(text)).map((text) => `a writer failed: ${text}`);
    const gaveUp = said.length - faults.length;
    return { kills, calls: seen.admitted.size, gaveUp, problems: [...faults, ...(await judge(home, seen))] };
  } finally {
    for (const { child } of writers) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Too slow is a reason to stop before an effect; what it left behind is judged like everything else. */
function isPatienceAtEnd(text: string): boolean {
  return /\b(?:code: |StoreFault\()'log\/(?:hangs|busy|slow)'/.test(text);
}

function startWriter(places: readonly string[], said: string[]): Writer {
  const child = spawn(process.execPath, [new URL('./writer.ts', import.meta.url).pathname, ...places], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (more) => {
    text += String(more);
  });
  const ended = once(child, 'close').then(() => {
    if (text !== '') said.push(text);
  });
  return { child, ended, ready: Promise.race([once(child.stdout, 'data'), ended]) };
}

/** One time in four while it starts, else while it works. */
async function killSometime(writer: Writer, chance: Random): Promise<void> {
  if (chance.chance(0.25)) await sleep(chance.below(300));
  else {
    await writer.ready;
    await sleep(chance.below(60));
  }
  writer.child.kill('SIGKILL');
  await writer.ended;
}
