import type { Diagnostic, Severity } from '../ir/diagnostic.ts';
import { positionIn, type Sources } from './line-index.ts';

/** A finding on the wire. `file` is there when the finding is not in the skill's own file. */
export interface DiagnosticJson {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly help?: string;
  readonly file?: string;
}

export function diagnosticJson(diagnostic: Diagnostic, sources: Sources, entry: string | undefined): DiagnosticJson {
  const { code, severity, message, span, help } = diagnostic;
  const index = span === undefined ? undefined : sources(span.source);
  return {
    code,
    severity,
    message,
    ...(span === undefined || index === undefined ? {} : positionIn(index, span.start)),
    ...(help === undefined ? {} : { help }),
    ...(span === undefined || span.source === entry ? {} : { file: span.source }),
  };
}
