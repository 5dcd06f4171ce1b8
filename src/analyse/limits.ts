/** Bounds of one analysis. Reached means undecided, never cut silently. */
export const limits = {
  /** UTF-16 units of one source. */
  source: 256 * 1024,
  /** Nesting of expressions and statements. */
  depth: 160,
  /** Brackets inside brackets, as they are written: a parser must not even begin with more. */
  brackets: 400,
  /** Expressions and statements that are run, over all functions and modules. */
  steps: 60_000,
  /** Functions inside functions. */
  calls: 24,
  modules: 48,
  /** Values that one expression may have. */
  choices: 24,
  /** Pieces of a text, and items of a list. */
  pieces: 64,
  items: 400,
  members: 1_000,
  /** Literal characters of a text that is put together. */
  text: 16 * 1024,
  /** Scripts that start scripts. */
  scripts: 4,
} as const;
