import type { ApprovalStateJson } from '../host/index.ts';
import type { ToolContext } from './tool.ts';

/** The state of a question, as soon as it does not wait any more or the time is over. */
export async function untilAnswered(
  approval: string,
  seconds: number,
  context: ToolContext,
): Promise<ApprovalStateJson | undefined> {
  const { host, run, id: session, feed, signal, progress } = context;
  const look = () => run.approvalState(host, approval, session);
  const first = await look();
  if (seconds === 0 || first?.status !== 'pending') return first;
  return new Promise((resolve, reject) => {
    const started = host.exec.clock.monotonic();
    const end = (result: Promise<ApprovalStateJson | undefined>) => {
      clearTimeout(timeout);
      clearInterval(beat);
      leave();
      signal.removeEventListener('abort', stop);
      result.then(resolve, reject);
    };
    const stop = () => end(look());
    const timeout = setTimeout(stop, seconds * 1000);
    const beat = setInterval(() => {
      const waited = Math.round((host.exec.clock.monotonic() - started) / 1000);
      progress(waited, Math.max(seconds, waited), 'waiting for a person');
    }, 1_000);
    const leave = feed.subscribe(() => {
      look().then(
        (state) => {
          if (state?.status !== 'pending') end(Promise.resolve(state));
        },
        (error: unknown) => end(Promise.reject(error)),
      );
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
