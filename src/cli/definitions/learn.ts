import { Command } from 'commander';
import type { LearnOptions } from '../commands/learn.ts';
import type { PrintOptions } from '../printer.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function learnCommands(edge: Edge): readonly Command[] {
  return [learnCommand(edge), suggestCommand(edge)];
}

function learnCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('learn')
    .summary('watches an unknown tool and proposes a table for it')
    .description(
      'Runs an approved tool in the sandbox while it is watched: which files, hosts and programs it uses. It gets no more than before. Proposes a table of its options and effects, for a person to accept.',
    )
    .argument('<command>', 'the whole command line in quotes, or an operation: SKILL.OPERATION')
    .option('--params <json>', 'parameters of the operation, as a JSON object')
    .option('--read <path>', 'also lets it read this; may be repeated', collect)
    .option('--write <path>', 'also lets it write this; may be repeated', collect)
    .option('--accept', 'puts the proposed table into $SKILLC_HOME/tools')
    .option('--json', 'one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  skillc learn 'csvtool col 1 data.csv' --read data.csv
  skillc learn report.convert --accept`,
    )
    .action(async (target: string, options: Omit<LearnOptions, 'color'>, command: Command) => {
      const { runLearn } = await import('../commands/learn.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runLearn(target, { ...options, color: colour() }, terminal, refuse));
    });
}

function suggestCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('suggest')
    .summary('unknown programs, the most wanted first')
    .description('Lists the programs that no table describes by how often they were asked for, as the log has it.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc suggest --json')
    .action(async (options: Omit<PrintOptions, 'color'>) => {
      const { runSuggest } = await import('../commands/suggest.ts');
      finish(await runSuggest({ ...options, color: colour() }, terminal));
    });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
