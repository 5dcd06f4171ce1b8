import { Command } from 'commander';
import type { ImportOptions, SecretOptions } from '../commands/secret.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function secretCommand(edge: Edge): Command {
  return new Command('secret')
    .summary('keeps, lists and removes secrets')
    .description(
      'Secrets that operations send. Their values come from standard input or a hidden question, and are never shown.',
    )
    .addCommand(setCommand(edge))
    .addCommand(listCommand(edge))
    .addCommand(removeCommand(edge))
    .addCommand(importCommand(edge))
    .addHelpText('after', '\nExamples:\n  skillc secret set WEATHER_KEY\n  skillc secret list');
}

function setCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('set')
    .summary('keeps a value')
    .description('Keeps a secret. The value is read from standard input, or asked for in a terminal.')
    .argument('<name>', 'its name: letters, digits and _')
    .option('--skill <id>', 'the skill it is for')
    .option('--origin <url>', 'the origin it is for')
    .option('--allow-short', 'also a value of less than 8 bytes')
    .option('--json', 'one JSON document')
    .allowExcessArguments()
    .addHelpText(
      'after',
      `
Examples:
  skillc secret set WEATHER_KEY
  pass show weather | skillc secret set WEATHER_KEY --skill weather`,
    )
    .action(async (name: string, options: Omit<SecretOptions, 'color'>, command: Command) => {
      const refuse = (message: string) => misuse(command, message);
      if (command.args.length > 1)
        refuse(
          'the value is no argument: every process could see it there, and the shell would keep it; type or pipe it',
        );
      const { runSecretSet } = await import('../commands/secret.ts');
      finish(await runSecretSet(name, { ...options, color: colour() }, terminal, refuse));
    });
}

function listCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('list')
    .summary('names, bindings and where they are kept')
    .description('Lists the secrets: names, where they are kept and where they may go; never a value.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc secret list')
    .action(async (options: { json?: true }) => {
      const { runSecretList } = await import('../commands/secret.ts');
      finish(await runSecretList({ ...options, color: colour() }, terminal));
    });
}

function removeCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('remove')
    .summary('forgets a value')
    .description('Removes a secret.')
    .argument('<name>', 'its name')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc secret remove WEATHER_KEY')
    .action(async (name: string, options: { json?: true }) => {
      const { runSecretRemove } = await import('../commands/secret.ts');
      finish(await runSecretRemove(name, { ...options, color: colour() }, terminal));
    });
}

function importCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('import')
    .summary('keeps the values of a file')
    .description('Keeps the secrets of a dotenv file or of .ccos/secrets.toml, after showing their names.')
    .argument('<file>', 'the file; one that ends in .toml is read as TOML')
    .option('--yes', 'without the question')
    .option('--allow-short', 'also values of less than 8 bytes')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc secret import .env\n  skillc secret import .ccos/secrets.toml --yes')
    .action(async (file: string, options: Omit<ImportOptions, 'color'>, command: Command) => {
      const { runSecretImport } = await import('../commands/secret.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runSecretImport(file, { ...options, color: colour() }, terminal, refuse));
    });
}
