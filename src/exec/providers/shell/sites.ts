import type { Effect } from '../../../ir/effect.ts';
import { type Expr, showExpr } from '../../../ir/expr.ts';
import type { Json } from '../../../ir/json.ts';
import type { Call } from '../../../ir/plan.ts';

/** A command as the plan shows it, with the number by which bindings know it where it stands in the program itself. */
export interface KnownSite {
  readonly call: Call;
  readonly index?: number;
}

export function sitesOf(call: Call): readonly KnownSite[] {
  return (call.sites ?? []).flatMap((site, index) => [
    { call: site.call, index },
    ...sitesOf(site.call).map((inner) => ({ call: inner.call })),
  ]);
}

/** The sites that could have become this call. Which of them ran is for the record, and never a permission. */
export function matchingSites(call: Call, sites: readonly KnownSite[]): readonly KnownSite[] {
  const shown = showExpr(call.args);
  return sites.filter((site) => site.call.capability === call.capability && fits(site.call.args, shown));
}

/** The sites that run the same code: a script, a program, or text. */
export function sameCode(call: Call, sites: readonly KnownSite[]): readonly KnownSite[] {
  const own = codeOf(call);
  return sites.filter((site) => site.call.capability === call.capability && codeOf(site.call) === own);
}

/**
 * What the plan says that the code of this call touches. What it left to an input or a setting is what that became in the ceiling;
 * what only the run could tell is told by the words of the call.
 */
export function plannedEffects(sites: readonly KnownSite[], ceiling: readonly Effect[]): readonly Effect[] {
  return sites.flatMap(({ call }) =>
    call.effects.flatMap((effect) => {
      const text = textOf(effect);
      if (!text.includes('${')) return [effect];
      if (text.includes('${dynamic:')) return [];
      const filled = new RegExp(
        `^${text
          .split(/\$\{[\w:]+\}/)
          .map(escaped)
          .join('[^]*')}$`,
      );
      return ceiling.filter(
        (one) => one.kind === effect.kind && !textOf(one).includes('${') && filled.test(textOf(one)),
      );
    }),
  );
}

function textOf(effect: Effect): string {
  return JSON.stringify(effect);
}

function codeOf({ args }: Call): string {
  const members = args.kind === 'object' ? args.members : [];
  const named = members.filter(
    ({ key }) => key === 'script' || key === 'code' || key === 'program' || key === 'module',
  );
  return JSON.stringify(named.map(({ key, value }) => [key, showExpr(value)]));
}

/** Whether the expression, with any value for what it leaves open, could be this value. */
function fits(expr: Expr, value: Json): boolean {
  switch (expr.kind) {
    case 'literal':
      return JSON.stringify(expr.value) === JSON.stringify(value);
    case 'object':
      return fitsObject(expr, value);
    case 'list':
      return (
        Array.isArray(value) &&
        value.length === expr.items.length &&
        expr.items.every((item, at) => fits(item, value[at] as Json))
      );
    case 'concat':
      return typeof value === 'string' && pattern(expr.parts).test(value);
    default:
      return true;
  }
}

function fitsObject(expr: Extract<Expr, { kind: 'object' }>, value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const given = new Map(Object.entries(value as { readonly [key: string]: Json }));
  return (
    expr.members.length === given.size &&
    expr.members.every(({ key, value: member }) => {
      const own = given.get(key);
      return own !== undefined && fits(member, own);
    })
  );
}

function pattern(parts: readonly Expr[]): RegExp {
  const text = parts.map((part) => (part.kind === 'literal' ? escaped(String(part.value)) : '[^]*'));
  return new RegExp(`^${text.join('')}$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
