import type { Json } from '../../ir/json.ts';

/** What the log and a grant know the parameters of a call by. Keyed, so that a short one is not told by its digest. */
export function commitParameters(inputs: ReadonlyMap<string, Json>, commit: (value: Json) => string): string {
  if (inputs.size > 0) return commit(Object.fromEntries([...inputs].sort(([a], [b]) => (a < b ? -1 : 1))));
  const none = ofNone.get(commit) ?? commit({});
  ofNone.set(commit, none);
  return none;
}

/** Of calls without parameters, which are many and all the same. */
const ofNone = new WeakMap<(value: Json) => string, string>();
