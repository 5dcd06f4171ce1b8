import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { buildServer } from '../mcp/build-server.ts';
import type { Engine } from '../mcp/engine.ts';
import { McpSession, type SessionOptions } from '../mcp/session.ts';
import { watchTools } from '../mcp/watch-tools.ts';
import { Bucket } from './bucket.ts';

export interface HttpSessionOptions {
  /** What the client names it by; unguessable. */
  readonly id: string;
  /** As in events and budgets; tells nobody the id. */
  readonly session: string;
  readonly expose?: SessionOptions['expose'];
  /** Each session has a folder of its own beneath; one that goes with it where left out. */
  readonly workspaces?: string;
  readonly now: () => number;
}

export const mostBodyBytes = 4 * 1024 * 1024;

/** One agent over HTTP, of either protocol. Its folder, calls and budget are nobody else's. */
export class HttpSession {
  readonly id: string;
  readonly since: number;
  lastSeen: number;
  client = 'unknown';
  readonly mcp: McpSession;
  readonly bucket: Bucket;
  readonly #now: () => number;
  readonly #folder: { readonly path: string; readonly isOurs: boolean };
  #server: McpServer | undefined;
  #transport: WebStandardStreamableHTTPServerTransport | undefined;
  #handler: McpHttpHandler | undefined;
  #unwatch: () => void = () => undefined;
  #open = 0;

  constructor(engine: Engine, { id, session, expose, workspaces, now }: HttpSessionOptions) {
    this.id = id;
    this.#now = now;
    this.since = now();
    this.lastSeen = this.since;
    this.bucket = new Bucket({ burst: 2_000, perSecond: 200 }, this.since);
    this.#folder = folderFor(session, workspaces);
    const exposing = expose === undefined ? {} : { expose };
    this.mcp = new McpSession(engine, { session, workspace: this.#folder.path, ...exposing });
  }

  get running(): number {
    return this.mcp.turnstile.running;
  }

  /** Nothing runs, and no stream is open. */
  get isIdle(): boolean {
    return this.running === 0 && this.#open === 0;
  }

  /** A client that greets and then names its session with each request. */
  async serveLegacy(request: Request, parsedBody: unknown): Promise<Response> {
    if (this.#transport === undefined) {
      this.#transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => this.id,
        maxRequestBodySize: mostBodyBytes,
      });
      const server = buildServer(this.mcp);
      this.#server = server;
      await server.connect(this.#transport);
      this.#watch(() => void server.server.sendToolListChanged().catch(() => undefined));
    }
    this.#seen(this.#server?.server.getClientVersion());
    const response = await this.#transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody });
    return this.#counting(response);
  }

  /** A client whose every request stands alone. */
  async serveModern(request: Request, parsedBody: unknown): Promise<Response> {
    if (this.#handler === undefined) {
      const handler = createMcpHandler(() => buildServer(this.mcp), {
        legacy: 'reject',
        maxRequestBodySize: mostBodyBytes,
        maxSubscriptions: 8,
      });
      this.#handler = handler;
      this.#watch(() => handler.notify.toolsChanged());
    }
    this.#seen(clientIn(parsedBody));
    return this.#counting(await this.#handler.fetch(request, parsedBody === undefined ? {} : { parsedBody }));
  }

  async close(): Promise<void> {
    this.#unwatch();
    await this.#server?.close();
    await this.#handler?.close();
    await this.mcp.close();
    if (this.#folder.isOurs) rmSync(this.#folder.path, { recursive: true, force: true });
  }

  #watch(changed: () => void): void {
    this.#unwatch();
    this.#unwatch = watchTools(this.mcp, changed);
  }

  #seen(client: { readonly name: string; readonly version: string } | undefined): void {
    this.lastSeen = this.#now();
    if (client !== undefined) this.client = `${client.name} ${client.version}`.slice(0, 200);
  }

  /** A stream that is still read keeps the session alive. */
  #counting(response: Response): Response {
    const { body } = response;
    if (body === null) return response;
    this.#open++;
    const done = () => {
      this.#open--;
      this.lastSeen = this.#now();
    };
    const reader = body.getReader();
    const counted = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done: isOver, value } = await reader.read();
          if (!isOver) return controller.enqueue(value);
          done();
          controller.close();
        } catch (error) {
          done();
          controller.error(error);
        }
      },
      cancel: async (reason) => {
        done();
        await reader.cancel(reason);
      },
    });
    return new Response(counted, { status: response.status, headers: response.headers });
  }
}

/** What a request that stands alone says of who sends it. */
function clientIn(body: unknown): { readonly name: string; readonly version: string } | undefined {
  const { params } = Object(body) as { readonly params?: { readonly _meta?: { readonly [key: string]: unknown } } };
  const { name, version } = Object(params?._meta?.['io.modelcontextprotocol/clientInfo']) as {
    readonly [key: string]: unknown;
  };
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
}

function folderFor(
  session: string,
  workspaces: string | undefined,
): { readonly path: string; readonly isOurs: boolean } {
  if (workspaces === undefined) return { path: mkdtempSync(join(tmpdir(), `skillc-${session}-`)), isOurs: true };
  const path = join(workspaces, session);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return { path, isOurs: false };
}
