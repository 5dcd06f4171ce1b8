/** What a budget counts. Integers: bytes, milliseconds, minor units of money. */
export type Amounts = {
  readonly calls: number;
  readonly network_bytes: number;
  readonly wall_clock_ms: number;
  readonly cpu_ms: number;
  readonly money: number;
};

export const dimensions = ['calls', 'network_bytes', 'wall_clock_ms', 'cpu_ms', 'money'] as const;

/** `session:default`, `skill:weather`, `capability:network.http-fetch`, `day:2026-01-31`. */
export type BudgetScope = `${'session' | 'skill' | 'capability' | 'day'}:${string}`;
