import { type BudgetJson, type BudgetScope, dimensions, listBudgets, today } from '../../host/index.ts';
import { visible } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { failReply, withHost } from '../with-host.ts';

export async function runBudgetShow(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const budgets = await listBudgets(host, sessionOf(terminal.env));
    await printer.show({ budgets }, () => budgets.map((one) => budgetText(one, printer)).join('\n'));
    return exitCode.done;
  });
}

function budgetText({ scope, limits, used, reserved }: BudgetJson, { paint }: Printer): string {
  const lines = dimensions
    .filter((one) => limits[one] !== null || used[one] > 0 || reserved[one] > 0)
    .map((one) => {
      const held = reserved[one] === 0 ? '' : ` and ${reserved[one]} reserved`;
      return `  ${one.padEnd(13)}  ${used[one]} used${held} of ${limits[one] ?? 'any number'}`;
    });
  return [paint.bold(visible(scope)), ...(lines.length === 0 ? ['  no limit, nothing used'] : lines)].join('\n');
}

export async function runBudgetSet(
  scope: string,
  dimension: string,
  amount: string,
  options: PrintOptions,
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  if (scope !== 'day' && !isDay(scope) && !/^(?:session|skill|capability):[^\s\p{C}]+$/u.test(scope))
    return misuse(
      `\`${visible(scope)}\` is no scope: write session:ID, skill:ID, capability:ID, day:YYYY-MM-DD or day`,
    );
  const known = dimensions.find((one) => one === dimension);
  if (known === undefined)
    return misuse(`\`${visible(dimension)}\` is not counted: take one of ${dimensions.join(', ')}`);
  const limit = /^\d{1,15}$/.test(amount) ? Number(amount) : undefined;
  if (limit === undefined) return misuse(`\`${visible(amount)}\` is no whole number from 0`);
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const meant = scope === 'day' ? today(host) : (scope as BudgetScope);
    const by = { session: sessionOf(terminal.env), actor: 'person' } as const;
    const reply = await host.ledger.submit({ kind: 'set-budget', ...by, scope: meant, limits: { [known]: limit } });
    if (!reply.ok) return failReply(printer, reply);
    await printer.show(
      { scope: meant, limits: { [known]: limit } },
      () => `${visible(meant)}: ${known} up to ${limit}`,
    );
    return exitCode.done;
  });
}

/** A day that never comes would be a limit that never holds. */
function isDay(scope: string): boolean {
  const day = /^day:(\d{4}-\d{2}-\d{2})$/.exec(scope)?.[1];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${day}T`);
}
