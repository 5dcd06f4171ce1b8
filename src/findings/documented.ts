import type { Diagnostic } from '../ir/diagnostic.ts';
import type { Operation } from '../ir/skill.ts';

/**
 * Whether the text shows a command instead of telling the agent to run it: code inside a sentence, or a block that the lines around it
 * call an attack or a mistake. Asked only for what is refused anyway, so that words never make anything run: the finding stays, as a
 * warning.
 */
export function isShown({ span }: Operation, text: string): boolean {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const before = text.slice(lineStart, span.start);
  if (/`$/.test(before) && !/^\s*(?:`{3,}|~{3,})/.test(before)) return true;
  return warned.test(around(text, span.start, span.end));
}

export function shown(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'error' ? { ...diagnostic, severity: 'warning' } : diagnostic;
}

const warned =
  /\b(?:attack(?:er|s)?|malicious|malware|exploit|unsafe|dangerous|danger|suspicious|never|do not|don't|avoid|bad|wrong|risk|red flag|flagged|blocked|payload|vulnerab\w*)\b|[❌🚫⛔⚠☠]/iu;

/** The last lines before the block and the first behind it; the block itself is not asked. */
function around(text: string, start: number, end: number): string {
  const above = text.slice(Math.max(0, start - 1_000), start).split('\n');
  const fence = above.findLastIndex(isFence);
  const before = (fence < 0 ? above : above.slice(0, fence)).filter(isFilled).slice(-3);
  const below = text.slice(end, end + 500).split('\n');
  const after = below.slice(below.findIndex(isFence) + 1).find(isFilled);
  return [...before, after ?? ''].join('\n');
}

function isFence(line: string): boolean {
  return /^[ \t>]{0,12}(?:```|~~~)/.test(line);
}

function isFilled(line: string): boolean {
  return line.trim() !== '';
}
