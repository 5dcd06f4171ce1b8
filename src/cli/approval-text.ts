import type { ApprovalSubject, PendingApproval, Reach } from '../host/index.ts';
import {
  dependencyLines,
  derivedLines,
  effectText,
  foundText,
  inputRows,
  inputText,
  type SandboxPolicy,
  type Schema,
  secretPlace,
  tierMeaning,
  undecidedLines,
  visible,
  wrapText,
} from '../index.ts';
import type { Printer } from './printer.ts';

/** How it is shown: in which colours, and how wide. */
export type Look = Pick<Printer, 'paint' | 'width'>;

type Row = readonly [label: string, values: readonly string[]];

/**
 * One row for each member of what an approval is bound to, so that none can be left out: the type of this table names them
 * all. Nothing is cut, and a member that is empty says so.
 */
const rows: { readonly [K in keyof ApprovalSubject]-?: (subject: ApprovalSubject) => Row | undefined } = {
  kind: () => undefined,
  reason: ({ reason }) => ['reason', reason === '' ? [] : [reason]],
  effects: ({ effects }) => ['effects', effects.map(effectText)],
  origins: ({ origins }) => ['hosts', origins],
  secrets: ({ secrets }) => ['secrets', secrets.map((use) => `${use.name} → ${secretPlace(use)} (${use.slot})`)],
  settings: ({ settings }) => ['settings', Object.entries(settings).map(([name, value]) => `${name} = ${value}`)],
  tier: ({ tier }) => ['tier', [`${tier} (${tierMeaning[tier as 0 | 1 | 2 | 3] ?? 'unknown'})`]],
  sandbox: ({ sandbox }) => ['sandbox', sandbox === null ? [] : sandboxText(sandbox as unknown as SandboxPolicy)],
  code: ({ code }) => ['code', code.map(({ path, digest }) => `${path} ${digest}`)],
  classifications: ({ classifications }) => ['data', classifications],
  inputs: ({ inputs }) => ['inputs', inputsText(inputs as Schema)],
  bindings: ({ bindings }) => ['bound to', bindings.map(({ name, bind, call }) => `${name} → ${bind} of call ${call}`)],
  calls: ({ calls }) => ['calls', calls],
  steps: ({ steps }) =>
    steps === undefined
      ? undefined
      : ['steps', steps.map((one, at) => `${one.id ?? at + 1}: ${one.capability} ${JSON.stringify(one.input)}`)],
  call: ({ call }) => (call === undefined ? undefined : ['this call', [`${call.capability} ${call.args}`]]),
  programs: ({ programs }) => (programs === undefined ? undefined : ['programs', programs.map(programText)]),
  limits: ({ limits }) => ['limits', [amountsText(limits)]],
  estimate: ({ estimate }) => ['estimate', [amountsText(estimate)]],
  skill: () => undefined,
  operation: () => undefined,
  source: ({ source }) => ['source', [source]],
  skill_digest: ({ skill_digest }) => ['skill', [skill_digest]],
  plan: ({ plan }) => ['plan', [plan]],
  capabilities: ({ capabilities }) => ['core', [capabilities]],
};

/** Everything that a yes would be a yes to. */
export function approvalText({ id, status, subject, waiting, notes }: PendingApproval, { paint, width }: Look): string {
  const { skill, operation } = subject;
  const asked = waiting.map(({ session, call }) => `${call ?? 'no call'} (session ${session})`);
  const own = Object.values(rows)
    .map((row) => row(subject))
    .filter((row) => row !== undefined);
  return [
    `${paint.bold(visible(`${skill}.${operation}`))}${Number.isFinite(width) ? '\n  ' : '  '}${id}  ${paint.yellow(status)}`,
    ...rowsText([...own, ['waiting', asked], ...noteRows(notes)], { paint, width }),
  ].join('\n');
}

function noteRows(notes: readonly string[]): readonly Row[] {
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
function rowsText(list: readonly Row[], { paint, width }: Look): readonly string[] {
  return list.flatMap(([label, values]) => {
    const shown = values.length === 0 ? ['none'] : values.map(visible);
    const lines = shown.flatMap((value) => wrapText(value, width - INDENT));
    return lines.map((line, at) => `  ${paint.dim((at === 0 ? label : '').padEnd(10))}  ${line}`);
  });
}

/** A line for each, and the whole schema, which may hold more than lines can say. */
function inputsText(schema: Schema): readonly string[] {
  const lines = inputRows(schema).map(inputText);
  return lines.length === 0 ? [] : [...lines, JSON.stringify(schema)];
}

function programText({ name, path, version, digest }: NonNullable<ApprovalSubject['programs']>[number]): string {
  return [name, path, version, digest].filter((part) => part !== undefined && part !== '').join(' ');
}

function amountsText(amounts: object): string {
  return Object.entries(amounts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** What a process may reach, and what its code was found to do, line by line. */
function sandboxText(sandbox: SandboxPolicy): readonly string[] {
  const shownBelow = new Set(['derived', 'dependencies', 'undecided']);
  const policy = Object.fromEntries(Object.entries(sandbox).filter(([name]) => !shownBelow.has(name)));
  return [
    JSON.stringify(policy),
    ...derivedLines(sandbox).map((line) => `found: ${foundText(line)}`),
    ...dependencyLines(sandbox).map((line) => `needs: ${foundText(line)}`),
    ...undecidedLines(sandbox).map((line) => `undecided ${foundText(line)}`),
  ];
}
