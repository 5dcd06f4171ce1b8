import { isProblem, type UrlProblem } from '../../../http/url/problem.ts';
import type { DiagnosticCode } from '../../../ir/catalogue/index.ts';
import { diagnose } from '../../../ir/diagnostic.ts';
import type { Span } from '../../../ir/span.ts';
import type { Mapped } from '../../primitive.ts';

/** Why reading ended without a request; it becomes the command's outcome. */
export interface Stop {
  readonly kind: 'stop';
  readonly outcome: 'unknown' | 'refused';
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly help?: string;
  readonly span?: Span;
}

export function isStop(value: unknown): value is Stop {
  return typeof value === 'object' && value !== null && (value as { readonly kind?: unknown }).kind === 'stop';
}

/** curl itself would end with an error, so there is no request to map. */
export function usage(message: string, help?: string): Stop {
  return { kind: 'stop', outcome: 'refused', code: 'map/curl-usage', message, ...(help === undefined ? {} : { help }) };
}

/** Understood, and a request template cannot say it. */
export function unmapped(message: string): Stop {
  return { kind: 'stop', outcome: 'unknown', code: 'map/curl-unmapped', message };
}

/** Whether it means one thing or another is decided by a value that is not in the text. */
export function dynamic(message: string): Stop {
  return { kind: 'stop', outcome: 'unknown', code: 'map/curl-dynamic', message };
}

export function refused(code: DiagnosticCode, message: string, help?: string): Stop {
  return { kind: 'stop', outcome: 'refused', code, message, ...(help === undefined ? {} : { help }) };
}

export function urlStop(problem: UrlProblem, shown: string): Stop {
  return refused(problem.code, `\`${shown}\`: ${problem.message}`);
}

export function orStop<T extends object>(value: T | UrlProblem, shown: string): T | Stop {
  return isProblem(value) ? urlStop(value, shown) : value;
}

export function stopped(stop: Stop, span: Span): Mapped {
  return { kind: stop.outcome, reason: diagnose(stop.code, stop.message, stop.span ?? span, stop.help) };
}
