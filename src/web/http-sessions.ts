import { createHash, randomBytes } from 'node:crypto';
import type { Engine } from '../mcp/engine.ts';
import { HttpSession, type HttpSessionOptions } from './http-session.ts';

const idleMs = 30 * 60_000;
const sweepMs = 60_000;

export interface SessionsOptions extends Pick<HttpSessionOptions, 'expose' | 'workspaces' | 'now'> {
  /** 256 unless said. */
  readonly most?: number;
}

/** The agents that are connected. Those that are silent for half an hour make place. */
export class HttpSessions {
  readonly #engine: Engine;
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #timer: NodeJS.Timeout;

  constructor(engine: Engine, options: SessionsOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#timer = setInterval(() => void this.#sweep(), sweepMs);
    this.#timer.unref();
  }

  get all(): readonly HttpSession[] {
    return [...this.#sessions.values()];
  }

  find(id: string): HttpSession | undefined {
    return this.#sessions.get(id);
  }

  /** Undefined where there are too many. Whoever names an id that is not there gets a new session under it. */
  create(id: string = randomBytes(32).toString('base64url')): HttpSession | undefined {
    if (this.#sessions.size >= (this.#options.most ?? 256) && !this.#dropIdlest()) return undefined;
    const session = `http-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
    const made = new HttpSession(this.#engine, { ...this.#options, id, session });
    this.#sessions.set(id, made);
    return made;
  }

  async end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#sessions.keys()].map((id) => this.end(id)));
  }

  async #sweep(): Promise<void> {
    const before = this.#options.now() - idleMs;
    const silent = this.all.filter((one) => one.isIdle && one.lastSeen < before);
    await Promise.all(silent.map(({ id }) => this.end(id)));
  }

  /** One that has been silent for a minute at least. */
  #dropIdlest(): boolean {
    const before = this.#options.now() - sweepMs;
    const [idlest] = this.all
      .filter((one) => one.isIdle && one.lastSeen < before)
      .toSorted((a, b) => a.lastSeen - b.lastSeen);
    if (idlest === undefined) return false;
    void this.end(idlest.id);
    return true;
  }
}
