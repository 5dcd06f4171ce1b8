import type { Bundle } from '../ir/bundle.ts';
import type { Compiled } from '../pipeline.ts';
import { restoreBundle } from './bundle-store.ts';
import type { Host } from './open-host.ts';

export type StoredSkill =
  | { readonly kind: 'stored'; readonly bundle: Bundle; readonly compiled: Compiled }
  | { readonly kind: 'unknown' }
  /** Its copy is not what was loaded. */
  | { readonly kind: 'broken' };

/** A loaded skill as it was when it was loaded, under the id it was loaded as. */
export async function storedSkill(host: Host, id: string): Promise<StoredSkill> {
  const row = await host.operations.row(id);
  if (row === undefined) return { kind: 'unknown' };
  if (row === 'unreadable' || row.snapshot === undefined) return { kind: 'broken' };
  const bundle = restoreBundle(host.snapshots, row.snapshot, row.digest);
  const compiled = host.operations.restore(row);
  if (bundle === undefined || compiled?.skill === undefined) return { kind: 'broken' };
  return { kind: 'stored', bundle, compiled: { ...compiled, skill: { ...compiled.skill, id } } };
}
