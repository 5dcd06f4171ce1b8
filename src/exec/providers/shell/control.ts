import type { ShellHint, ShellQuestion } from './protocol.ts';

/** Ends a program that must not go on: whatever it would do next, and whoever catches errors in it. */
export class Control {
  readonly #abort = new AbortController();
  readonly #ask: (question: ShellQuestion) => Promise<ShellHint>;
  /** Why the interpreter itself gave up. */
  refusal: { readonly code: string; readonly message: string; readonly remedy?: string } | undefined;
  isStopped = false;

  constructor(ask: (question: ShellQuestion) => Promise<ShellHint>) {
    this.#ask = ask;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async ask(question: ShellQuestion): Promise<ShellHint> {
    if (this.#abort.signal.aborted) throw new Stopped();
    const hint = await this.#ask(question);
    if (hint.kind !== 'stop') return hint;
    this.isStopped = true;
    return this.#end();
  }

  /** What is not done exactly here is not done at all, and named. */
  refuse(code: string, message: string, remedy?: string): never {
    this.refusal ??= { code, message, ...(remedy === undefined ? {} : { remedy }) };
    return this.#end();
  }

  #end(): never {
    this.#abort.abort();
    throw new Stopped();
  }
}

export class Stopped extends Error {
  override readonly message = 'stopped';
}
