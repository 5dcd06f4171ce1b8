import type { Ledger } from '../ledger/ledger.ts';
import type { Binding } from '../secrets/binding.ts';

/** Where the ledger says that these secrets may go, for every skill. */
export async function bindingsOf(
  ledger: Ledger,
  uses: readonly { readonly name: string }[],
): Promise<readonly Binding[]> {
  const out: Binding[] = [];
  for (const name of new Set(uses.map((use) => use.name))) {
    for (const [, row] of await ledger.list('bindings', `${name}\t`)) {
      const binding = bindingOf(row);
      if (binding?.name === name) out.push(binding);
    }
  }
  return out;
}

/** A row that is not of its shape binds nothing. */
function bindingOf(row: unknown): Binding | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { name, skill, origin, slot } = row as { readonly [key: string]: unknown };
  if (typeof name !== 'string' || typeof skill !== 'string' || typeof origin !== 'string' || typeof slot !== 'string')
    return undefined;
  return { name, skill, origin, slot };
}
