import { type Amounts, dimensions } from '../../../src/exec/ledger/budget.ts';
import type { ChainEvent } from '../../../src/exec/ledger/event.ts';
import type { Checker } from '../run.ts';

const sessionLimits: Partial<Amounts> = { calls: 1_000, network_bytes: 100_000_000, wall_clock_ms: 1_800_000 };

interface Scope {
  limits: Partial<Amounts>;
  readonly settled: Record<keyof Amounts, number>;
  readonly reserved: Record<keyof Amounts, number>;
}

/** Adds up the log by itself, prefix by prefix: it shares no code with the ledger's own folds. */
export const checkBudgets: Checker = ({ log, effects }) => {
  const problems: string[] = [];
  const scopes = new Map<string, Scope>();
  const open = new Map<string, { readonly scopes: readonly string[]; readonly reserved: Amounts }>();
  const settledBy = new Map<string, number>();

  function scopeOf(name: string): Scope {
    const known = scopes.get(name);
    if (known !== undefined) return known;
    const limits = name.startsWith('session:') ? sessionLimits : {};
    const made = { limits, settled: zero(), reserved: zero() };
    scopes.set(name, made);
    return made;
  }

  function intent(event: ChainEvent): void {
    const { call, scopes: names, reserved } = event.data as unknown as IntentData;
    open.set(call, { scopes: names, reserved });
    if (!names.includes(`session:${event.session}`))
      problems.push(`${event.id}: the session's budget is not among ${names}`);
    if (reserved.calls < 1) problems.push(`${event.id}: no call is reserved`);
    for (const name of names) {
      const scope = scopeOf(name);
      for (const dimension of dimensions) {
        scope.reserved[dimension] += reserved[dimension];
        const sum = scope.settled[dimension] + scope.reserved[dimension];
        const limit = scope.limits[dimension];
        const isAsked = reserved[dimension] > 0;
        if (limit !== undefined && isAsked && sum > limit)
          problems.push(`${event.id}: ${name} ${dimension} ${sum} > ${limit}`);
      }
    }
  }

  function end(event: ChainEvent): void {
    const { call } = event.data as unknown as { readonly call: string };
    const held = open.get(call);
    if (held === undefined) {
      problems.push(`${event.id}: ${call} ends without an open reservation`);
      return;
    }
    open.delete(call);
    const used = event.resources as unknown as Amounts;
    for (const dimension of dimensions) {
      const isKnown = event.kind !== 'call-unknown';
      if (!isKnown && used[dimension] !== held.reserved[dimension])
        problems.push(`${event.id}: unknown is not counted in full`);
      if (used[dimension] > held.reserved[dimension]) problems.push(`${event.id}: more ${dimension} than reserved`);
      for (const name of held.scopes) {
        const scope = scopeOf(name);
        scope.reserved[dimension] -= held.reserved[dimension];
        scope.settled[dimension] += used[dimension];
      }
    }
    settledBy.set(call, used.network_bytes);
  }

  for (const event of log) {
    if (event.kind === 'call-intent') intent(event);
    else if (isEnd(event)) end(event);
    else if (event.kind === 'budget-set') {
      const { scope, limits } = event.data as unknown as { readonly scope: string; readonly limits: Partial<Amounts> };
      const known = scopeOf(scope);
      known.limits = { ...known.limits, ...limits };
    }
  }

  for (const [name, { reserved }] of scopes) {
    for (const dimension of dimensions) {
      if (reserved[dimension] !== 0)
        problems.push(`${name}: ${reserved[dimension]} ${dimension} stay reserved at the end`);
    }
  }
  const seen = new Map<string, number>();
  for (const { call, cost } of effects) seen.set(call, (seen.get(call) ?? 0) + cost.network_bytes);
  for (const [call, bytes] of seen) {
    if (bytes > (settledBy.get(call) ?? 0))
      problems.push(`${call}: ${bytes} bytes seen outside, ${settledBy.get(call) ?? 0} settled`);
  }
  return problems;
};

interface IntentData {
  readonly call: string;
  readonly scopes: readonly string[];
  readonly reserved: Amounts;
}

export function isEnd({ kind }: ChainEvent): boolean {
  return kind === 'call-done' || kind === 'call-failed' || kind === 'call-unknown';
}

function zero(): Record<keyof Amounts, number> {
  return { calls: 0, network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0, money: 0 };
}
