import { Command } from 'commander';
import type { OutputOptions } from '../commands/output.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function outputCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('output')
    .summary('a result that was kept by content')
    .description(
      'Prints a result that an outcome names by its digest: one that was too long to stand in it, or a file of /output.',
    )
    .argument('<digest>', 'sha256:… as the outcome has it')
    .option('-o, --output <file>', 'write to a file, which must not be there yet')
    .option('--json', 'one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  skillc output sha256:… -o chart.png
  skillc output sha256:… | jq .`,
    )
    .action(async (digest: string, options: Omit<OutputOptions, 'color'>, command: Command) => {
      if (!/^sha256:[0-9a-f]{64}$/.test(digest))
        misuse(command, 'a digest is sha256: and 64 lower-case hexadecimal digits');
      const { runOutput } = await import('../commands/output.ts');
      finish(await runOutput(digest, { ...options, color: colour() }, terminal));
    });
}
