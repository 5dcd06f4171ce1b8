/** What a part of the host may take before it counts as broken: longer than the log's own deadline, so that its word is heard. */
export const PATIENCE_MS = 8_000;

/** For what only adds to an answer that stands already. */
export const SHORT_PATIENCE_MS = 1_500;

class TooLate extends Error {
  readonly code = 'host/hangs';
}

/** The answer, or a rejection once the time is over. What comes later is not waited for and changes nothing. */
export function inTime<T>(milliseconds: number, what: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const working = work();
    const timer = setTimeout(() => reject(new TooLate(`${what} does not answer`)), milliseconds);
    working.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
