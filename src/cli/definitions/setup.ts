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
    new Command('demo')
      .summary('the whole story on this machine, in seconds')
      .description(
        'Loads a skill from a server on loopback, is refused, approves, injects a secret, runs, verifies the log, and changes a byte of it. ' +
          'All in a home of its own, which is removed afterwards; nothing is asked.',
      )
      .option('--json', 'one JSON document that says whether all of it held; the story goes to standard error')
      .addHelpText('after', '\nExit codes: 0 all of it held, 1 something did not\n\nExamples:\n  skillc demo')
      .action(async (options: { json?: true }) => {
        const { runDemo } = await import('../commands/demo.ts');
        finish(await runDemo({ ...options, color: colour() }, terminal));
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
