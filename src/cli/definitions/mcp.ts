import { Command, Option } from 'commander';
import type { McpOptions } from '../commands/mcp.ts';
import type { Edge } from './edge.ts';

export function mcpCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('mcp')
    .summary('serves agents over MCP')
    .description('Serves one agent over the Model Context Protocol on standard input and output. Verbs of agents only.')
    .addOption(
      new Option('--expose <what>', 'each approved operation as a tool of its own').choices(['operations'] as const),
    )
    .addOption(new Option('--listen <socket>', 'serve every client of a unix socket instead').conflicts('connect'))
    .addOption(
      new Option('--connect <socket>', 'hand standard input and output on to such a socket').conflicts('expose'),
    )
    .addHelpText(
      'after',
      `
Examples:
  skillc mcp
  skillc mcp --expose operations
  skillc mcp --listen /run/user/1000/skillc.sock`,
    )
    .action(async (options: Omit<McpOptions, 'color'>) => {
      const { runMcp } = await import('../commands/mcp.ts');
      finish(await runMcp({ ...options, color: colour() }, terminal));
    });
}
