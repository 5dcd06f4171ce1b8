import { Command, Option } from 'commander';
import type { ServeOptions } from '../commands/serve.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function serveCommands(edge: Edge): readonly Command[] {
  return [serveCommand(edge), consoleCommand(edge)];
}

function serveCommand({ terminal, finish, colour }: Edge): Command {
  return withPlace(new Command('serve'))
    .summary('serves agents over HTTP, and the console')
    .description('Serves agents over MCP (Streamable HTTP) and reviewers in the console, on this machine only.')
    .option(
      '--allow-host <name>',
      'another name that requests may be sent to; needed with --host of a network; may be repeated',
      collect,
    )
    .addOption(
      new Option('--expose <what>', 'each approved operation as a tool of its own').choices(['operations'] as const),
    )
    .option('--json', 'messages as JSON documents')
    .option('--workspaces <folder>', 'where the folders of sessions lie; a folder that ends with its session else')
    .addHelpText(
      'after',
      `
Agents need the agent's token, reviewers their own: the first lines say which files hold them.

Examples:
  skillc serve
  skillc serve --port 8080 --expose operations`,
    )
    .action(async (options: Omit<ServeOptions, 'color'>, command: Command) => {
      const { runServe } = await import('../commands/serve.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runServe({ ...options, color: colour() }, terminal, refuse));
    });
}

function consoleCommand({ terminal, finish, colour }: Edge): Command {
  return withPlace(new Command('console'))
    .summary('opens the console in a browser')
    .description(
      'Opens the console of the server that runs, or starts one. The address it opens is good once, for a minute.',
    )
    .option('--no-open', 'only print the address')
    .option('--json', 'one JSON document with the address')
    .addHelpText('after', '\nExamples:\n  skillc console\n  skillc console --no-open')
    .action(async (options: { port?: string; host?: string; open: boolean; json?: true }, command: Command) => {
      const { runConsole } = await import('../commands/console.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runConsole({ ...options, color: colour() }, terminal, refuse));
    });
}

function withPlace(command: Command): Command {
  return command
    .option('--port <number>', 'the port; 7455 unless said, 0 for any that is free')
    .option('--host <address>', 'the address to listen on; 127.0.0.1 unless said');
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
