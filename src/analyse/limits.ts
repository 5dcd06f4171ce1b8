/** Bounds of one analysis. Reached means undecided, never cut silently. */
export const limits = {
  /** UTF-16 units of one source. */
  source: 512 * 1024,
  /** Nesting of expressions and statements. */
  depth: 160,
  /** Expressions and statements that are run, over all functions and modules. */
  steps: 150_000,
  /** Functions inside functions. */
  calls: 24,
  modules: 48,
  /** Values that one expression may have. */
  choices: 24,
  /** Pieces of a text, and items of a list. */
  pieces: 64,
  items: 400,
  /** Scripts that start scripts. */
  scripts: 4,
} as const;
