/** Lets so many run at once; the others wait in the order they came. */
export class InFlight {
  readonly #most: number;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** `isAlone`: nothing else runs or waits as it starts. */
  async run<T>(work: (isAlone: boolean) => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work(this.#running === 1 && this.#waiting.length === 0);
    } finally {
      const next = this.#waiting.shift();
      // Its place goes over to the next one.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
