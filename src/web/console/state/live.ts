import { signal } from '@preact/signals';
import type { ChainEvent, StreamMessage } from '../../api.ts';
import { headers } from './api.ts';
import { token } from './session.ts';

/** Grows with everything that happens: what shows the inbox, skills or budgets asks again. */
export const changes = signal(0);
/** What came in since the page was opened, the newest last: whoever looks may look late. */
export const recent = signal<readonly ChainEvent[]>([]);
export const pending = signal(0);
export const connected = signal(false);
/** Said aloud by screen readers. */
export const announcement = signal('');

const MOST = 500;
const LONGEST_WAIT = 15_000;

/** Follows the log while somebody is signed in; `EventSource` cannot send the token, so the stream is read by hand. */
export async function follow(signal_: AbortSignal): Promise<void> {
  let wait = 500;
  while (!signal_.aborted && token.value !== '') {
    try {
      const response = await fetch('/api/stream', { headers: headers(), signal: signal_ });
      if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
      connected.value = true;
      changes.value++;
      wait = 500;
      await read(response.body);
    } catch {
      // The server went away or the page is closing: tried again, ever more slowly.
    }
    connected.value = false;
    if (signal_.aborted) return;
    await new Promise((done) => setTimeout(done, wait));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(block);
  }
}

function take(block: string): void {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join('\n');
  const event = field('event');
  if (event === '' || field('data') === '') return;
  const message = { event, data: JSON.parse(field('data')) } as StreamMessage;
  switch (message.event) {
    case 'event':
      recent.value = [...recent.value.slice(-MOST), message.data];
      changes.value++;
      return;
    case 'approvals':
      if (message.data.pending > pending.value)
        announcement.value = `${message.data.pending} questions wait for an answer`;
      pending.value = message.data.pending;
      changes.value++;
      return;
    case 'ping':
      return;
  }
}
