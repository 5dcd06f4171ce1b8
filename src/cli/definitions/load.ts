import { Command } from 'commander';
import type { LoadOptions } from '../commands/load.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function loadCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('load')
    .summary('registers a skill and says what needs approval')
    .description('Compiles a skill, keeps a copy of it, registers its operations and says what needs approval.')
    .argument('<source>', 'a skill file, a directory or an https URL')
    .option('--force', 'also where the URL does not look like a skill')
    .option('--digest <digest>', 'the content must have this digest (sha256:…)')
    .option('--as <id>', 'another id than the skill’s own name')
    .option('--json', 'one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  skillc load skills/weather
  skillc load https://example.com/skill.md --digest sha256:…
  skillc load ./weather --as weather-test --json`,
    )
    .action(async (source: string, options: Omit<LoadOptions, 'color'>, command: Command) => {
      if (options.digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(options.digest))
        misuse(command, '--digest is sha256: and 64 lower-case hexadecimal digits');
      const { runLoad } = await import('../commands/load.ts');
      finish(await runLoad(source, { ...options, color: colour() }, terminal));
    });
}
