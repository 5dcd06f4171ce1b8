import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { RunningWeb } from '../../web/start-server.ts';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { untilStopped } from '../until-stopped.ts';
import { packageVersion } from '../version.ts';
import { explainingFaults } from '../with-host.ts';

export interface ServeOptions extends PrintOptions {
  readonly port?: string;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly expose?: 'operations';
  readonly workspaces?: string;
}

type Misuse = (message: string) => never;

const usualPort = 7455;

export async function runServe(
  options: ServeOptions,
  terminal: Terminal,
  misuse: Misuse,
  begun: (server: RunningWeb, printer: Printer) => Promise<void> = greet,
): Promise<number> {
  const place = placeOf(options, misuse);
  const printer = printerFor(terminal, options);
  return explainingFaults(printer, async () => {
    const { createEngine } = await import('../../mcp/engine.ts');
    const { startServer } = await import('../../web/start-server.ts');
    const { env } = terminal;
    const version = packageVersion();
    const engine = createEngine({ home: homeOf(env), environment: env, workspace: process.cwd(), version });
    const { expose, workspaces } = options;
    try {
      const server = await startServer(engine, {
        ...place,
        ...(expose === undefined ? {} : { expose }),
        ...(workspaces === undefined ? {} : { workspaces: resolve(workspaces) }),
      });
      await begun(server, printer);
      await untilStopped();
      await server.close();
      return exitCode.done;
    } catch (error) {
      const { code, syscall } = Object(error) as { readonly code?: unknown; readonly syscall?: unknown };
      if (syscall !== 'listen') throw error;
      const remedy = code === 'EADDRINUSE' ? 'take another with --port' : undefined;
      const message = `cannot listen on ${place.address} port ${place.port}: ${String(code)}`;
      return printer.fail({ code: 'serve/listen', message, ...(remedy === undefined ? {} : { remedy }) });
    } finally {
      await engine.close();
    }
  });
}

/** Where the tokens are, never what they are: this may be on a screen that others see, or in a log. */
export async function greet({ url, tokens }: RunningWeb, printer: Printer): Promise<void> {
  const { agentFile } = tokens;
  await printer.show({ url, mcp: `${url}/mcp`, agent_token_file: agentFile }, () =>
    [
      `skillc serves ${url}`,
      `  agents     ${url}/mcp with \`Authorization: Bearer\` and the token in ${agentFile}`,
      '  reviewers  run `skillc console`',
    ].join('\n'),
  );
}

function placeOf({ port = String(usualPort), host = '127.0.0.1', allowHost = [] }: ServeOptions, misuse: Misuse) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return misuse(`\`${port}\` is no port`);
  const address = host === 'localhost' ? '127.0.0.1' : host;
  if (isIP(address) === 0) return misuse(`\`${host}\` is no address: write one like 127.0.0.1`);
  const names = allowHost.map((name) => nameOf(name, misuse));
  if (!isLoopback(address) && names.length === 0)
    return misuse(
      `${address} is not of this machine alone, and what is sent there is not encrypted: if that is meant, say with --allow-host under which name it is asked`,
    );
  return { port: Number(port), address, names };
}

function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === '::1';
}

function nameOf(name: string, misuse: Misuse): string {
  return /^(?:[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*|\[[0-9A-Fa-f:.]+\])$/.test(name)
    ? name
    : misuse(`\`${name}\` is no host name`);
}
