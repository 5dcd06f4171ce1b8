import type { Used } from '../outcome.ts';
import { type ProgramSecrets, programSecrets } from '../secrets/program-secrets.ts';
import type { SecretValue } from '../secrets/value.ts';
import type { TurnedAway } from './program.ts';

/** What the programs of one call may start, all together. */
export const familyLimits = {
  /** Programs that start programs. */
  depth: 4,
  /** Calls in all. */
  calls: 1_000,
  /** At the same time; more wait for their turn. */
  running: 16,
} as const;

export interface FamilyStart {
  /** Bytes that its calls may move in all. */
  readonly network: number;
  readonly isApproved: boolean;
  readonly given: ReadonlySet<string>;
  readonly random: (bytes: number) => Uint8Array;
}

/** One admitted call and everything that its programs call: they share what it may cost, its secrets and its end. */
export class Family {
  /** Secrets that came in answers while it ran. */
  readonly captured = new Map<string, SecretValue>();
  /** The first no that one of the calls got; a question for a person before any other. */
  turnedAway: TurnedAway | undefined;
  #used: Used = { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
  #started = 0;
  #running = 0;
  #held = 0;
  #isOver = false;
  readonly #network: number;
  readonly #random: FamilyStart['random'];
  #handles: ProgramSecrets | undefined;
  #waiting: (() => void)[] = [];

  /** Whether a person has agreed to the ceiling. */
  readonly isApproved: boolean;
  /** Names of secrets that were there before: an answer never stands in for one of them. */
  readonly given: ReadonlySet<string>;

  constructor({ network, isApproved, given, random }: FamilyStart) {
    this.#network = network;
    this.isApproved = isApproved;
    this.given = given;
    this.#random = random;
  }

  get handles(): ProgramSecrets {
    this.#handles ??= programSecrets(this.#random);
    return this.#handles;
  }

  /** Bytes that its calls may move in all. */
  get network(): number {
    return this.#network;
  }

  /** What its calls have cost: their bytes are counted for themselves, their time within the time of the program. */
  get used(): Used {
    return this.#used;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** One more, unless there have been too many. */
  start(): boolean {
    this.#started += 1;
    return !this.#isOver && this.#started <= familyLimits.calls;
  }

  /** A place among those that run and a share of the bytes; nothing once the call is over. */
  async enter(wanted: number | undefined): Promise<number | undefined> {
    while (!this.#isOver) {
      const free = this.#network - this.#used.network_bytes - this.#held;
      if (this.#running === 0 || (this.#running < familyLimits.running && (free > 0 || wanted === 0))) {
        const share = Math.max(0, Math.min(free, wanted ?? free));
        this.#running += 1;
        this.#held += share;
        return share;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return undefined;
  }

  leave(share: number, used: Used): void {
    this.#running -= 1;
    this.#held -= share;
    this.spend(used);
    this.#wake();
  }

  spend(used: Used): void {
    this.#used = {
      calls: this.#used.calls + used.calls,
      network_bytes: this.#used.network_bytes + used.network_bytes,
      wall_clock_ms: this.#used.wall_clock_ms + used.wall_clock_ms,
      cpu_ms: this.#used.cpu_ms + used.cpu_ms,
    };
  }

  turnAway(no: TurnedAway): TurnedAway {
    if (this.turnedAway === undefined || (this.turnedAway.how !== 'waiting' && no.how === 'waiting'))
      this.turnedAway = no;
    return no;
  }

  /** The program has ended: whatever it left behind starts nothing any more. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one();
  }
}
