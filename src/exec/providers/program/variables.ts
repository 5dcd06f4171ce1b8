import type { Effect } from '../../../ir/effect.ts';
import type { Json } from '../../../ir/json.ts';
import type { SecretUse } from '../../../ir/plan.ts';
import { isSteering } from '../../../ir/steering-variable.ts';
import { type CommandRefusal, commandRefusal } from './command.ts';

export interface VariablesOrder {
  /** As the call gives them. */
  readonly given: { readonly [name: string]: Json };
  readonly ceiling: readonly Effect[];
  readonly uses: readonly SecretUse[];
  readonly handle: (name: string) => string;
  /** Nothing is known of what it does: it gets no secret, not even a handle. */
  readonly unknown: boolean;
  /** Its own table names the variables it takes, steering ones among them. */
  readonly listed: boolean;
  /** Inside. */
  readonly home: string;
}

/** Read by the loader and by every interpreter that a program may start, whatever a table says of the program. */
const neverGiven =
  /^(?:LD_|DYLD_|GLIBC_|GCONV_|MALLOC_|PYTHON|NODE_|PERL5|RUBY)|^(?:PATH|HOME|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|IFS|TMPDIR)$/;

/** What every program finds, and nothing of what skillc itself was started with. */
const base = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
};

/** Exactly the variables that were declared, secrets as handles. */
export function variablesOf(order: VariablesOrder): { readonly [name: string]: string } | CommandRefusal {
  const declared = new Set(order.ceiling.flatMap((effect) => (effect.kind === 'env' ? [effect.name] : [])));
  const out: Record<string, string> = { ...base, HOME: order.home };
  for (const [name, value] of Object.entries(order.given)) {
    if (!declared.has(name))
      return commandRefusal('program/variable', `the variable \`${name}\` is not one that the plan names`);
    if (neverGiven.test(name) || (!order.listed && isSteering(name)))
      return commandRefusal('program/variable', `the variable \`${name}\` would change what the program is`);
    out[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  if (order.unknown) return out;
  for (const { name, origin } of order.uses) {
    // One without a place goes nowhere: a handle of it would stand for nothing.
    if (origin !== '' && declared.has(name) && out[name] === undefined) out[name] = order.handle(name);
  }
  return out;
}
