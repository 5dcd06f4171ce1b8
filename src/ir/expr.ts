import type { Json } from './json.ts';

/** How an argument gets its value. `H` is what is still open: `Hole` in a draft, nothing in a plan. */
export type Expr<H = never> =
  | LiteralExpr
  | ParamExpr
  | SettingExpr
  | SecretExpr
  | StdinExpr
  | StepOutputExpr
  | DynamicExpr
  | ConcatExpr<H>
  | ObjectExpr<H>
  | ListExpr<H>
  | H;

export interface LiteralExpr {
  readonly kind: 'literal';
  readonly value: Json;
}

/** Where a parameter stands decides how its value is written there. */
export type Encoding = 'segment' | 'query' | 'form' | 'json' | 'json-string' | 'header' | 'argument' | 'raw';

/**
 * How a list or an object is written in a path, query, header, cookie or form: `repeat` a=1&a=2, `comma` a=1,2, `space`, `pipe` and
 * `tab` likewise, `spread` one pair a member, `deep-object` a[x]=1, `json` the JSON text.
 */
export type ParamStyle = 'repeat' | 'comma' | 'space' | 'pipe' | 'tab' | 'spread' | 'deep-object' | 'json';

/** A caller's value. Its type, default and description stand in the operation's input schema. */
export interface ParamExpr {
  readonly kind: 'param';
  readonly name: string;
  readonly encode: Encoding;
  /** For lists and objects only; a scalar is written as it is. */
  readonly style?: ParamStyle;
  /** Leave out the pair, header or member that holds it when the caller gives no value. */
  readonly optional?: true;
}

/** A part of an origin that the host sets, never the caller. */
export interface SettingExpr {
  readonly kind: 'setting';
  readonly name: string;
}

/** A reference; the value is put in by the broker, after every check. */
export interface SecretExpr {
  readonly kind: 'secret';
  readonly name: string;
  /** How the value is written where it stands; as it is where left out. */
  readonly encode?: Encoding;
}

export interface StdinExpr {
  readonly kind: 'stdin';
}

/** The output of an earlier call of the same plan, by index. */
export interface StepOutputExpr {
  readonly kind: 'step-output';
  readonly step: number;
}

/** Inside `shell.run` only: known when the program runs, judged then. */
export interface DynamicExpr {
  readonly kind: 'dynamic-value';
  readonly name: string;
  readonly reason: string;
}

export interface ConcatExpr<H = never> {
  readonly kind: 'concat';
  readonly parts: readonly Expr<H>[];
}

export interface ObjectExpr<H = never> {
  readonly kind: 'object';
  readonly members: readonly { readonly key: string; readonly value: Expr<H> }[];
}

export interface ListExpr<H = never> {
  readonly kind: 'list';
  readonly items: readonly Expr<H>[];
}

export function literal(value: Json): LiteralExpr {
  return { kind: 'literal', value };
}

export function object<H = never>(members: Readonly<Record<string, Expr<H> | undefined>>): ObjectExpr<H> {
  return {
    kind: 'object',
    members: Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])),
  };
}

export function list<H = never>(items: readonly Expr<H>[]): ListExpr<H> {
  return { kind: 'list', items };
}

/** Plain values for people and JSON: `${name}`, `${setting:NAME}`, `${secret:NAME}`, `${stdin}`, `${dynamic:NAME}`. */
export function showExpr(expr: Expr): Json {
  switch (expr.kind) {
    case 'literal':
      return expr.value;
    case 'param':
      return `\${${expr.name}}`;
    case 'setting':
      return `\${setting:${expr.name}}`;
    case 'secret':
      return `\${secret:${expr.name}}`;
    case 'stdin':
      return '${stdin}';
    case 'step-output':
      return `\${step:${expr.step}}`;
    case 'dynamic-value':
      return `\${dynamic:${expr.name}}`;
    case 'concat':
      return expr.parts.map((part) => asString(showExpr(part))).join('');
    case 'list':
      return expr.items.map(showExpr);
    case 'object': {
      const out: Record<string, Json> = Object.create(null) as Record<string, Json>;
      for (const { key, value } of expr.members) out[key] = showExpr(value);
      return { ...out };
    }
  }
}

function asString(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
