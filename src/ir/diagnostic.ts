import { type CatalogueRow, catalogue, type DiagnosticCode } from './catalogue/index.ts';
import type { Span } from './span.ts';

export type Severity = 'error' | 'warning' | 'info';

/**
 * One located finding. `message` is lower case, without a full stop, with the user's text in backticks;
 * `help` says the way out.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span?: Span;
  readonly help?: string;
}

/** The only way to make one: severity and default help come from the catalogue. */
export function diagnose(code: DiagnosticCode, message: string, span?: Span, help?: string): Diagnostic {
  const row: CatalogueRow = catalogue[code];
  const advice = help ?? row.help;
  return {
    code,
    severity: row.severity,
    message,
    ...(span === undefined ? {} : { span }),
    ...(advice === undefined ? {} : { help: advice }),
  };
}

/** `--strict`: every deviation from the format's own rules is an error. */
export function strictly(diagnostic: Diagnostic): Diagnostic {
  const row: CatalogueRow = catalogue[diagnostic.code];
  return row.deviation === true ? { ...diagnostic, severity: 'error' } : diagnostic;
}
