import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createEngine } from '../../src/mcp/index.ts';
import { type RunningWeb, type ServerOptions, startServer } from '../../src/web/start-server.ts';
import { type ExecHome, execHome } from '../cli/exec-home.ts';
import { type Agent, type Answer, agentOf, newClient } from '../mcp/mcp-home.ts';

export interface WebHome extends ExecHome {
  readonly web: RunningWeb;
  readonly connect: (options?: WebConnect) => Promise<Agent>;
  /** As a reviewer, unless a token is given. */
  readonly api: (
    path: string,
    body?: unknown,
    token?: string,
  ) => Promise<{ readonly status: number; readonly body: Body }>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape
export type Body = any;

export interface WebConnect {
  readonly era?: 'legacy' | 'modern';
  readonly person?: (message: string) => Answer;
  readonly prepare?: (client: Client) => void;
}

export async function webHome(options: Partial<ServerOptions> = {}): Promise<WebHome> {
  const at = await execHome();
  const engine = createEngine({ home: at.home, environment: {}, workspace: at.root, version: '0' });
  const web = await startServer(engine, { port: 0, address: '127.0.0.1', ...options });
  const clients: Client[] = [];
  return {
    ...at,
    web,
    connect: async ({ era = 'legacy', person, prepare } = {}) => {
      const client = newClient(era, person);
      clients.push(client);
      prepare?.(client);
      await client.connect(transportTo(web, web.tokens.agent, era));
      await client.listTools();
      return { ...agentOf(client, web.sessions.all.at(-1)?.mcp.options.session ?? ''), close: () => client.close() };
    },
    api: async (path, body, token = web.tokens.reviewer) => {
      const response = await fetch(`${web.url}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    close: async () => {
      for (const client of clients) await client.close();
      await web.close();
      await engine.close();
      await at.close();
    },
  };
}

export function transportTo(web: RunningWeb, token: string, era: 'legacy' | 'modern'): StreamableHTTPClientTransport {
  const session = era === 'modern' ? { 'Skillc-Session': randomBytes(24).toString('base64url') } : {};
  return new StreamableHTTPClientTransport(new URL(`${web.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...session } },
  });
}

export interface Raw {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
}

/** With headers that `fetch` does not let one set. */
export function raw(url: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
