/** A program of this machine that an approval is bound to. */
export interface BoundProgram {
  readonly name: string;
  /** Absolute, links followed; `installed packages` for those. */
  readonly path: string;
  /** Of a tool and of installed packages, by content: another one is asked about again. */
  readonly digest?: string;
  /** Of an interpreter, which the system keeps up to date: `3.11`. */
  readonly version?: string;
}
