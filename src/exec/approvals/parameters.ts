import type { Json } from '../../ir/json.ts';

/** What the log and a grant know the parameters of a call by. Keyed, so that a short one is not told by its digest. */
export function commitParameters(inputs: ReadonlyMap<string, Json>, commit: (value: Json) => string): string {
  return commit(Object.fromEntries([...inputs].sort(([a], [b]) => (a < b ? -1 : 1))));
}
