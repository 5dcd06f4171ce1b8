import type { FileRefusal } from './file-grants.ts';
import type { StagedWrite } from './stage-write.ts';

/** What became of a path of the disk. */
export interface Placed {
  readonly path: string;
  readonly bytes: number;
  readonly how: 'created' | 'replaced' | 'appended' | 'removed';
}

/** What a program wrote, in its place; where that ends early, with what was in place by then. */
export type Committed =
  | { readonly kind: 'committed'; readonly written: readonly Placed[] }
  | (FileRefusal & { readonly written: readonly Placed[] });

/** Renames one file after the other and notes each in `written`. After one that cannot be, none of the rest stays behind. */
export function commitStaged(staged: readonly StagedWrite[], written: Placed[]): FileRefusal | undefined {
  for (const [index, one] of staged.entries()) {
    const done = one.commit();
    if ('kind' in done) {
      for (const later of staged.slice(index + 1)) later.discard();
      return done;
    }
    written.push(done);
  }
  return undefined;
}
