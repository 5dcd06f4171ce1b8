import type { Expr } from '../ir/expr.ts';
import type { Call } from '../ir/plan.ts';
import { aloneTextCommands } from '../ir/text-commands.ts';

const alone: ReadonlySet<string> = new Set(aloneTextCommands);
const recursive = /^(?:-[A-Za-z0-9]*[rR]|--(?:dereference-)?recursive$|--directories=|-d)/;

/** Whether a call can be made without a shell program around it. */
export function runsAlone({ capability, args }: Call): boolean {
  if (capability !== 'text.transform' || args.kind !== 'object') return true;
  const member = (name: string): Expr | undefined => args.members.find(({ key }) => key === name)?.value;
  const command = textOf(member('command'));
  if (command === undefined || !alone.has(command) || member('builtin') !== undefined) return false;
  return !(/^[ef]?grep$/.test(command) && looksAround(member('args')));
}

/** `grep -r` walks directories. */
function looksAround(words: Expr | undefined): boolean {
  const items = words?.kind === 'list' ? words.items : [];
  return items.some((word) => recursive.test(textOf(word) ?? ''));
}

function textOf(value: Expr | undefined): string | undefined {
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
}
