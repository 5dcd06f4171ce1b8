import { timingSafeEqual } from 'node:crypto';
import type { ServeTokens } from '../host/index.ts';
import { type ConsoleSessions, digestOf } from './console-sessions.ts';

/** `reviewer`: by the token itself; `console`: by one that a code was exchanged for. */
export type Role = 'agent' | 'reviewer' | 'console';

/** Undefined for a token that is none. Every comparison takes the same time, whichever it is. */
export function roleOf(
  header: string | undefined,
  { agent, reviewer }: ServeTokens,
  consoles: ConsoleSessions,
): { readonly role: Role; readonly token: string } | undefined {
  const token = /^Bearer ([\w.~+/=-]{16,512})$/i.exec(header ?? '')?.[1] ?? '';
  const digest = digestOf(token);
  const isAgent = timingSafeEqual(digest, digestOf(agent));
  const isReviewer = timingSafeEqual(digest, digestOf(reviewer));
  const isConsole = consoles.knows(token);
  if (isAgent) return { role: 'agent', token };
  if (isReviewer) return { role: 'reviewer', token };
  return isConsole ? { role: 'console', token } : undefined;
}
