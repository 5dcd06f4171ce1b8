import { installPackages, noParameters } from '../../host/index.ts';
import { visible } from '../../index.ts';
import { tryWithAnswers } from '../ask-person.ts';
import { exitCode } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { printOutcome } from '../outcome-text.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import { isAttended, type Terminal } from '../terminal.ts';
import { withHost } from '../with-host.ts';

export async function runInstall(skill: string, options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  const session = sessionOf(terminal.env);
  return withHost(terminal, printer, async (host) => {
    const actor = isAttended(terminal) ? 'person' : 'agent';
    const installed = await tryWithAnswers(
      {
        host,
        terminal,
        printer,
        session,
        doing: `installing what ${skill} needs`,
        parameters: async () => noParameters(host),
      },
      () => installPackages(host, { skill, actor, session }),
      (result) => (result.kind === 'outcome' ? result.outcome : undefined),
    );
    if (installed.kind === 'outcome') return printOutcome(installed.outcome, printer, terminal);
    const text = `everything that \`${visible(skill)}\` needs is installed`;
    await printer.show({ outcome: 'done', result: { installed: [] } }, () => text);
    return exitCode.done;
  });
}
