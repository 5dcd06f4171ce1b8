import { Command } from 'commander';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function budgetCommand({ terminal, finish, colour }: Edge): Command {
  const show = new Command('show')
    .summary('limits and what is used')
    .description('Shows each budget: its limits, what is used and what is reserved.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc budget\n  skillc budget show --json')
    .action(async (options: { json?: true }) => {
      const { runBudgetShow } = await import('../commands/budget.ts');
      finish(await runBudgetShow({ ...options, color: colour() }, terminal));
    });
  const set = new Command('set')
    .summary('sets a limit')
    .description('Sets one limit of a budget.')
    .argument('<scope>', 'session:ID, skill:ID, capability:ID, day:YYYY-MM-DD, or day for today (UTC)')
    .argument('<dimension>', 'calls, network_bytes, wall_clock_ms, cpu_ms or money')
    .argument('<amount>', 'a whole number')
    .option('--json', 'one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  skillc budget set skill:weather calls 100\n  skillc budget set day network_bytes 50000000',
    )
    .action(async (scope: string, dimension: string, amount: string, options: { json?: true }, command: Command) => {
      const { runBudgetSet } = await import('../commands/budget.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runBudgetSet(scope, dimension, amount, { ...options, color: colour() }, terminal, refuse));
    });
  return new Command('budget')
    .summary('what calls may cost')
    .description('Budgets of sessions, skills, capabilities and days. Without a word: show.')
    .addCommand(show, { isDefault: true })
    .addCommand(set)
    .addHelpText('after', '\nExamples:\n  skillc budget\n  skillc budget set session:default calls 50');
}
