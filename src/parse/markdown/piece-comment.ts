import type { ShellStatement } from '../../ir/shell-program.ts';
import type { SourceText } from './source-text.ts';
import type { Extent } from './statement-extents.ts';
import type { StatementFacts } from './statement-facts.ts';

/** What is known of each statement of a block. */
export interface Layout {
  readonly extents: readonly Extent[];
  readonly facts: readonly StatementFacts[];
}

/** The comment above or behind the first command of a group. */
export function commentOf(
  block: SourceText,
  statements: readonly ShellStatement[],
  group: readonly number[],
  layout: Layout,
): string | undefined {
  const first = group.find((index) => layout.facts[index]?.preamble !== true) ?? 0;
  const above =
    statements[first]?.comment ?? group.map((index) => statements[index]?.comment).find((one) => one !== undefined);
  if (above !== undefined) return above;
  const end = layout.extents[first]?.end ?? 0;
  const behind = /^[ \t]{1,80}#[ \t]*(\S[^\n]{0,200})/.exec(block.text.slice(end, end + 400))?.[1];
  return behind ?? contiguousComment(block, statements, first, layout);
}

/** The comment over assignments that stand directly above the command. */
function contiguousComment(
  block: SourceText,
  statements: readonly ShellStatement[],
  first: number,
  { facts, extents }: Layout,
): string | undefined {
  for (let index = first - 1; index >= 0 && facts[index]?.preamble === true; index--) {
    if (/\n[ \t]*\n/.test(block.text.slice(extents[index]?.end ?? 0, extents[index + 1]?.start ?? 0))) return undefined;
    const comment = statements[index]?.comment;
    if (comment !== undefined) return comment;
  }
  return undefined;
}
