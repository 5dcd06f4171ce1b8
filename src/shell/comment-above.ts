/** The `#` lines directly above an offset, joined; undefined when the line above is not a comment. */
export function commentAbove(text: string, offset: number): string | undefined {
  const lines: string[] = [];
  let end = text.lastIndexOf('\n', Math.max(0, offset - 1));
  while (end > 0 && lines.length < 8) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).trim();
    if (!line.startsWith('#') || line.startsWith('#!')) break;
    lines.unshift(line.replace(/^#+\s*/, ''));
    end = start - 1;
  }
  const comment = lines.join(' ').trim();
  return comment === '' ? undefined : comment;
}
