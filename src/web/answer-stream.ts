import { eventsFrom, type Host, type LogFeed, logSize } from '../host/index.ts';
import { pendingCount } from './answer-approvals.ts';
import type { StreamMessage } from './api.ts';
import { shown } from './shown.ts';

const pingMs = 15_000;

/** So far behind, a reader that does not read is let go. */
const mostWaiting = 4 * 1024 * 1024;

export interface StreamOptions {
  /** The first event that is wanted; those to come where left out. */
  readonly from: number | undefined;
  readonly signal: AbortSignal;
  readonly onEnd: () => void;
}

/** Everything that happens, as it happens, until the reader goes. */
export function eventStream(host: Host, feed: LogFeed, { from, signal, onEnd }: StreamOptions): Response {
  const encoder = new TextEncoder();
  let stop: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let isOver = false;
        const send = (message: StreamMessage, id?: number) => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) <= 0) return end();
          const named = id === undefined ? '' : `id: ${id}\n`;
          controller.enqueue(
            encoder.encode(`${named}event: ${message.event}\ndata: ${JSON.stringify(message.data)}\n\n`),
          );
        };
        const unfollow = follow(host, feed, from, send);
        stop = () => {
          if (isOver) return;
          isOver = true;
          unfollow();
          onEnd();
        };
        const end = () => {
          stop();
          controller.close();
        };
        signal.addEventListener('abort', stop, { once: true });
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
  );
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } });
}

/** Reads the log from where it stands whenever it has grown, one reading at a time. */
function follow(
  host: Host,
  feed: LogFeed,
  from: number | undefined,
  send: (message: StreamMessage, id?: number) => void,
): () => void {
  let next = from;
  let ended = false;
  let isReading = false;
  let again = false;

  async function read(): Promise<void> {
    do {
      again = false;
      next ??= await logSize(host.ledger);
      const events = await eventsFrom(host.ledger, next);
      for (const event of events) if (!ended) send({ event: 'event', data: shown(event) }, event.seq);
      next += events.length;
      const isTold = events.length > 0 || from === undefined;
      if (isTold && !ended) send({ event: 'approvals', data: { pending: await pendingCount(host) } });
    } while (again && !ended);
  }

  const look = async () => {
    again = true;
    if (isReading) return;
    isReading = true;
    // A log that does not answer now may answer later.
    await read().catch(() => undefined);
    isReading = false;
  };
  const leave = feed.subscribe(() => void look());
  const timer = setInterval(() => send({ event: 'ping', data: { at: host.exec.clock.wall() } }), pingMs);
  return () => {
    ended = true;
    clearInterval(timer);
    leave();
  };
}
