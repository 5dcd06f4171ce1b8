/** What a program was seen to use. Paths are those inside, absolute. */
export interface Observation {
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Looked for, and not there. */
  readonly missing: readonly string[];
  /** `api.example.com`, `93.184.215.14:443`: it asked for them and got none of them. */
  readonly hosts: readonly string[];
  /** Programs that it started, by their paths. */
  readonly children: readonly string[];
}

/** Collects over several runs. */
export class Recorder {
  readonly #read = new Set<string>();
  readonly #written = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #hosts = new Set<string>();
  readonly #children = new Set<string>();
  /** The last command that ran, with every word as it was given. */
  command: { readonly program: string; readonly args: readonly string[]; readonly cwd: string } | undefined;

  add(kind: keyof Observation, value: string): void {
    this.#setOf(kind).add(value);
  }

  get observation(): Observation {
    const sorted = (set: ReadonlySet<string>) => [...set].sort();
    const used = new Set([...this.#read, ...this.#written]);
    return {
      // What is written and then read again was its own.
      read: sorted(this.#read).filter((path) => !this.#written.has(path)),
      written: sorted(this.#written),
      missing: sorted(this.#missing).filter((path) => !used.has(path)),
      hosts: sorted(this.#hosts),
      children: sorted(this.#children),
    };
  }

  #setOf(kind: keyof Observation): Set<string> {
    switch (kind) {
      case 'read':
        return this.#read;
      case 'written':
        return this.#written;
      case 'missing':
        return this.#missing;
      case 'hosts':
        return this.#hosts;
      case 'children':
        return this.#children;
    }
  }
}
