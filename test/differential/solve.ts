import type { Expr } from '../../src/ir/expr.ts';
import type { Plan } from '../../src/ir/plan.ts';
import type { BodyTemplate, HeaderTemplate, RequestTemplate } from '../../src/ir/request.ts';
import { literalOf, type Text } from '../../src/ir/text.ts';

/**
 * What the open places of a plan hold in the command itself: `YOUR_API_KEY` is a secret to us and a word to curl. Found by
 * laying the plan's text over the request's; where they do not lie over each other nothing is found.
 */
export function solve(plan: Plan, requests: readonly RequestTemplate[]): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = plan.calls.filter(({ capability }) => capability === 'network.http-fetch');
  const found = new Map<string, Set<string>>();
  for (const [index, { args }] of calls.entries()) {
    const request = requests[index];
    const texts = request === undefined ? [] : places(args, request).flatMap(([expr, text]) => overlay(expr, text));
    for (const [name, text] of texts) found.set(name, (found.get(name) ?? new Set()).add(text));
  }
  return found;
}

type Place = readonly [expr: Expr, text: string];

function places(args: Expr, request: RequestTemplate): readonly Place[] {
  const at = (expr: Expr | undefined, text: Text | undefined): readonly Place[] => {
    const written = text === undefined ? undefined : literalOf(text);
    return expr === undefined || written === undefined ? [] : [[expr, written]];
  };
  const basic = member(args, 'basic_auth');
  return [
    ...at(member(args, 'url'), request.url),
    ...at(member(basic, 'user'), request.basicAuth?.user),
    ...at(member(basic, 'password'), request.basicAuth?.password),
    ...headerPairs(member(args, 'headers'), request.headers).flatMap(([expr, text]) => at(expr, text)),
    ...bodyPairs(member(args, 'body'), request.body).flatMap(([expr, text]) => at(expr, text)),
  ];
}

function member(expr: Expr | undefined, key: string): Expr | undefined {
  return expr?.kind === 'object' ? expr.members.find((one) => one.key === key)?.value : undefined;
}

function items(expr: Expr | undefined): readonly Expr[] {
  return expr?.kind === 'list' ? expr.items : [];
}

function headerPairs(
  expr: Expr | undefined,
  headers: readonly HeaderTemplate[],
): readonly (readonly [Expr | undefined, Text])[] {
  const values = new Map(
    items(expr).map((pair) => {
      const [name, value] = items(pair);
      return [name?.kind === 'literal' ? String(name.value).toLowerCase() : '', value];
    }),
  );
  return headers.map(({ name, value }) => [values.get(literalOf(name)?.toLowerCase() ?? ''), value]);
}

function bodyPairs(
  expr: Expr | undefined,
  body: BodyTemplate | undefined,
): readonly (readonly [Expr | undefined, Text])[] {
  if (body?.kind === 'bytes')
    return body.parts.every(({ kind }) => kind === 'text')
      ? [[expr, body.parts.flatMap((part) => (part.kind === 'text' ? part.text : []))]]
      : [];
  if (body?.kind !== 'multipart') return [];
  const fields = items(member(expr, 'multipart'));
  return body.fields.flatMap(({ value }, index) =>
    value.kind === 'text' ? [[member(fields[index], 'value'), value.text] as const] : [],
  );
}

function overlay(expr: Expr, text: string): readonly (readonly [string, string])[] {
  const parts = expr.kind === 'concat' ? expr.parts : [expr];
  const names = parts.flatMap((part) => ('name' in part ? [part.name] : []));
  const pattern = parts.map((part) => (part.kind === 'literal' ? escaped(String(part.value)) : '(.+?)')).join('');
  const found = new RegExp(`^${pattern}$`, 's').exec(text);
  return found === null ? [] : names.map((name, index) => [name, found[index + 1] ?? ''] as const);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
