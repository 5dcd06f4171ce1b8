import type { Scrubber } from '../../provider.ts';

/** An answer as it came over the wire, framing and all, and as it is told of. */
export interface AnswerSize {
  readonly wire: number;
  readonly shown: ShownSize;
}

/** Up to here what came beside the shown bytes is an echo and its framing; beyond it a server wastes the budget. */
const WASTED = { times: 4, bytes: 65_536 };

/** Waste is counted in steps so large that the length of what was taken out does not show. */
const COARSE = 1_048_576;

/** What is told of answers: their true size, unless a secret was taken out of them; then the size of what is left. */
export function shownReceived(answers: readonly AnswerSize[]): number {
  return answers.reduce((sum, { wire, shown }) => {
    if (!shown.changed) return sum + wire;
    const isWaste = wire > shown.bytes * WASTED.times + WASTED.bytes;
    return sum + (isWaste ? Math.ceil(wire / COARSE) * COARSE : shown.bytes);
  }, 0);
}

/** How large an answer is behind the scrubber, and whether the scrubber took anything out of it. */
export class ShownSize {
  bytes = 0;
  changed = false;

  /** Counts what passes a scrubber. What it holds back is compared once it comes. */
  watch(scrubber: Scrubber): Scrubber {
    let waiting: Uint8Array = new Uint8Array();
    const note = (out: Uint8Array, isEnd: boolean): Uint8Array => {
      this.bytes += out.length;
      if (this.changed) return out;
      this.changed = out.length > waiting.length || !Buffer.from(out).equals(waiting.subarray(0, out.length));
      waiting = waiting.subarray(out.length);
      if (isEnd && waiting.length > 0) this.changed = true;
      return out;
    };
    return {
      push: (chunk) => {
        if (!this.changed) waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
        return note(scrubber.push(chunk), false);
      },
      end: () => note(scrubber.end(), true),
    };
  }
}
