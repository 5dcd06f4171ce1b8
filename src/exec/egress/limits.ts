/** What one run may ask of its way out, budgets apart. */
export interface EgressLimits {
  readonly requests: number;
  readonly connections: number;
  /** Calls at the same time; more wait. */
  readonly inFlight: number;
  /** Names that certificates are made for. */
  readonly hosts: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
  /** From the first byte of a request to the end of its head, and for the start of TLS. */
  readonly headMs: number;
  /** To the end of its body. */
  readonly requestMs: number;
  /** How long a connection may wait for its next request. */
  readonly idleMs: number;
}

export const defaultEgressLimits: EgressLimits = {
  requests: 5_000,
  connections: 128,
  inFlight: 8,
  hosts: 64,
  headBytes: 65_536,
  bodyBytes: 33_554_432,
  headMs: 15_000,
  requestMs: 120_000,
  idleMs: 30_000,
};
