import { Command } from 'commander';
import type { Edge } from './edge.ts';

export function skillCommands(edge: Edge): readonly Command[] {
  return [skillsCommand(edge), unloadCommand(edge), capabilitiesCommand(edge)];
}

function skillsCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('skills')
    .summary('the loaded skills')
    .description('Lists the loaded skills.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc skills --json')
    .action(async (options: { json?: true }) => {
      const { runSkills } = await import('../commands/skills.ts');
      finish(await runSkills({ ...options, color: colour() }, terminal));
    });
}

function unloadCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('unload')
    .summary('takes a skill away')
    .description('Takes a skill and its operations away. Its approvals end.')
    .argument('<skill>', 'the id of a loaded skill')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc unload weather')
    .action(async (skill: string, options: { json?: true }) => {
      const { runUnload } = await import('../commands/skills.ts');
      finish(await runUnload(skill, { ...options, color: colour() }, terminal));
    });
}

function capabilitiesCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('capabilities')
    .summary('everything that can be called')
    .description(
      'Lists the operations of loaded skills and the core capabilities; with words, those that mention them all.',
    )
    .argument('[query]', 'words to look for')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc capabilities\n  skillc capabilities weather --json')
    .action(async (query: string | undefined, options: { json?: true }) => {
      const { runCapabilities } = await import('../commands/skills.ts');
      finish(await runCapabilities(query, { ...options, color: colour() }, terminal));
    });
}
