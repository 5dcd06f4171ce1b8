import type { Severity } from '../ir/diagnostic.ts';
import type { Span } from '../ir/span.ts';
import { visible } from '../ir/visible.ts';
import { codeFrame } from './code-frame.ts';
import { positionIn, type Sources } from './line-index.ts';
import type { Paint } from './paint.ts';

/** A diagnostic, or one that came over the wire. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span?: Span;
  readonly help?: string;
}

/** One finding for people. `place` names a span's file as the user would: its path from where they are. */
export function diagnosticText(
  diagnostic: Finding,
  sources: Sources,
  place: (source: string) => string,
  paint: Paint,
): string {
  const { code, severity, message, span, help } = diagnostic;
  const head = `${severityPaint(severity, paint)(paint.bold(`${severity}[${code}]`))}${paint.bold(`: ${visible(message)}`)}`;
  const index = span === undefined ? undefined : sources(span.source);
  const lines = [head];
  if (span !== undefined && index !== undefined) {
    const at = positionIn(index, span.start);
    lines.push(`${paint.blue(' -->')} ${visible(place(span.source))}:${at.line}:${at.column}`);
    lines.push(...codeFrame(index, span, paint));
  }
  if (help !== undefined) lines.push(`${paint.blue('  =')} ${paint.cyan('help')}: ${visible(help)}`);
  return lines.join('\n');
}

/** `2 errors, 1 warning`; nothing for none. */
export function severityCounts(diagnostics: readonly Finding[]): string {
  return (['error', 'warning', 'info'] as const)
    .map((severity) => [severity, diagnostics.filter((d) => d.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => plural(count, severity === 'info' ? 'note' : severity))
    .join(', ');
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function severityPaint(severity: Severity, paint: Paint): (text: string) => string {
  switch (severity) {
    case 'error':
      return paint.red;
    case 'warning':
      return paint.yellow;
    case 'info':
      return paint.cyan;
  }
}
