import type { Ledger } from '../exec/ledger/ledger.ts';
import { logSize } from './log.ts';

/** Tells when the log has grown, whichever process wrote it. */
export interface LogFeed {
  /** Called once soon after, and then whenever there may be more to read; the answer ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly close: () => void;
}

const PAGE = 500;

/**
 * One reader for all that listen: other processes write the same log and tell nobody, so it is asked again and again, and only
 * while somebody listens. Listeners read from where they stand, so that none misses an event.
 */
export function followLog(ledger: Ledger, pollMs = 250): LogFeed {
  const listeners = new Set<() => void>();
  let size: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function hasGrown(): Promise<boolean> {
    if (size === undefined) {
      size = await logSize(ledger);
      return true;
    }
    const before = size;
    for (;;) {
      const { length } = await ledger.events(size, PAGE);
      size += length;
      if (length < PAGE) return size > before;
    }
  }

  async function look(): Promise<void> {
    // A log that does not answer now may answer later; whoever acts on it is refused by the ledger itself.
    const grown = await hasGrown().catch(() => false);
    if (grown) for (const listener of [...listeners]) listener();
  }

  function wait(milliseconds: number): void {
    if (closed || listeners.size === 0 || timer !== undefined) return;
    timer = setTimeout(async () => {
      await look();
      timer = undefined;
      wait(pollMs);
    }, milliseconds);
    timer.unref();
  }

  return {
    subscribe: (listener) => {
      size = undefined;
      listeners.add(listener);
      wait(0);
      return () => listeners.delete(listener);
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
