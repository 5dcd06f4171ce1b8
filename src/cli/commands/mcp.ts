import type { Engine } from '../../mcp/index.ts';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import type { Terminal } from '../terminal.ts';
import { untilStopped } from '../until-stopped.ts';
import { packageVersion } from '../version.ts';

export interface McpOptions {
  readonly color: boolean;
  readonly expose?: 'operations';
  readonly listen?: string;
  readonly connect?: string;
}

export async function runMcp(options: McpOptions, terminal: Terminal): Promise<number> {
  // The terminal ends the program when nobody reads any more; here what runs must end first.
  process.stdout.removeAllListeners('error');
  if (options.connect !== undefined) return relayTo(options.connect, terminal);
  const { createEngine } = await import('../../mcp/engine.ts');
  const { env } = terminal;
  const engine = createEngine({
    home: homeOf(env),
    environment: env,
    workspace: process.cwd(),
    version: packageVersion(),
  });
  try {
    return await (options.listen === undefined
      ? serveStreams(engine, options)
      : listen(engine, options.listen, options, terminal));
  } finally {
    await engine.close();
  }
}

/** Nothing of the server is loaded for this: whoever is jailed starts as fast as it can. */
async function relayTo(path: string, terminal: Terminal): Promise<number> {
  const { relay } = await import('../../mcp/relay.ts');
  try {
    await relay(path, { input: process.stdin, output: process.stdout });
    return exitCode.done;
  } catch (error) {
    return failed(`nobody answers at ${path}`, error, terminal);
  }
}

async function serveStreams(engine: Engine, { expose }: McpOptions): Promise<number> {
  const { serveMcp } = await import('../../mcp/serve-mcp.ts');
  const exposing = expose === undefined ? {} : { expose };
  const connection = serveMcp(engine, { input: process.stdin, output: process.stdout }, exposing);
  await untilStopped(connection.closed);
  await connection.close();
  return exitCode.done;
}

async function listen(engine: Engine, path: string, { expose }: McpOptions, terminal: Terminal): Promise<number> {
  const { listenMcp } = await import('../../mcp/listen-mcp.ts');
  try {
    const listening = await listenMcp(engine, path, expose === undefined ? {} : { expose });
    terminal.err(`skillc mcp listens on ${path}\n`);
    await untilStopped();
    await listening.close();
    return exitCode.done;
  } catch (error) {
    return failed(`cannot listen on ${path}`, error, terminal);
  }
}

function failed(what: string, error: unknown, terminal: Terminal): number {
  terminal.err(`skillc: ${what}: ${error instanceof Error ? error.message : String(error)}\n`);
  return exitCode.failed;
}
