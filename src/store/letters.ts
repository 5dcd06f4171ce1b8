import type { Command } from '../exec/ledger/command.ts';
import { factsOf, share } from '../exec/ledger/shared.ts';
import type { Json } from '../ir/json.ts';
import type { Letter, PackedSubmit, Request, Submit } from './thread-messages.ts';

/** Beyond so many the numbers start anew: what was shared by operations and sessions that are over is let go. */
const mostValues = 1_000;

/** Gathers requests for the thread. A value that many commands share goes there once, and by its number from then on. */
export class LetterWriter {
  #requests: Letter['requests'][number][] = [];
  #values: [number, Json][] = [];
  #numbers = new WeakMap<object, number>();
  #count = 0;
  #anew = false;

  get isEmpty(): boolean {
    return this.#requests.length === 0;
  }

  add(request: Request): void {
    this.#requests.push(request.kind === 'submit' ? this.#packed(request) : request);
  }

  write(): string {
    const letter: Letter = {
      values: this.#values,
      ...(this.#anew ? { anew: true } : {}),
      requests: this.#requests,
    };
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
    // Without a prototype every member is one of its own, whatever its name.
    const command: Record<string, unknown> = Object.create(null);
    const shared: Record<string, number> = {};
    let isShared = false;
    for (const [member, value] of Object.entries(submit.command)) {
      const number = value !== null && typeof value === 'object' ? this.#numberOf(value) : undefined;
      if (number === undefined) command[member] = value;
      else {
        shared[member] = number;
        isShared = true;
      }
    }
    const { id, kind, moment, until } = submit;
    return isShared ? { id, kind, command, shared, moment, until } : { id, kind, command, moment, until };
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

/** The other side: puts the shared values back. */
export class LetterReader {
  readonly #values = new Map<number, Json>();

  read(text: string): readonly Request[] {
    const { values, anew, requests } = JSON.parse(text) as Letter;
    if (anew === true) this.#values.clear();
    for (const [number, value] of values) this.#values.set(number, share(value as Json & object));
    return requests.map((request) => (request.kind === 'submit' ? this.#whole(request) : request));
  }

  #whole({ shared, ...submit }: PackedSubmit): Submit {
    const command: Record<string, unknown> = submit.command;
    for (const member in shared) command[member] = this.#values.get(shared[member] as number);
    return { ...submit, command: command as unknown as Command };
  }
}
