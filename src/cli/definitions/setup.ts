import { Command } from 'commander';
import type { Edge } from './edge.ts';

/** What a person runs once, or when something is wrong. */
export function setupCommands({ terminal, finish, colour }: Edge): readonly Command[] {
  return [
    new Command('doctor')
      .summary('whether everything that skillc stands on is well')
      .description(
        'Examines Node, disk, home, log, secrets, policy and sandboxes, with the command that mends each finding.',
      )
      .option('--json', 'one JSON document')
      .addHelpText(
        'after',
        '\nExit codes: 0 nothing is broken, 1 something is\n\nExamples:\n  skillc doctor\n  skillc doctor --json',
      )
      .action(async (options: { json?: true }) => {
        const { runDoctor } = await import('../commands/doctor.ts');
        finish(await runDoctor({ ...options, color: colour() }, terminal));
      }),
    new Command('init')
      .summary('a policy for this project')
      .description('Writes `.skillc/policy.yaml` with rules to begin with. A file that is there is not touched.')
      .option('--json', 'one JSON document')
      .addHelpText('after', '\nExamples:\n  skillc init')
      .action(async (options: { json?: true }) => {
        const { runInit } = await import('../commands/init.ts');
        finish(await runInit({ ...options, color: colour() }, terminal));
      }),
  ];
}
