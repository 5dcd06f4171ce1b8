/** Why an argument has no value. The caller's input is at fault, or a setting is missing. */
export interface ValueProblem {
  readonly kind: 'problem';
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

export function valueProblem(code: string, message: string, remedy?: string): ValueProblem {
  return { kind: 'problem', code, message, ...(remedy === undefined ? {} : { remedy }) };
}

export function isValueProblem(value: unknown): value is ValueProblem {
  return typeof value === 'object' && value !== null && (value as { readonly kind?: unknown }).kind === 'problem';
}
