import { Command, Option } from 'commander';
import type { ApproveOptions } from '../commands/approvals.ts';
import type { Edge } from './edge.ts';
import { misuse } from './misuse.ts';

export const scopes = ['once', 'session', 'always'] as const;

type Answering = { readonly json?: true; readonly reason?: string };

export function approvalCommands(edge: Edge): readonly Command[] {
  return [approvalsCommand(edge), approveCommand(edge), denyCommand(edge), revokeCommand(edge)];
}

function approvalsCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('approvals')
    .summary('what waits for an answer, with all it would allow')
    .description('Lists every approval with all that its answer is bound to.')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc approvals\n  skillc approvals --json')
    .action(async (options: { json?: true }) => {
      const { runApprovals } = await import('../commands/approvals.ts');
      finish(await runApprovals({ ...options, color: colour() }, terminal));
    });
}

function approveCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('approve')
    .summary('says yes')
    .description(
      'Grants approvals by their ids, or all of a skill after showing what they come to. Without --scope: once where a call waits, else for the session.',
    )
    .argument('<ids...>', 'ids of approvals (apr_…), or of skills')
    .addOption(new Option('--scope <scope>', 'for how long').choices(scopes))
    .option('--call <id>', 'which of the waiting calls is meant')
    .option('--yes', 'a whole skill without the question')
    .option('--json', 'one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  skillc approve apr_1f0c…
  skillc approve apr_1f0c… --scope always
  skillc approve weather --scope session --yes`,
    )
    .action(async (ids: string[], options: Omit<ApproveOptions, 'color'>, command: Command) => {
      const { runApprove } = await import('../commands/approvals.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runApprove(ids, { ...options, color: colour() }, terminal, refuse));
    });
}

function denyCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('deny')
    .summary('says no')
    .description('Denies an approval: it is not asked for again, and what was granted under it ends.')
    .argument('<id>', 'id of the approval (apr_…)')
    .option('--reason <text>', 'why, for the log')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc deny apr_1f0c…\n  skillc deny apr_1f0c… --reason "not this host"')
    .action(async (id: string, options: Answering) => {
      const { runDeny } = await import('../commands/approvals.ts');
      finish(await runDeny(id, { ...options, color: colour() }, terminal));
    });
}

function revokeCommand({ terminal, finish, colour }: Edge): Command {
  return new Command('revoke')
    .summary('takes a yes back')
    .description('Ends what was granted under an approval. It may be asked for again.')
    .argument('<id>', 'id of the approval (apr_…)')
    .option('--reason <text>', 'why, for the log')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExamples:\n  skillc revoke apr_1f0c…')
    .action(async (id: string, options: Answering) => {
      const { runRevoke } = await import('../commands/approvals.ts');
      finish(await runRevoke(id, { ...options, color: colour() }, terminal));
    });
}
