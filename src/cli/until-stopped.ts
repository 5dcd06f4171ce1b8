/** Until the program is told to stop, or what it waits for is over by itself. A second signal ends it at once. */
export async function untilStopped(over: Promise<void> = new Promise(() => undefined)): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  // A promise alone keeps no process alive.
  const alive = setInterval(() => undefined, 60_000);
  for (const signal of signals) process.once(signal, stop);
  try {
    await Promise.race([stopped, over]);
  } finally {
    clearInterval(alive);
    for (const signal of signals) process.off(signal, stop);
  }
}
