import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildServer } from './build-server.ts';
import type { Engine } from './engine.ts';
import { LineTransport } from './line-transport.ts';
import { McpSession, type SessionOptions } from './session.ts';
import { watchTools } from './watch-tools.ts';

export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
}

export interface McpConnection {
  readonly session: string;
  /** Resolves when the client is gone and everything it began has ended. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves one client over two streams: standard input and output, a socket, a jail's pipe. */
export function serveMcp(
  engine: Engine,
  { input, output }: McpStreams,
  options: Partial<SessionOptions> = {},
): McpConnection {
  const session = new McpSession(engine, { session: newSession(), ...options });
  const transport = new LineTransport(input, output);
  // What a first call needs is loaded while the client still reads the answer to its greeting, and no sooner.
  transport.onanswered = () => void session.open().catch(() => undefined);
  let unwatch: () => void = () => undefined;
  const handle = serveStdio(
    () => {
      const mcp = buildServer(session);
      unwatch();
      unwatch = watchTools(session, () => void mcp.server.sendToolListChanged().catch(() => undefined));
      return mcp;
    },
    { transport, onerror: () => undefined },
  );
  const closed = new Promise<void>((resolve) => {
    const before = transport.onclose;
    transport.onclose = () => {
      before?.();
      unwatch();
      void session.close().finally(resolve);
    };
  });
  return {
    session: session.options.session,
    closed,
    close: async () => {
      await handle.close();
      await closed;
    },
  };
}

export function newSession(): string {
  return `mcp-${randomBytes(8).toString('hex')}`;
}
