import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { announceServer, newConsoleCode, type ServeTokens, serveTokens, takeConsoleCode } from '../host/index.ts';
import type { Engine } from '../mcp/engine.ts';
import { buildApp } from './app.ts';
import { ConsoleSessions } from './console-sessions.ts';
import { HttpSessions, type SessionsOptions } from './http-sessions.ts';
import { type Places, placesOf } from './places.ts';

export interface ServerOptions extends Pick<SessionsOptions, 'expose' | 'workspaces' | 'most'> {
  readonly port: number;
  /** The address it listens on: loopback unless said. */
  readonly address: string;
  /** Other names that it may be asked under. */
  readonly names?: readonly string[];
  readonly consoleFolder?: string;
}

export interface RunningWeb {
  readonly url: string;
  readonly tokens: ServeTokens;
  /** An address for a browser, good once and for a minute. */
  readonly consoleUrl: () => string;
  readonly sessions: HttpSessions;
  readonly close: () => Promise<void>;
}

/** A client that asks a thousand things at once opens a connection for each; beyond this they are dropped without a word. */
const mostConnections = 4_096;

/** Opens the home and listens. Rejects where it cannot serve, or the port is taken. */
export async function startServer(engine: Engine, options: ServerOptions): Promise<RunningWeb> {
  const { host } = await engine.open();
  const now = () => host.exec.clock.wall();
  const tokens = serveTokens(host.home);
  const consoles = new ConsoleSessions(now);
  const sessions = new HttpSessions(engine, { ...options, now });
  let places: Places = placesOf(options.port, options.names ?? []);
  const app = buildApp({
    engine,
    sessions,
    consoles,
    codes: {
      make: () => newConsoleCode(host.home, now()),
      take: (code) => takeConsoleCode(host.home, code, now()),
    },
    tokens,
    places: () => places,
    now,
    startedAt: now(),
    ...(options.consoleFolder === undefined ? {} : { consoleFolder: options.consoleFolder }),
  });
  const server = await listen(app.fetch, options);
  const { port } = server.address() as AddressInfo;
  places = placesOf(port, options.names ?? []);
  const url = `http://${urlHost(options.address)}:${port}`;
  const withdraw = announceServer(host.home, url);
  return {
    url,
    tokens,
    sessions,
    consoleUrl: () => `${url}/#code=${newConsoleCode(host.home, now()).code}`,
    close: async () => {
      withdraw();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await sessions.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(fetch: ReturnType<typeof buildApp>['fetch'], { port, address }: ServerOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch,
        port,
        hostname: address,
        serverOptions: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 },
      },
      () => {
        server.off('error', reject);
        resolve(server);
      },
    ) as Server;
    server.once('error', reject);
    server.maxConnections = mostConnections;
  });
}

/** Where one that listens everywhere is found from here. */
function urlHost(address: string): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}
