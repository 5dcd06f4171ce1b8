import type { ServeTokens } from '../host/index.ts';
import type { Engine } from '../mcp/engine.ts';
import type { ConsoleSessions } from './console-sessions.ts';
import type { HttpSessions } from './http-sessions.ts';
import type { Places } from './places.ts';

export interface AppOptions {
  readonly engine: Engine;
  readonly sessions: HttpSessions;
  readonly consoles: ConsoleSessions;
  readonly codes: {
    readonly make: () => { readonly code: string; readonly expires_at: number };
    readonly take: (code: string) => boolean;
  };
  readonly tokens: ServeTokens;
  /** Known once the port is. */
  readonly places: () => Places;
  readonly now: () => number;
  readonly startedAt: number;
  readonly consoleFolder?: string;
}
