import type { Span } from '../ir/span.ts';
import { visible, visibleLines } from '../ir/visible.ts';
import type { DiagnosticJson } from './diagnostic-json.ts';
import { diagnosticText } from './diagnostic-text.ts';
import { effectText, secretPlace, tierMeaning } from './effect-text.ts';
import { inputRows, inputText } from './inputs-text.ts';
import { indexLines, type LineIndex } from './line-index.ts';
import type { MapAnswer } from './map-answer.ts';
import type { Paint } from './paint.ts';
import { paramsText } from './params-text.ts';

/** What a command would become, for people. */
export function mapText(answer: MapAnswer, paint: Paint): string {
  const sections = [
    paint.bold(visibleLines(answer.command)),
    factsText(answer, paint),
    ...answer.steps.map((step, at) =>
      stepText(`${at + 1}  ${step.capability}`, paramsText(step.params, '     '), paint),
    ),
    listText('touches', touches(answer), paint),
    listText('secrets', answer.secrets.map(secretText), paint),
    listText(
      'inputs',
      inputRows(answer.inputs).map((row) => visible(inputText(row))),
      paint,
    ),
    ...answer.diagnostics.map((diagnostic) => findingText(diagnostic, indexLines(answer.command), paint)),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function factsText(answer: MapAnswer, paint: Paint): string {
  const chain = [...new Set(answer.steps.map(({ capability }) => capability))].join(' → ');
  if (answer.maps_to === null) return fact('becomes', paint.red('nothing: it can never run'), paint);
  const approval = answer.requires_approval
    ? paint.yellow(`required${answer.approval_reason ? `: ${visible(answer.approval_reason)}` : ''}`)
    : paint.green('not required');
  return [
    fact('becomes', answer.maps_to, paint),
    ...(answer.steps.length > 1 ? [fact('steps', chain, paint)] : []),
    fact('tier', `${answer.tier} (${tierMeaning[answer.tier]})`, paint),
    fact('approval', approval, paint),
    ...(answer.confidence < 1 ? [fact('confidence', `${Math.round(answer.confidence * 100)} %`, paint)] : []),
  ].join('\n');
}

function fact(name: string, value: string, paint: Paint): string {
  return `  ${paint.dim(name.padEnd(11))}${value}`;
}

function stepText(head: string, lines: readonly string[], paint: Paint): string {
  return [`  ${paint.cyan(head)}`, ...lines].join('\n');
}

function listText(title: string, lines: readonly string[], paint: Paint): string {
  return lines.length === 0 ? '' : [`  ${paint.dim(title)}`, ...lines.map((line) => `     ${line}`)].join('\n');
}

function touches({ effects }: MapAnswer): readonly string[] {
  return [
    ...new Set(
      effects.filter(({ kind }) => kind !== 'secret' && kind !== 'output').map((effect) => visible(effectText(effect))),
    ),
  ];
}

function secretText(use: MapAnswer['secrets'][number]): string {
  return visible(`${use.name} → ${secretPlace(use)}`);
}

/** The wire form has no end, so the word that starts there is marked. */
function findingText(finding: DiagnosticJson, index: LineIndex, paint: Paint): string {
  const { line, column, ...rest } = finding;
  const span = line === undefined || column === undefined ? undefined : wordAt(index, line, column);
  return diagnosticText(
    { ...rest, ...(span === undefined ? {} : { span }) },
    () => index,
    () => 'command',
    paint,
  );
}

function wordAt(index: LineIndex, line: number, column: number): Span {
  const start = (index.starts[line - 1] ?? 0) + column - 1;
  const word = /^\S*/.exec(index.text.slice(start, start + 200))?.[0] ?? '';
  return { source: 'command', start, end: start + word.length };
}
