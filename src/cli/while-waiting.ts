import type { Terminal } from './terminal.ts';

const patienceMs = 1_000;

/** Shows a person that something still happens, and for how long, once it has taken a second; the line is gone at the end. */
export async function whileWaiting<T>(terminal: Terminal, doing: string, work: () => Promise<T>): Promise<T> {
  if (!terminal.errIsTerminal) return work();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    const since = `, ${seconds} s`;
    // In one line, or it could not be taken back.
    terminal.err(`\r\u001B[K${doing.slice(0, (terminal.columns ?? 80) - since.length - 1)}${since}`);
  }, patienceMs);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (seconds > 0) terminal.err('\r\u001B[K');
  }
}
