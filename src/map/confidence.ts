import type { DiagnosticCode } from '../ir/catalogue/index.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';

/** How much each finding takes away from "this is exactly what the command does". */
const doubts: Partial<Record<DiagnosticCode, number>> = {
  'map/dynamic': 0.9,
  'map/body-opaque': 0.9,
  'map/header-open': 0.9,
  'map/code-undecided': 0.9,
  'map/dynamic-command': 0.4,
  'map/unknown-tool': 0.5,
  'map/unknown-option': 0.5,
  'map/address-guarded': 1,
  'map/header-reroutes': 1,
  'map/secret-embedded': 1,
};

/** A finding without a row of its own takes nothing when it is information, and a fifth when it is a warning about the mapping. */
export function confidenceOf(diagnostics: readonly Diagnostic[]): number {
  const product = diagnostics.reduce(
    (sum, { code, severity }) => sum * (doubts[code] ?? (severity === 'warning' ? 0.8 : 1)),
    1,
  );
  return Math.max(0.1, Math.round(product * 100) / 100);
}
