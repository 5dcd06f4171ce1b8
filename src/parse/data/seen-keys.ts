/** The keys of one map so far. Most maps are small, and a set for each would be a reader's largest cost. */
export interface SeenKeys {
  readonly entries: readonly { readonly key: string }[];
  index: Set<string> | undefined;
}

const smallMap = 12;

/** Whether the map does not have the key yet; the caller adds it to `entries` next. */
export function isNewKey(key: string, seen: SeenKeys): boolean {
  if (seen.entries.length < smallMap) return !seen.entries.some((entry) => entry.key === key);
  seen.index ??= new Set(seen.entries.map((entry) => entry.key));
  if (seen.index.has(key)) return false;
  seen.index.add(key);
  return true;
}
