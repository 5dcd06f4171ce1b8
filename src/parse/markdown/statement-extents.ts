import type { ShellStatement } from '../../ir/shell-program.ts';
import { walkStatements } from '../../shell/walk.ts';
import { type SourceText, textOffset } from './source-text.ts';

export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A statement's range in the block's text, its heredoc bodies and their end marks included. */
export function extentOf(block: SourceText, statement: ShellStatement): Extent {
  let end = textOffset(block, statement.span.end);
  walkStatements([statement], {
    redirect: ({ body }) => {
      const close = body === undefined ? -1 : textOffset(block, body.span.end);
      if (close < end) return;
      const line = block.text.indexOf('\n', close);
      end = line === -1 ? block.text.length : line;
    },
  });
  return { start: textOffset(block, statement.span.start), end };
}

/** Two heredocs of one line, or a heredoc and what stands behind it on its line, cannot be cut apart. */
export function mergeOverlaps(
  groups: readonly (readonly number[])[],
  extents: readonly Extent[],
): readonly (readonly number[])[] {
  const groupOf = new Map(groups.flatMap((group, id) => group.map((index) => [index, id] as const)));
  const merged = groups.map((group) => [...group]);
  for (let index = 1; index < extents.length; index++) {
    const from = groupOf.get(index - 1) ?? 0;
    const to = groupOf.get(index) ?? 0;
    if (from === to || (extents[index]?.start ?? 0) >= (extents[index - 1]?.end ?? 0)) continue;
    for (const moved of merged[to] ?? []) groupOf.set(moved, from);
    merged[from] = [...(merged[from] ?? []), ...(merged[to] ?? [])].sort((a, b) => a - b);
    merged[to] = [];
  }
  return merged.filter((group) => group.length > 0);
}

/** Neighbouring statements are kept with what stands between them. */
export function rangesOf(group: readonly number[], extents: readonly Extent[]): readonly Extent[] {
  const ranges: Extent[] = [];
  let last = Number.NaN;
  for (const index of group) {
    const { start, end } = extents[index] ?? { start: 0, end: 0 };
    const previous = ranges.at(-1);
    if (previous !== undefined && index === last + 1)
      ranges[ranges.length - 1] = { start: previous.start, end: Math.max(previous.end, end) };
    else ranges.push({ start, end });
    last = index;
  }
  return ranges;
}
