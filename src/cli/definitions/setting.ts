import { Command } from 'commander';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export function settingCommand({ terminal, finish, colour }: Edge): Command {
  const set = new Command('set')
    .summary('sets what a skill leaves open')
    .description(
      'Sets a part of an address that a skill leaves open: a part of a host, or https://HOST with a path at most.',
    )
    .argument('<name>', 'its name')
    .argument('<value>', 'its value')
    .option('--skill <id>', 'for this skill only')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc setting set JIRA_SITE example.atlassian.net --skill jira')
    .action(async (name: string, value: string, options: { json?: true; skill?: string }, command: Command) => {
      const { runSettingSet } = await import('../commands/setting.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runSettingSet(name, value, { ...options, color: colour() }, terminal, refuse));
    });
  const remove = new Command('remove')
    .summary('forgets one')
    .description(
      'Removes a setting: what needs it waits until it is set again, and approvals that were bound to its value no longer apply.',
    )
    .argument('<name>', 'its name')
    .option('--skill <id>', 'the one that is for this skill only')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc setting remove JIRA_SITE --skill jira')
    .action(async (name: string, options: { json?: true; skill?: string }) => {
      const { runSettingRemove } = await import('../commands/setting.ts');
      finish(await runSettingRemove(name, { ...options, color: colour() }, terminal));
    });
  const list = new Command('list')
    .summary('what is set')
    .description('Lists the settings.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc setting list --json')
    .action(async (options: { json?: true }) => {
      const { runSettingList } = await import('../commands/setting.ts');
      finish(await runSettingList({ ...options, color: colour() }, terminal));
    });
  return new Command('setting')
    .summary('hosts and the like that skills leave open')
    .description('Parts of addresses that skills leave open.')
    .addCommand(set)
    .addCommand(list)
    .addCommand(remove)
    .addHelpText(
      'after',
      '\nExamples:\n  skillc setting set JIRA_SITE example.atlassian.net --skill jira\n  skillc setting list\n  skillc setting remove JIRA_SITE --skill jira',
    );
}
