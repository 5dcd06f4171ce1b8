import { Command } from 'commander';
import type { Edge } from './edge.ts';

export function whyCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('why')
    .summary('the way from an effect back to the skill')
    .description(
      'Shows what led to a call, an answer or an event: decision, rules, approval, and the line of the skill.',
    )
    .argument('<id>', 'a call (call_…), an approval (apr_…) or an event (evt_…)')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc why call_8c1f…\n  skillc why evt_12 --json')
    .action(async (id: string, options: { json?: true }) => {
      const { runWhy } = await import('../commands/why.ts');
      finish(await runWhy(id, { ...options, color: colour() }, terminal));
    });
}
