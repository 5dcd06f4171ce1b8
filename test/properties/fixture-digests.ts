import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, readBundle } from '../../src/index.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Plan digests of the fixtures by skill and operation; `null` for an operation that can never run. */
export function fixtureDigests(): Readonly<Record<string, string | null>> {
  const folders = (name: string) =>
    readdirSync(join(fixtures, name))
      .filter((entry) => entry !== 'expected')
      .map((entry) => join(name, entry));
  const paths = [...folders('demo'), ...folders('four-formats'), ...folders('skills')].sort();
  const rows = paths.flatMap((path) => {
    const { bundle } = readBundle(join(fixtures, path));
    if (bundle === undefined) throw new Error(`${path} cannot be read`);
    return compile(bundle).operations.map(
      ({ operation, digest }) => [`${path}#${operation.name}`, digest ?? null] as const,
    );
  });
  return Object.fromEntries(rows);
}

// `node test/properties/fixture-digests.ts` prints them; `--write` keeps them as the golden ones.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `${JSON.stringify(fixtureDigests(), null, 2)}\n`;
  if (process.argv.includes('--write')) writeFileSync(new URL('golden-digests.json', import.meta.url), text);
  else process.stdout.write(text);
}
