/** Why an argument has no value. The caller's input is at fault, or a setting is missing. */
export interface ValueProblem {
  readonly kind: 'problem';
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

/** Ours by identity: a caller's value may have any members, these too. */
const made = new WeakSet<object>();

export function valueProblem(code: string, message: string, remedy?: string): ValueProblem {
  const problem: ValueProblem = { kind: 'problem', code, message, ...(remedy === undefined ? {} : { remedy }) };
  made.add(problem);
  return problem;
}

export function isValueProblem(value: unknown): value is ValueProblem {
  return typeof value === 'object' && value !== null && made.has(value);
}
