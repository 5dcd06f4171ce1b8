import type { ApprovalSubject } from '../exec/approvals/subject.ts';
import type { Schema } from '../ir/json.ts';
import type { SandboxPolicy } from '../ir/plan.ts';
import { effectText, secretPlace, tierMeaning } from '../report/effect-text.ts';
import { inputRows, inputText } from '../report/inputs-text.ts';
import { isolationText } from '../report/isolation-text.ts';
import { dependencyLines, derivedLines, foundText, undecidedLines } from '../report/policy-text.ts';

export type ApprovalLines = readonly [label: string, values: readonly string[]];

/**
 * One row for each member of what an approval is bound to, so that none can be left out: the type of this table names them
 * all. Nothing is cut, and a member that is empty says so.
 */
const rows: { readonly [K in keyof ApprovalSubject]-?: (subject: ApprovalSubject) => ApprovalLines | undefined } = {
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
  budget: ({ budget }) =>
    budget === undefined
      ? undefined
      : ['budget', [`${budget.scope}: ${budget.dimension} ${budget.from} → ${budget.to}`]],
  call: ({ call }) => (call === undefined ? undefined : ['this call', [`${call.capability} ${call.args}`]]),
  programs: ({ programs }) => (programs === undefined ? undefined : ['programs', programs.map(programText)]),
  isolation: ({ isolation }) => (isolation === undefined ? undefined : ['isolation', isolation.map(isolationText)]),
  limits: ({ limits }) => ['limits', [amountsText(limits)]],
  estimate: ({ estimate }) => ['estimate', [amountsText(estimate)]],
  skill: () => undefined,
  operation: () => undefined,
  source: ({ source }) => ['source', [source]],
  skill_digest: ({ skill_digest }) => ['skill', [skill_digest]],
  plan: ({ plan }) => ['plan', [plan]],
  capabilities: ({ capabilities }) => ['core', [capabilities]],
};

/** Everything that a yes would be a yes to, by label; raw text, for whoever shows it to make visible. */
export function approvalRows(subject: ApprovalSubject): readonly ApprovalLines[] {
  const { reason, budget } = rows;
  // A budget touches nothing: of all members only these say something.
  const telling = subject.kind === 'budget' ? [reason, budget] : Object.values(rows);
  return telling.map((row) => row(subject)).filter((row) => row !== undefined);
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
