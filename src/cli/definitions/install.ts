import { Command } from 'commander';
import type { PrintOptions } from '../printer.ts';
import type { Edge } from './edge.ts';

export function installCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('install')
    .summary('installs the packages that a loaded skill needs')
    .description(
      'Installs what the code of a skill imports or declares, from the index that config.yaml names. It is an operation of its own: it asks, and reaches nothing but the index.',
    )
    .argument('<skill>', 'the id of a loaded skill')
    .option('--json', 'one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  skillc install report
  skillc install report --json`,
    )
    .action(async (skill: string, options: Omit<PrintOptions, 'color'>) => {
      const { runInstall } = await import('../commands/install.ts');
      finish(await runInstall(skill, { ...options, color: colour() }, terminal));
    });
}
