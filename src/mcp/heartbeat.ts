import type { ToolContext } from './tool.ts';

const everyMs = 1_000;

/** Says every second that something long still runs, and of how long it may take at most. */
export async function heartbeat<T>({ progress, host }: ToolContext, work: () => Promise<T>): Promise<T> {
  const started = host.exec.clock.monotonic();
  const most = Math.ceil(host.exec.limits.wall_clock_ms / 1000);
  const timer = setInterval(() => {
    const seconds = Math.round((host.exec.clock.monotonic() - started) / 1000);
    progress(seconds, Math.max(most, seconds), `running for ${seconds} s`);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
