import type { Diagnostic } from '../../src/ir/diagnostic.ts';

/** What one run of the code under test gives to the oracles. */
export interface Observed {
  /** Equal for equal input. */
  readonly digest: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Lengths of the sources that spans may point into. */
  readonly lengths: ReadonlyMap<string, number>;
  /** Something must say why there is no result. */
  readonly unexplained?: string;
}

export type Target = (input: Uint8Array) => Observed;
