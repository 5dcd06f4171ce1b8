import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** What was found out about one program file. */
export interface ProgramFacts {
  readonly digest: string;
  /** What it prints for `--version`, where that was asked. */
  readonly version?: string;
}

/** Keeps facts between runs. Large programs take a third of a second to read. */
export interface FactsMemory {
  readonly get: (key: string) => ProgramFacts | undefined;
  readonly set: (key: string, facts: ProgramFacts) => void;
}

/** The file's identity, size and times: what was changed in place has another one, since nobody sets the time of a change. */
function keyOf(real: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(real, { bigint: true });
  return [real, dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

export async function programDigest(real: string, memory: FactsMemory): Promise<string> {
  return (await factsOf(real, memory)).digest;
}

/** Asked once for each content. `ask` runs the program with `--version`. */
export async function programVersion(
  real: string,
  memory: FactsMemory,
  ask: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const facts = await factsOf(real, memory);
  if (facts.version !== undefined) return facts.version === '' ? undefined : facts.version;
  const version = /(?:^|[^\d.])(\d+\.\d+(?:\.\d+)?)/.exec((await ask()) ?? '')?.[1];
  memory.set(keyOf(real), { ...facts, version: version ?? '' });
  return version;
}

async function factsOf(real: string, memory: FactsMemory): Promise<ProgramFacts> {
  const key = keyOf(real);
  const known = memory.get(key);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  await pipeline(createReadStream(real), hash);
  const facts = { digest: `sha256:${hash.digest('hex')}` };
  // Replaced while it was read: what was read belongs to neither.
  if (keyOf(real) !== key) throw new Error(`\`${real}\` was replaced while it was read`);
  memory.set(key, facts);
  return facts;
}
