import type { Json } from '../../ir/json.ts';

/** What the log and a grant know the parameters of a call by. Keyed, so that a short one is not told by its digest. */
export function commitParameters(inputs: ReadonlyMap<string, Json>, commit: (value: Json) => string): string {
  const before = last.get(commit);
  if (before?.inputs === inputs) return before.commitment;
  const commitment = commit(Object.fromEntries([...inputs].sort(([a], [b]) => (a < b ? -1 : 1))));
  last.set(commit, { inputs, commitment });
  return commitment;
}

/** Calls without parameters have the same inputs, and often follow each other. */
const last = new WeakMap<
  (value: Json) => string,
  { readonly inputs: ReadonlyMap<string, Json>; readonly commitment: string }
>();
