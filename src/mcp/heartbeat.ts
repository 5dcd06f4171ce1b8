import type { ToolContext } from './tool.ts';

const everyMs = 1_000;

/** Says every second that something long still runs, and how long it may take at most; `say` tells what it is at. */
export async function heartbeat<T>(
  { progress, host }: ToolContext,
  work: (say: (what: string) => void) => Promise<T>,
  calls = 1,
): Promise<T> {
  const started = host.exec.clock.monotonic();
  const most = Math.ceil((calls * host.exec.limits.wall_clock_ms) / 1000);
  let what = '';
  const beat = () => {
    const seconds = (host.exec.clock.monotonic() - started) / 1000;
    progress(seconds, Math.max(most, Math.ceil(seconds)), `${what}running for ${Math.round(seconds)} s`);
  };
  const timer = setInterval(beat, everyMs);
  try {
    return await work((now) => {
      what = `${now}, `;
      beat();
    });
  } finally {
    clearInterval(timer);
  }
}
