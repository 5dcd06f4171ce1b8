import type { NewEvent } from '../exec/ledger/event.ts';

/** Two processes, or a clock that is being slewed, differ by less. */
const toleratedMs = 2000;

/** Time in the log never goes back. Where the machine's clock does, the log says so once. */
export class ClockWatch {
  #behind = false;

  warnings(wall: number, lastAt: number): readonly NewEvent[] {
    const wasBehind = this.#behind;
    this.#behind = wall + toleratedMs < lastAt;
    if (!this.#behind || wasBehind) return [];
    const data = { code: 'clock/set-back', behind_ms: Math.ceil(lastAt - wall) };
    return [{ kind: 'warning', session: 'skillc', actor: 'skillc', parents: [], data }];
  }
}
