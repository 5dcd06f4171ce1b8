import { isInitializeRequest, isLegacyRequest, readRequestBody } from '@modelcontextprotocol/server';
import { rpcFailure } from './failure.ts';
import { mostBodyBytes } from './http-session.ts';
import type { HttpSessions } from './http-sessions.ts';

/** What names the session of a client whose protocol has none. */
const sessionHeader = 'Skillc-Session';

const newestWithSessions = '2025-11-25';

/** One request of an agent. Which session it belongs to is decided by what only that session's client knows. */
export async function serveAgent(request: Request, sessions: HttpSessions, now: () => number): Promise<Response> {
  const read = await bodyOf(request);
  if (read instanceof Response) return read;
  const { body, again } = read;
  const isLegacy = await isLegacyRequest(again, body);
  const found = isLegacy ? legacySession(request, body, sessions) : modernSession(request, sessions);
  if (found instanceof Response) return found;
  const { session } = found;
  if (!session.bucket.take(now())) {
    const refused = rpcFailure(429, -32000, 'too many requests: wait a second');
    refused.headers.set('Retry-After', '1');
    return refused;
  }
  const response = isLegacy ? await session.serveLegacy(again, body) : await session.serveModern(again, body);
  if (request.method === 'DELETE' && response.ok) await sessions.end(session.id);
  // A greeting that was no good began nothing.
  if (found.isNew && !response.ok) await sessions.end(session.id);
  return response;
}

type Chosen = { readonly session: NonNullable<ReturnType<HttpSessions['find']>>; readonly isNew: boolean };

function legacySession(request: Request, body: unknown, sessions: HttpSessions): Chosen | Response {
  const id = request.headers.get('mcp-session-id');
  const known = id === null ? undefined : sessions.find(id);
  if (known !== undefined) return { session: known, isNew: false };
  if (id !== null) return rpcFailure(404, -32001, 'there is no such session: initialize again');
  if (!isInitializeRequest(body)) return rpcFailure(400, -32000, 'there is no session yet: initialize first');
  return newSession(sessions.create());
}

/** Requests that stand alone must say which budget, approvals and files they mean. */
function modernSession(request: Request, sessions: HttpSessions): Chosen | Response {
  const id = request.headers.get(sessionHeader);
  if (id === null) {
    const message = `skillc keeps a session for each agent: send a random ${sessionHeader} header, or initialize with ${newestWithSessions}`;
    return rpcFailure(400, -32022, message, { supported: [newestWithSessions], requested: '2026-07-28' });
  }
  if (!/^[\w.~-]{22,128}$/.test(id))
    return rpcFailure(400, -32000, `${sessionHeader} is 22 to 128 letters and digits that nobody can guess`);
  const known = sessions.find(id);
  return known === undefined ? newSession(sessions.create(id)) : { session: known, isNew: false };
}

function newSession(session: Chosen['session'] | undefined): Chosen | Response {
  return session === undefined
    ? rpcFailure(503, -32000, 'too many agents are connected: try again later')
    : { session, isNew: true };
}

/** Read once and bounded, whichever protocol it turns out to be. */
async function bodyOf(request: Request): Promise<{ readonly body: unknown; readonly again: Request } | Response> {
  if (request.method !== 'POST') return { body: undefined, again: request };
  const read = await readRequestBody(request, mostBodyBytes);
  if (read.tooLarge) return rpcFailure(413, -32600, `a request is larger than ${mostBodyBytes} bytes`);
  const { method, headers, url, signal } = request;
  const again = new Request(url, { method, headers, signal, body: read.text });
  try {
    return { body: JSON.parse(read.text) as unknown, again };
  } catch {
    return rpcFailure(400, -32700, 'the body is no JSON');
  }
}
