import type { Outcome } from '../host/index.ts';
import { jsonText, visible, visibleLines } from '../index.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Printer } from './printer.ts';
import type { Terminal } from './terminal.ts';

/** Prints what became of a call and gives its exit code. */
export async function printOutcome(outcome: Outcome, printer: Printer, terminal: Terminal): Promise<number> {
  const { call_id, ...rest } = outcome;
  // What was refused before it was a call has no id.
  await printer.show(call_id === '' ? rest : outcome, () => resultText(outcome, terminal));
  if ('program' in outcome && outcome.program?.stderr !== undefined && !printer.json)
    printer.note(visibleLines(outcome.program.stderr.replace(/\n$/, '')));
  if (!printer.json && (outcome.outcome === 'done' || outcome.outcome === 'failed'))
    for (const line of filesText(outcome.files)) printer.note(printer.paintErr.dim(line));
  if (outcome.outcome === 'done') {
    if (outcome.http !== undefined && !printer.json) printer.note(`the server answered ${outcome.http.status}`);
    if (terminal.errIsTerminal && !printer.json) printer.note(printer.paintErr.dim(costText(outcome)));
    return exitCodeOf(outcome);
  }
  printer.explain(outcome.reason);
  const ids = [call_id, outcome.outcome === 'waiting' ? outcome.approval_id : undefined].filter(Boolean);
  const rules = outcome.reason.rules.length === 0 ? '' : `; rules: ${outcome.reason.rules.map(visible).join(', ')}`;
  if (ids.length > 0) printer.note(printer.paintErr.dim(`${outcome.outcome} · ${ids.join(' · ')}${rules}`));
  return exitCodeOf(outcome);
}

/** A server's text must not steer the terminal; into a file or a pipe it goes as it is. */
function resultText(outcome: Outcome, terminal: Terminal): string {
  if (outcome.outcome !== 'done' && outcome.outcome !== 'failed') return '';
  const { result } = outcome;
  if (result === undefined) return '';
  if (typeof result !== 'string') return jsonText(result);
  const text = result.replace(/\n$/, '');
  return terminal.outIsTerminal ? visibleLines(text) : text;
}

/** What became of files: names are a program's choice. */
function filesText(files: Extract<Outcome, { outcome: 'done' }>['files']): readonly string[] {
  return [
    ...(files?.written ?? []).map(({ path, bytes, how }) => `${how} ${visible(path)} (${bytes} bytes)`),
    ...(files?.output ?? []).map(({ path, bytes, digest }) => `output ${visible(path)} (${bytes} bytes) ${digest}`),
    ...(files?.dropped ?? []).map((path) => `not kept: ${visible(path)}, where nothing may be written`),
  ];
}

function costText({ call_id, resources }: Extract<Outcome, { outcome: 'done' }>): string {
  return `done · ${call_id} · ${resources.network_bytes} bytes · ${resources.wall_clock_ms} ms`;
}
