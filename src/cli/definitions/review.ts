import { Command, Option } from 'commander';
import type { Edge } from './edge.ts';

export function reviewCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('review')
    .summary('what a change of a skill means in capabilities')
    .description(
      'Compares what two versions of a skill can touch: new hosts, secrets and their places, wider paths, higher tiers, other code. Nothing is run.',
    )
    .argument('<old>', 'a path, or the id of a loaded skill')
    .argument('<new>', 'a path, or the id of a loaded skill')
    .addOption(
      new Option('--fail-on <severity>', 'the least severity that is no success')
        .choices(['note', 'minor', 'major', 'critical'])
        .default('minor'),
    )
    .option('--json', 'one JSON document')
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing grew, 6 minor, 7 major, 8 critical

Examples:
  skillc review skills/weather.before skills/weather
  skillc review weather ./weather --fail-on major --json`,
    )
    .action(
      async (old: string, now: string, options: { json?: true; failOn: 'note' | 'minor' | 'major' | 'critical' }) => {
        const { runReview } = await import('../commands/review.ts');
        finish(await runReview(old, now, { ...options, color: colour() }, terminal));
      },
    );
}
