import { Command } from 'commander';
import type { JailOptions } from '../commands/jail.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function jailCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('jail')
    .summary('runs an agent that reaches nothing but skillc')
    .description(
      'Runs an agent without network and without secrets: it sees its workspace, reaches the hosts that `jail` in config.yaml names, and does everything else through `skillc mcp`. Ends with the exit code of the agent.',
    )
    .usage('[options] -- <command> [arguments …]')
    .argument('<command...>', 'the agent and its arguments')
    .option('--workspace <directory>', 'what it may read and write; the current directory where left out')
    .option('--dry-run', 'show the exact mounts, variables and hosts, and start nothing')
    .option('--json', 'with --dry-run: one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  skillc jail -- my-agent
  skillc jail --workspace ~/project -- my-agent 'mend the tests'
  skillc jail --dry-run -- bash`,
    )
    .action(async (command: string[], options: Omit<JailOptions, 'color'>, self: Command) => {
      if (options.json === true && options.dryRun !== true) misuse(self, '--json goes with --dry-run');
      const { runJailCommand } = await import('../commands/jail.ts');
      finish(await runJailCommand(command, { ...options, color: colour() }, terminal));
    });
}
