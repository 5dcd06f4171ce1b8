import type { Foreseen, Outcome } from '../host/index.ts';
import { type Effect, effectText, visible } from '../index.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Printer } from './printer.ts';

/** Prints what a dry run found, and gives the exit code that the call would have. */
export async function printForeseen(outcome: Outcome, printer: Printer): Promise<number> {
  const { call_id: _none, ...document } = outcome;
  await printer.show(document, () => foreseenText(outcome, outcome.result as unknown as Foreseen));
  if (outcome.outcome !== 'done') printer.explain(outcome.reason);
  return exitCodeOf(outcome);
}

const would: { readonly [K in Outcome['outcome']]: string } = {
  done: 'would run',
  waiting: 'would wait',
  denied: 'would be denied',
  'over-budget': 'would be over budget',
  failed: 'would fail',
};

function foreseenText({ outcome }: Outcome, foreseen: Foreseen): string {
  const { decision, rules, missing, effects } = foreseen;
  const rows: readonly (readonly [label: string, values: readonly string[]])[] = [
    ['decision', decision === null ? [] : [`${decision}; rules: ${rules.map(visible).join(', ') || 'none'}`]],
    ['approval', approvalText(foreseen)],
    ['reserves', foreseen.budget === null ? [] : [amountsText(foreseen.budget.reserved)]],
    ['remains', (foreseen.budget?.remains ?? []).map((one) => `${visible(one.scope)}: ${amountsText(one.amounts)}`)],
    [
      'missing',
      [...missing.settings.map((name) => `setting ${name}`), ...missing.secrets.map((name) => `secret ${name}`)],
    ],
    ['effects', (effects as unknown as readonly Effect[]).map((effect) => visible(effectText(effect)))],
  ];
  const lines = rows.flatMap(([label, values]) =>
    values.map((value, at) => `${(at === 0 ? label : '').padEnd(10)}${value}`),
  );
  return [`${would[outcome]}; this was a dry run`, ...lines].join('\n');
}

function approvalText({ approval_id, grant }: Foreseen): readonly string[] {
  if (approval_id === null) return [];
  if (grant === null) return [`${approval_id}  no grant that covers this call`];
  const { scope, granted_at, expires_at, event } = grant;
  const [granted, expires] = [granted_at, expires_at].map((at) => new Date(at).toISOString());
  return [`${approval_id}  granted (${scope}) at ${granted}, expires at ${expires}, ${event}`];
}

function amountsText(amounts: object): string {
  return Object.entries(amounts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
