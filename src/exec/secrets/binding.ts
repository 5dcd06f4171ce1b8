/** Where a secret may go: which skill may send it, to which origin, in which place. */
export interface Binding {
  readonly name: string;
  readonly skill: string;
  /** `https://api.example.com`, as `canonicalOrigin` writes it. */
  readonly origin: string;
  /** `header:authorization`, `query:key`, `basic:password`, `body:/token`. */
  readonly slot: string;
}

/** Whole and exact: no part of a host, no other case, no pattern. */
export function isBound(bindings: readonly Binding[], use: Binding): boolean {
  return bindings.some((binding) => isSame(binding, use));
}

export function isSame(a: Binding, b: Binding): boolean {
  return a.name === b.name && a.skill === b.skill && a.origin === b.origin && a.slot === b.slot;
}

/** For the person asked to bind it once more: `already bound to https://… (header:authorization) for weather`. */
export function describeBinding(bindings: readonly Binding[], use: Binding): string | undefined {
  const others = bindings.filter((binding) => binding.name === use.name && !isSame(binding, use));
  if (others.length === 0) return undefined;
  return `already bound to ${others.map(({ origin, slot, skill }) => `${origin} (${slot}) for ${skill}`).join(', ')}`;
}
