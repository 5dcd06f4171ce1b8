import type { Command } from '../exec/ledger/command.ts';
import { factsOf, partsOf, share } from '../exec/ledger/shared.ts';
import type { Json } from '../ir/json.ts';
import type { Letter, PackedSubmit, Request, Submit } from './thread-messages.ts';

/** Beyond so many the numbers start anew: what operations and sessions that are over had in common is let go. */
const mostValues = 1_000;

/** Gathers requests for the thread. What many commands have in common goes there once, and by its number from then on. */
export class LetterWriter {
  #requests: Letter['requests'][number][] = [];
  #values: [number, Json][] = [];
  #numbers = new WeakMap<object, number>();
  #count = 0;
  #anew = false;
  readonly #boot: string;

  constructor(boot: string) {
    this.#boot = boot;
  }

  get isEmpty(): boolean {
    return this.#requests.length === 0;
  }

  add(request: Request): void {
    this.#requests.push(request.kind === 'submit' ? this.#packed(request) : request);
  }

  write(): string {
    const letter: Letter = { anew: this.#anew, values: this.#values, requests: this.#requests };
    this.#requests = [];
    this.#values = [];
    this.#anew = false;
    // Between letters, so that no command of one names a number of before.
    if (this.#count >= mostValues) this.#forget();
    return JSON.stringify(letter);
  }

  #forget(): void {
    this.#numbers = new WeakMap();
    this.#count = 0;
    this.#anew = true;
  }

  #packed(submit: Submit): PackedSubmit {
    const { id, kind, command, moment, until } = submit;
    const { wall, monotonic, boot } = moment;
    const parts = partsOf(command);
    const common = parts === undefined ? undefined : this.#numberOf(parts.common);
    const packed =
      parts === undefined || common === undefined
        ? { id, kind, command, wall, monotonic, until }
        : { id, kind, command: parts.own, common, wall, monotonic, until };
    return boot === this.#boot ? packed : { ...packed, boot };
  }

  #numberOf(value: object): number | undefined {
    const known = this.#numbers.get(value);
    if (known !== undefined || factsOf(value) === undefined) return known;
    const number = this.#count++;
    this.#numbers.set(value, number);
    this.#values.push([number, value as Json]);
    return number;
  }
}

/** The other side: puts commands together again. */
export class LetterReader {
  readonly #values = new Map<number, object>();
  readonly #boot: string;

  constructor(boot: string) {
    this.#boot = boot;
  }

  read(text: string): readonly Request[] {
    const { values, anew, requests } = JSON.parse(text) as Letter;
    if (anew) this.#values.clear();
    for (const [number, value] of values) this.#values.set(number, share(value as Json & object));
    return requests.map((request) => (request.kind === 'submit' ? this.#whole(request) : request));
  }

  #whole({ id, kind, command, common, wall, monotonic, boot = this.#boot, until }: PackedSubmit): Submit {
    const whole = common === undefined ? command : { ...this.#values.get(common), ...command };
    return { id, kind, command: whole as Command, moment: { wall, monotonic, boot }, until };
  }
}
