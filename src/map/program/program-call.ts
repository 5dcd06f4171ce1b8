import type { Effect } from '../../ir/effect.ts';
import { unionEffects } from '../../ir/effects.ts';
import { type Expr, list, literal, object } from '../../ir/expr.ts';
import { placeholderName } from '../../ir/placeholder-name.ts';
import type { Call, CallSite } from '../../ir/plan.ts';
import type { Span } from '../../ir/span.ts';
import { fillPlaceholders } from '../../shell/angle-placeholders.ts';
import type { Collector } from '../infer/collector.ts';
import { highestTier, tierOf } from '../judge.ts';
import type { MappedSite, ShellContext } from './mapped-site.ts';
import { signingEffects } from './signing-places.ts';

/** `shell.run` with every command it may start; their effects together are the ceiling. */
export function programCall(
  args: Expr,
  sites: readonly MappedSite[],
  effects: readonly (readonly Effect[])[],
  span: Span,
): Call {
  const all = sites.flatMap((site) =>
    site.calls.map(
      ({ call }): CallSite => ({
        kind: 'site',
        call,
        understanding: site.understanding === 'refused' ? 'unknown' : site.understanding,
        span: call.span,
      }),
    ),
  );
  const union = unionEffects([signingEffects([...effects, ...all.map((site) => site.call.effects)].flat())]);
  const tiers = all.map((site) => site.call.tier);
  return {
    kind: 'call',
    capability: 'shell.run',
    args,
    effects: union,
    tier: highestTier([...tiers, tierOf('shell.run', union, false)]),
    sites: all,
    span,
  };
}

/** `{id}`, `YOUR_KEY`: still in the words of the program when it runs. `<id>` is a variable of it by then. */
function standIns(text: string, { written }: Collector): Expr | undefined {
  const kept = [...written]
    .filter(([word]) => !word.startsWith('<') && text.includes(word))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (kept.length === 0) return undefined;
  return list(
    kept.map(([word, { kind, name }]) =>
      object({ written: literal(word), [kind]: kind === 'setting' ? { kind, name } : literal(name) }),
    ),
  );
}

/** The program and what the host fills in before it runs. */
export function programArgs(text: string, { collector, files }: ShellContext): Expr {
  const env = [...collector.variables].filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const settings = [...collector.settings.keys()].map((name) => [name, { kind: 'setting', name } as Expr] as const);
  const members = [...new Map<string, Expr>([...env, ...settings])].sort(([a], [b]) => (a < b ? -1 : 1));
  return object({
    program: literal(fillPlaceholders(text, (written) => `\${${placeholderName(written)}}`)),
    env:
      members.length === 0 ? undefined : { kind: 'object', members: members.map(([key, value]) => ({ key, value })) },
    files:
      files.length === 0
        ? undefined
        : list(files.map((file) => object({ path: literal(file.path), content: literal(file.content) }))),
    stand_ins: standIns(text, collector),
  });
}
