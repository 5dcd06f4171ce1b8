import { stageLimits } from './budget.ts';
import { survey } from './survey.ts';

const restMs = 250;

/** What lies in these folders, as far as it counts. */
function usageOf(folders: readonly string[]): { readonly bytes: number; readonly entries: number } {
  let [bytes, entries] = [0, 0];
  for (const folder of folders) {
    const found = survey(folder, stageLimits.entries + stageLimits.writtenEntries);
    if (found === undefined) return { bytes: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };
    entries += found.size;
    for (const entry of found.values()) bytes += entry.bytes;
  }
  return { bytes, entries };
}

/** Calls `stop` once a program has written more than it may. One file is bounded by the sandbox; many are bounded here. */
export function watchUsage(folders: readonly string[], stop: () => void): { readonly end: () => boolean } {
  const start = usageOf(folders);
  const isOver = (): boolean => {
    const now = safely(() => usageOf(folders)) ?? start;
    return (
      now.bytes - start.bytes > stageLimits.writtenBytes || now.entries - start.entries > stageLimits.writtenEntries
    );
  };
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const began = performance.now();
    if (isOver()) {
      stop();
      return;
    }
    // A tenth of the time at most goes into looking.
    timer = setTimeout(look, Math.max(restMs, 9 * (performance.now() - began)));
    timer.unref();
  };
  timer = setTimeout(look, restMs);
  timer.unref();
  return {
    end: () => {
      clearTimeout(timer);
      return isOver();
    },
  };
}

/** A file may go while it is looked at. */
function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
