import { Command } from 'commander';
import type { ExecuteOptions } from '../commands/execute.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function executeCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('execute')
    .summary('runs one operation of a loaded skill')
    .description(
      'Runs one operation. What needs an approval asks in a terminal; elsewhere it ends with exit code 4 and the id.',
    )
    .usage('[options] <skill> <operation> [--name VALUE …]')
    .argument('<words...>', 'SKILL OPERATION or SKILL.OPERATION, then parameters as --name VALUE')
    .option('--params <json>', 'parameters as a JSON object; `-` reads it from standard input')
    .option('--dry-run', 'what would happen and why; nothing is run, asked or recorded')
    .option('--approve <digest>', 'approves the plan with this digest for this call; may be repeated', collect)
    .option('--json', 'one JSON document')
    .allowUnknownOption()
    .addHelpText(
      'after',
      `
Every option that is not listed is a parameter of the operation, of the type its schema says.

Examples:
  skillc execute weather today --city Berlin
  skillc execute weather.today --params '{"city": "Berlin"}' --json
  skillc execute weather.today --city Berlin --dry-run`,
    )
    .action(async (words: string[], options: Omit<ExecuteOptions, 'color'>, command: Command) => {
      const { runExecute } = await import('../commands/execute.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runExecute(words, { ...options, color: colour() }, terminal, refuse));
    });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
