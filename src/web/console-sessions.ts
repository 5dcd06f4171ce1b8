import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const idleMs = 12 * 3600_000;
const mostSessions = 64;

interface Kept {
  readonly digest: Buffer;
  until: number;
}

/** Browsers that came with a code. The reviewer's own token never reaches them; theirs are kept as digests and in memory only. */
export class ConsoleSessions {
  readonly #now: () => number;
  #sessions: Kept[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  begin(): { readonly token: string; readonly expires_at: number } {
    const token = `skillc_console_${randomBytes(32).toString('base64url')}`;
    const until = this.#now() + idleMs;
    this.#sessions = [...this.#sessions, { digest: digestOf(token), until }].slice(-mostSessions);
    return { token, expires_at: until };
  }

  /** Whether it is one of these tokens; using it keeps it alive. */
  knows(token: string): boolean {
    const digest = digestOf(token);
    const now = this.#now();
    this.#sessions = this.#sessions.filter(({ until }) => now < until);
    const found = this.#sessions.find((one) => timingSafeEqual(one.digest, digest));
    if (found !== undefined) found.until = now + idleMs;
    return found !== undefined;
  }

  end(token: string): void {
    const digest = digestOf(token);
    this.#sessions = this.#sessions.filter((one) => !timingSafeEqual(one.digest, digest));
  }
}

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
