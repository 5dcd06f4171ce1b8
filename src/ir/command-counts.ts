/** Commands by what became of them; the four add up to `total`. */
export interface CommandCounts {
  readonly total: number;
  /** A core capability other than `sandbox.*`. */
  readonly mapped: number;
  /** A known program or a bundled script. */
  readonly sandboxed: number;
  /** A program that no table describes. */
  readonly unknown: number;
  /** Can never run. */
  readonly refused: number;
}

export const noCommands: CommandCounts = { total: 0, mapped: 0, sandboxed: 0, unknown: 0, refused: 0 };

export function oneCommand(kind: Exclude<keyof CommandCounts, 'total'>): CommandCounts {
  return { ...noCommands, total: 1, [kind]: 1 };
}

export function addCounts(a: CommandCounts, b: CommandCounts): CommandCounts {
  return {
    total: a.total + b.total,
    mapped: a.mapped + b.mapped,
    sandboxed: a.sandboxed + b.sandboxed,
    unknown: a.unknown + b.unknown,
    refused: a.refused + b.refused,
  };
}
