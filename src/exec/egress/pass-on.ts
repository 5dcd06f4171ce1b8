import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import type { Refusal } from './refusal.ts';

/** A tunnel whose bytes go on as they come. */
export interface PassedOn {
  readonly kind: 'pass';
  readonly open: (signal: AbortSignal) => Promise<Socket | Refusal>;
  /** Looks at what comes first: nothing goes on before it is fine. */
  readonly judge: (first: Uint8Array) => 'fine' | 'more' | Refusal;
}

/** Gives the refusal where the first bytes are not what was asked for; then both ends are closed. */
export async function passOn(
  { judge }: PassedOn,
  socket: Duplex,
  onward: Socket,
  head: Uint8Array,
  withinMs: number,
): Promise<Refusal | undefined> {
  const first = await firstBytes(judge, socket, head, withinMs);
  if (first.kind !== 'bytes') {
    onward.destroy();
    socket.destroy();
    return first.kind === 'refusal' ? first : undefined;
  }
  onward.write(first.bytes);
  pipeline(socket, onward, socket, () => {
    onward.destroy();
    socket.destroy();
  });
  return undefined;
}

type First = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'gone' } | Refusal;

function firstBytes(judge: PassedOn['judge'], socket: Duplex, head: Uint8Array, withinMs: number): Promise<First> {
  return new Promise((resolve) => {
    let seen = Buffer.from(head);
    const done = (first: First): void => {
      clearTimeout(late);
      socket.off('data', take).off('close', gone).off('end', gone);
      socket.pause();
      resolve(first);
    };
    const gone = (): void => done({ kind: 'gone' });
    const look = (): void => {
      const judged = seen.length === 0 ? 'more' : judge(seen);
      if (judged === 'fine') done({ kind: 'bytes', bytes: seen });
      else if (judged !== 'more') done(judged);
    };
    const take = (chunk: Buffer): void => {
      seen = Buffer.concat([seen, chunk]);
      look();
    };
    const late = setTimeout(gone, withinMs);
    socket.on('data', take).once('close', gone).once('end', gone);
    look();
  });
}
