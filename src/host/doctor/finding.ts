/** One thing that skillc needs, as it was found on this machine. */
export interface HealthFinding {
  /** `node`, `home`, `disk`, `log`, `checkpoints`, `secrets`, `policy`, `configuration`, `sandbox` */
  readonly part: string;
  /** good; worth knowing; nothing runs until it is mended. */
  readonly state: 'good' | 'notice' | 'broken';
  readonly found: string;
  /** The command that mends it, where there is one. */
  readonly remedy?: string;
}

export function good(part: string, found: string): HealthFinding {
  return { part, state: 'good', found };
}

export function notice(part: string, found: string, remedy?: string): HealthFinding {
  return { part, state: 'notice', found, ...(remedy === undefined ? {} : { remedy }) };
}

export function broken(part: string, found: string, remedy?: string): HealthFinding {
  return { part, state: 'broken', found, ...(remedy === undefined ? {} : { remedy }) };
}
