import { acceptTool, callParameters, type Host, type Learned, learnTool, noParameters } from '../../host/index.ts';
import { visible, visibleLines } from '../../index.ts';
import { tryWithAnswers } from '../ask-person.ts';
import { exitCodeOf } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { printOutcome } from '../outcome-text.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import { isAttended, type Terminal } from '../terminal.ts';
import { withHost } from '../with-host.ts';

export interface LearnOptions extends PrintOptions {
  readonly params?: string;
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly accept?: true;
}

export async function runLearn(
  target: string,
  options: LearnOptions,
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  const input = objectIn(options.params) ?? misuse('--params is a JSON object');
  const printer = printerFor(terminal, options);
  const session = sessionOf(terminal.env);
  return withHost(terminal, printer, async (host) => {
    const { read = [], write = [] } = options;
    const actor = isAttended(terminal) ? 'person' : 'agent';
    const parameters = async () => (await callParameters(host, target, input)) ?? noParameters(host);
    const learned = await tryWithAnswers(
      { host, terminal, printer, session, doing: `watching ${target}`, parameters },
      () => learnTool(host, { target, input, read, write, actor, session }),
      ({ outcome }) => outcome,
    );
    return learned.kind === 'outcome'
      ? printOutcome(learned.outcome, printer, terminal)
      : show(learned, options.accept === true, host, printer);
  });
}

function objectIn(text: string | undefined): object | undefined {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function show(
  { program, outcome, observation, proposal, problems }: Extract<Learned, { kind: 'learned' }>,
  accept: boolean,
  host: Host,
  printer: Printer,
): Promise<number> {
  const accepted = accept ? acceptTool(host, program, proposal) : undefined;
  const file = accepted?.kind === 'accepted' ? accepted.file : null;
  await printer.show({ program, outcome, observation, proposal, problems, accepted: file }, () =>
    [
      `${printer.paint.bold(visible(program))} ${outcome.outcome === 'done' ? 'ran' : outcome.outcome}`,
      ...Object.entries(observation).flatMap(([what, seen]) =>
        (seen as readonly string[]).map(
          (one, at) => `  ${printer.paint.dim((at === 0 ? what : '').padEnd(9))} ${visible(one)}`,
        ),
      ),
      '',
      visibleLines(proposal.trimEnd()),
    ].join('\n'),
  );
  for (const problem of problems) printer.note(`not certain: ${visible(problem)}`);
  if ('reason' in outcome) printer.explain(outcome.reason);
  if (accepted?.kind === 'refused') return printer.fail(accepted);
  printer.note(
    file === null ? 'nothing was changed: repeat with --accept to keep the table' : `written to ${visible(file)}`,
  );
  return exitCodeOf(outcome);
}
