import type { Provider } from '../exec/provider.ts';
import type { FileGrants } from '../exec/providers/io/file-grants.ts';
import { println } from '../exec/providers/io/println.ts';
import { readFileProvider } from '../exec/providers/io/read-file.ts';
import { writeFileProvider } from '../exec/providers/io/write-file.ts';
import { jsonParse } from '../exec/providers/json/parse.ts';
import { type JqWorkers, jsonQuery } from '../exec/providers/json/query.ts';
import { type TextWorkers, textTransform } from '../exec/providers/text/transform.ts';
import type { Json } from '../ir/json.ts';

const MOST = 16 * 1024 * 1024;

/** One provider for each core capability that runs here, over one call's files. */
export function coreProviders(
  grants: FileGrants,
  workers: { readonly jq: JqWorkers; readonly text: TextWorkers },
  random: (bytes: number) => Uint8Array,
): ReadonlyMap<string, Provider<Json>> {
  const stagingName = () => `.skillc-${Buffer.from(random(12)).toString('hex')}`;
  const files = { grants, maxBytes: MOST, stagingName, random };
  return new Map<string, Provider<Json>>([
    ['json.parse', jsonParse(files) as Provider<Json>],
    ['json.query', jsonQuery({ workers: workers.jq, grants, maxInput: MOST, maxOutput: MOST }) as Provider<Json>],
    ['io.println', println as Provider<Json>],
    ['io.read-file', readFileProvider(files) as Provider<Json>],
    ['io.write-file', writeFileProvider(files) as Provider<Json>],
    [
      'text.transform',
      textTransform({ workers: workers.text, grants, maxInput: MOST, maxOutput: MOST }) as unknown as Provider<Json>,
    ],
  ]);
}
