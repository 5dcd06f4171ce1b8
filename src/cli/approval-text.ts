import { type ApprovalLines, approvalRows, type PendingApproval, type Reach } from '../host/index.ts';
import { effectText, visible, wrapText } from '../index.ts';
import type { Printer } from './printer.ts';

/** How it is shown: in which colours, and how wide. */
export type Look = Pick<Printer, 'paint' | 'width'>;

/** Everything that a yes would be a yes to. */
export function approvalText({ id, status, subject, waiting, notes }: PendingApproval, { paint, width }: Look): string {
  const { skill, operation } = subject;
  const asked = waiting.map(({ session, call }) => `${call ?? 'no call'} (session ${session})`);
  return [
    `${paint.bold(visible(`${skill}.${operation}`))}${Number.isFinite(width) ? '\n  ' : '  '}${id}  ${paint.yellow(status)}`,
    ...rowsText([...approvalRows(subject), ['waiting', asked], ...noteRows(notes)], { paint, width }),
  ].join('\n');
}

function noteRows(notes: readonly string[]): readonly ApprovalLines[] {
  return notes.length === 0 ? [] : [['note', notes]];
}

/** What all of several approvals together would allow. */
export function reachText(reach: Reach, look: Look): string {
  return rowsText(
    [
      ['operations', reach.operations],
      ['effects', reach.effects.map(effectText)],
      ['hosts', reach.origins],
      ['code', reach.code.map(({ path, digest }) => `${path} ${digest}`)],
      ['data', reach.classifications],
      ['tier', [`up to ${reach.tier}`]],
    ],
    look,
  ).join('\n');
}

const INDENT = 14;

/** A row is as many lines as it needs: nothing is cut off. */
function rowsText(list: readonly ApprovalLines[], { paint, width }: Look): readonly string[] {
  return list.flatMap(([label, values]) => {
    const shown = values.length === 0 ? ['none'] : values.map(visible);
    const lines = shown.flatMap((value) => wrapText(value, width - INDENT));
    return lines.map((line, at) => `  ${paint.dim((at === 0 ? label : '').padEnd(10))}  ${line}`);
  });
}
