import { PassThrough } from 'node:stream';
import { type CallToolResult, Client, type ClientOptions } from '@modelcontextprotocol/client';
import { createEngine, type SessionOptions, serveMcp } from '../../src/mcp/index.ts';
import { LineTransport } from '../../src/mcp/line-transport.ts';
import { type ExecHome, execHome } from '../cli/exec-home.ts';

export interface McpHome extends ExecHome {
  /** A client of the official kind on a connection of its own. */
  readonly connect: (options?: ConnectOptions) => Promise<Agent>;
}

export interface ConnectOptions extends Partial<SessionOptions> {
  readonly era?: 'legacy' | 'modern';
  /** What the person at the client answers; without it the client can ask nobody. */
  readonly person?: (message: string) => Answer;
  readonly client?: ClientOptions;
  /** The official client takes a question for an answer where it checks answers. */
  readonly unchecked?: true;
}

export type Answer = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: { allow: boolean } };

export const yes: Answer = { action: 'accept', content: { allow: true } };
export const no: Answer = { action: 'decline' };

export interface Agent {
  readonly client: Client;
  readonly session: string;
  readonly call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Said>;
  readonly close: () => Promise<void>;
}

export type CallOptions = Parameters<Client['callTool']>[1];

export interface Said {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape
  readonly data: any;
  readonly text: string;
  readonly isError: boolean;
}

export async function mcpHome(): Promise<McpHome> {
  const at = await execHome();
  const ends: (() => Promise<unknown>)[] = [];
  return {
    ...at,
    connect: async (options = {}) => {
      const agent = await connectIn(at, options);
      ends.push(agent.close);
      return agent;
    },
    close: async () => {
      for (const end of ends) await end();
      await at.close();
    },
  };
}

async function connectIn(
  at: ExecHome,
  { era = 'legacy', person, client: more, unchecked, ...session }: ConnectOptions,
): Promise<Agent> {
  const engine = createEngine({ home: at.home, environment: {}, workspace: at.root, version: '0' });
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const connection = serveMcp(engine, { input: toServer, output: toClient }, session);
  const client = newClient(era, person, more);
  await client.connect(new LineTransport(toClient, toServer));
  // From now on the client checks every answer against the output schema of its tool.
  if (unchecked === undefined) await client.listTools();
  return {
    ...agentOf(client, connection.session),
    close: async () => {
      await client.close();
      toServer.end();
      await connection.closed;
      await engine.close();
    },
  };
}

export function newClient(
  era: 'legacy' | 'modern',
  person?: (message: string) => Answer,
  more: ClientOptions = {},
): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      ...more,
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({ ...person(params.message) }));
  return client;
}

export function agentOf(client: Client, session: string): Omit<Agent, 'close'> {
  return {
    client,
    session,
    call: async (name, args = {}, options) =>
      saidIn((await client.callTool({ name, arguments: args }, options)) as CallToolResult),
  };
}

export function saidIn({ structuredContent, content, isError }: CallToolResult): Said {
  const [first] = content ?? [];
  const text = first?.type === 'text' ? first.text : '';
  return { data: structuredContent, text, isError: isError === true };
}
