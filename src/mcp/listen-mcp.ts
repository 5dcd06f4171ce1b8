import { lstatSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import type { Engine } from './engine.ts';
import { type McpConnection, serveMcp } from './serve-mcp.ts';
import type { SessionOptions } from './session.ts';

export interface Listening {
  /** Ends every connection and waits for what they began. */
  readonly close: () => Promise<void>;
}

const mostConnections = 64;

/** Serves every client that connects to a socket of this machine; only this user can. Each connection is a session of its own. */
export async function listenMcp(
  engine: Engine,
  path: string,
  options: Omit<Partial<SessionOptions>, 'session'> = {},
): Promise<Listening> {
  await clearStale(path);
  const connections = new Set<McpConnection>();
  const server = createServer((socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const connection = serveMcp(engine, { input: socket, output: socket }, options);
    connections.add(connection);
    void connection.closed.then(() => {
      connections.delete(connection);
      socket.end();
    });
  });
  server.maxConnections = mostConnections;
  // The mask counts from the first moment: a mode that is set later leaves a gap.
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(before);
  }
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([...connections].map((connection) => connection.close()));
      await closed;
    },
  };
}

/** A socket that a process left behind is taken away; one that somebody answers on, or anything else, is not. */
async function clearStale(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isSocket()) return;
  const answered = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (!answered) rmSync(path);
}
