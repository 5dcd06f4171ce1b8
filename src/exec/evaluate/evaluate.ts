import type { ConcatExpr, Encoding, Expr, ObjectExpr, ParamExpr } from '../../ir/expr.ts';
import type { Json } from '../../ir/json.ts';
import { encodeValue, plainText } from './encode.ts';
import { isValueProblem, type ValueProblem, valueProblem } from './problem.ts';
import { styledPairs, styledText, type TextPair } from './style.ts';

/** What expressions take their values from. */
export interface Environment {
  /** Checked, with defaults put in. */
  readonly inputs: ReadonlyMap<string, Json>;
  readonly settings: ReadonlyMap<string, string>;
  /** A stand-in for the value, which is put in later by the broker and only there. */
  readonly secret: (name: string, encode: Encoding | undefined) => string;
}

/** Left out of its list or object: an optional input that was not given. */
export const absent = Symbol('absent');
export type Found<T = Json> = T | ValueProblem | typeof absent;

/** The value of an argument that stands alone: it keeps its type. */
export function evaluate(expr: Expr, environment: Environment): Found {
  switch (expr.kind) {
    case 'literal':
      return literalValue(expr.value);
    case 'param':
      return paramValue(expr, environment);
    case 'setting':
      return environment.settings.get(expr.name) ?? missingSetting(expr.name);
    case 'secret':
      return environment.secret(expr.name, expr.encode);
    case 'stdin':
      return { kind: 'stdin' };
    case 'step-output':
    case 'dynamic-value':
      return valueProblem('plan/open', 'a value that only a running program knows');
    case 'concat':
      return joined(expr, environment);
    case 'list':
      return listOf(expr.items, environment);
    case 'object':
      return objectOf(expr, environment);
  }
}

/** A credential that the skill writes out in several places is taken out of all of them, and a slot in only one. */
function literalValue(value: Json): Found {
  const blotted = JSON.stringify(value).includes('${secret:');
  return blotted
    ? valueProblem(
        'secret/written-out',
        'a credential that the skill writes out stands in a place that is none of its own',
        'write a variable in its place, in the skill',
      )
    : value;
}

export function evaluateText(expr: Expr, environment: Environment): Found<string> {
  const value = expr.kind === 'param' ? writtenParam(expr, environment) : evaluate(expr, environment);
  return value === absent || isValueProblem(value) ? value : plainText(value);
}

/** `[[name, value], …]` with lists and objects written out; the values are not encoded yet. */
export function evaluatePairs(expr: Expr, environment: Environment): readonly TextPair[] | ValueProblem {
  const out: TextPair[] = [];
  for (const item of expr.kind === 'list' ? expr.items : []) {
    const [name, value] = item.kind === 'list' ? item.items : [];
    if (name === undefined || value === undefined) return valueProblem('plan/shape', 'a pair without a value');
    const key = evaluateText(name, environment);
    if (isValueProblem(key)) return key;
    const found = evaluate(plain(value), environment);
    if (isValueProblem(found)) return found;
    if (key === absent || found === absent) continue;
    out.push(...styledPairs(key, found, value.kind === 'param' ? value.style : undefined));
  }
  return out;
}

/** The same place without an encoding of its own: whoever writes the pair encodes it. */
function plain(expr: Expr): Expr {
  if (expr.kind === 'param') return { ...expr, encode: 'json' };
  return expr.kind === 'concat' ? { ...expr, parts: expr.parts.map(unencoded) } : expr;
}

function unencoded(part: Expr): Expr {
  return part.kind === 'param' ? { ...part, encode: 'raw' } : part;
}

function paramValue(param: ParamExpr, environment: Environment): Found {
  const value = environment.inputs.get(param.name);
  if (value === undefined) return param.optional === true ? absent : missingInput(param.name);
  return param.encode === 'json' ? value : writtenParam(param, environment);
}

/** A caller's value as a piece of text, written for its place. */
function writtenParam({ name, encode, style, optional }: ParamExpr, { inputs }: Environment): Found<string> {
  const value = inputs.get(name);
  if (value === undefined) return optional === true ? absent : missingInput(name);
  const items = style === undefined ? undefined : styledText(value, style, (item) => encodeValue(name, item, encode));
  if (items === undefined) return encodeValue(name, value, encode);
  const wrong = items.find((item) => typeof item !== 'string');
  return wrong === undefined ? items.join(',') : (wrong as ValueProblem);
}

function joined({ parts }: ConcatExpr, environment: Environment): Found<string> {
  let out = '';
  for (const part of parts) {
    const text = evaluateText(part, environment);
    if (text === absent || isValueProblem(text)) return text;
    out += text;
  }
  return out;
}

function listOf(items: readonly Expr[], environment: Environment): Found {
  const out: Json[] = [];
  for (const item of items) {
    const value = evaluate(item, environment);
    if (isValueProblem(value)) return value;
    if (value !== absent) out.push(value);
  }
  return out;
}

function objectOf({ members }: ObjectExpr, environment: Environment): Found {
  const out: [string, Json][] = [];
  for (const { key, value } of members) {
    const found = evaluate(value, environment);
    if (isValueProblem(found)) return found;
    if (found !== absent) out.push([key, found]);
  }
  return Object.fromEntries(out);
}

function missingInput(name: string): ValueProblem {
  return valueProblem('input/missing', `\`${name}\` is not given`, `give \`--${name} VALUE\``);
}

function missingSetting(name: string): ValueProblem {
  return valueProblem('setting/missing', `the setting \`${name}\` is not set`, `skillc setting set ${name} VALUE`);
}
