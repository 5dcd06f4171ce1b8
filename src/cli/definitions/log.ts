import { Command, Option } from 'commander';
import type { ExportOptions, LogOptions } from '../commands/log.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export const logFormats = ['jsonl', 'otlp'] as const;

type Json = { readonly json?: true };

export function logCommand(edge: Edge): Command {
  return new Command('log')
    .summary('what happened, and whether the record of it is whole')
    .description('The log of everything that was loaded, asked, answered and run. Without a word: its newest events.')
    .addCommand(showCommand(edge), { isDefault: true })
    .addCommand(verifyCommand(edge))
    .addCommand(rebuildCommand(edge))
    .addCommand(exportCommand(edge))
    .addCommand(resetCommand(edge))
    .addCommand(rotateKeyCommand(edge))
    .addHelpText('after', '\nExamples:\n  skillc log --limit 20\n  skillc log --follow\n  skillc log verify');
}

function showCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('show')
    .summary('the newest events')
    .description('Prints the newest events, the oldest of them first.')
    .option('--follow', 'goes on with those that come')
    .option('--limit <number>', 'how many (50)')
    .option('--json', 'one JSON document; with --follow one for each event, a line each')
    .addHelpText(
      'after',
      '\nExamples:\n  skillc log --limit 20\n  skillc log --json\n  skillc log --follow\n  skillc log --follow --json',
    )
    .action(async (options: Omit<LogOptions, 'color'>, command: Command) => {
      const { runLog } = await import('../commands/log.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runLog({ ...options, color: colour() }, terminal, refuse));
    });
}

function verifyCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('verify')
    .summary('whether the log is whole')
    .description(
      'Verifies every record, checkpoint and anchor, and the state that they make. Exit code 1 where one is wrong.',
    )
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc log verify\n  skillc log verify --json')
    .action(async (options: Json) => {
      const { runLogVerify } = await import('../commands/log.ts');
      finish(await runLogVerify({ ...options, color: colour() }, terminal));
    });
}

function rebuildCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('rebuild')
    .summary('makes the state again')
    .description('Makes grants, budgets, bindings and all other state again from the log alone.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc log rebuild')
    .action(async (options: Json) => {
      const { runLogRebuild } = await import('../commands/log.ts');
      finish(await runLogRebuild({ ...options, color: colour() }, terminal));
    });
}

function exportCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('export')
    .summary('the log for other programs')
    .description(
      'Prints the log up to its last checkpoint as JSON Lines that can be verified, or all of it as OTLP spans.',
    )
    .addOption(new Option('--format <format>', 'how to print').choices(logFormats).default('jsonl'))
    .option('--json', 'one JSON document that holds the lines')
    .addHelpText(
      'after',
      '\nExamples:\n  skillc log export > log.jsonl\n  skillc log export --format otlp > spans.json',
    )
    .action(async (options: Omit<ExportOptions, 'color'>) => {
      const { runLogExport } = await import('../commands/log.ts');
      finish(await runLogExport({ ...options, color: colour() }, terminal));
    });
}

function resetCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('reset')
    .summary('puts a broken log aside')
    .description('Puts the log aside and starts another. Every grant, budget, binding and loaded skill ends.')
    .option('--acknowledge', 'yes, all of that')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc log reset --acknowledge')
    .action(async (options: Json & { readonly acknowledge?: true }, command: Command) => {
      const { runLogReset } = await import('../commands/log.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runLogReset({ ...options, color: colour() }, terminal, refuse));
    });
}

function rotateKeyCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('rotate-key')
    .summary('a new signing key')
    .description('Signs the checkpoints to come with a new key. Those of the old key still count.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc log rotate-key')
    .action(async (options: Json) => {
      const { runLogRotateKey } = await import('../commands/log.ts');
      finish(await runLogRotateKey({ ...options, color: colour() }, terminal));
    });
}
