const MOST_LINES = 8;

/** The `#` lines that end the gap between two statements, joined; undefined when the line above is not a comment. */
export function commentAbove(gap: string): string | undefined {
  const lines = gap.split('\n').slice(0, -1);
  const comment: string[] = [];
  for (const line of lines.toReversed().slice(0, MOST_LINES)) {
    const trimmed = line.trim();
    if (!trimmed.startsWith('#') || trimmed.startsWith('#!')) break;
    comment.unshift(trimmed.replace(/^#+\s*/, ''));
  }
  const joined = comment.join(' ').trim();
  return joined === '' ? undefined : joined;
}
