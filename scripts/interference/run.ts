import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { random } from '../fuzz/random.ts';
import { echoServer } from './echo-server.ts';
import { makeProgram, makeSecret, type Program } from './program.ts';
import { openWorld, type Transcript } from './world.ts';

export interface Interference {
  readonly program: Program;
  /** Whether the secrets were of one length. */
  readonly lengths: 'equal' | 'different';
  readonly first: Transcript;
  readonly second: Transcript;
}

export interface Checked {
  readonly findings: readonly Interference[];
  /** Calls that were done, so that a run in which nothing happens is seen. */
  readonly done: number;
  /** Requests that held the secret: it was really there to be told. */
  readonly exposed: number;
}

/** Every program three times: two secrets of one length, and one of another. What anybody can see must be the same. */
export async function checkInterference(programs: number, seed: number): Promise<Checked> {
  const root = mkdtempSync(join(tmpdir(), 'skillc-interference-'));
  const skills = join(root, 'skills');
  const source = random(seed);
  const server = await echoServer(makeProgram(0, random(seed)).style);
  const open = (name: string) => openWorld(join(root, name), skills, server);
  const worlds = [await open('a'), await open('b'), await open('c')] as const;
  const findings: Interference[] = [];
  let [done, exposed] = [0, 0];
  try {
    for (let index = 0; index < programs; index += 1) {
      const program = makeProgram(index, source);
      const length = 12 + source.below(40);
      const secrets = [length, length, length + 1 + source.below(60)].map((size) => makeSecret(source, size));
      const transcripts: Transcript[] = [];
      for (const [at, world] of worlds.entries()) {
        server.seen.length = 0;
        const secret = secrets[at] ?? '';
        transcripts.push(await world.run(program, secret));
        exposed += server.seen.filter((text) => holds(text, secret)).length;
      }
      const [first, equal, different] = transcripts as [Transcript, Transcript, Transcript];
      done += first.outcomes.filter((outcome) => (outcome as { outcome?: string }).outcome === 'done').length;
      if (!isDeepStrictEqual(first, equal)) findings.push({ program, lengths: 'equal', first, second: equal });
      else if (!isDeepStrictEqual(first, different))
        findings.push({ program, lengths: 'different', first, second: different });
    }
  } finally {
    await Promise.all(worlds.map((world) => world.close()));
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
  return { findings, done, exposed };
}

function holds(text: string, secret: string): boolean {
  return text.includes(secret) || text.includes(Buffer.from(`me:${secret}`).toString('base64'));
}
