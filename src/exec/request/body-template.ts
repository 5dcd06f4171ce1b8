import type { Expr, ObjectExpr } from '../../ir/expr.ts';
import type { Json } from '../../ir/json.ts';
import type { BodyPart, BodyTemplate, HeaderTemplate, JsonTemplate, MultipartField } from '../../ir/request.ts';
import { literalText } from '../../ir/text.ts';
import { absent, type Environment, evaluate, evaluatePairs, evaluateText } from '../evaluate/evaluate.ts';
import { isValueProblem, type ValueProblem, valueProblem } from '../evaluate/problem.ts';

/** `body` is a text, a list of parts, or an object that says what it holds: `json`, `form` or `multipart`. */
export function bodyTemplate(expr: Expr, environment: Environment): BodyTemplate | ValueProblem {
  if (expr.kind === 'list') return partsOf(expr.items, environment);
  if (expr.kind !== 'object') return textBody(expr, environment);
  const [member] = expr.members;
  switch (member?.key) {
    case 'json':
      return jsonBody(member.value, environment);
    case 'form':
      return formBody(member.value, environment);
    case 'multipart':
      return multipartBody(member.value, environment);
    default:
      return partsOf([expr], environment);
  }
}

function textBody(expr: Expr, environment: Environment): BodyTemplate | ValueProblem {
  const text = evaluateText(expr, environment);
  if (text === absent) return { kind: 'bytes', parts: [] };
  return isValueProblem(text) ? text : { kind: 'bytes', parts: [{ kind: 'text', text: literalText(text) }] };
}

function partsOf(items: readonly Expr[], environment: Environment): BodyTemplate | ValueProblem {
  const parts: BodyPart[] = [];
  for (const item of items) {
    const part = partOf(item, environment);
    if (isValueProblem(part)) return part;
    parts.push(part);
  }
  return { kind: 'bytes', parts };
}

function partOf(expr: Expr, environment: Environment): BodyPart | ValueProblem {
  const value = expr.kind === 'object' ? evaluate(expr, environment) : evaluateText(expr, environment);
  if (isValueProblem(value)) return value;
  if (typeof value === 'string') return { kind: 'text', text: literalText(value) };
  if (value === absent || value === null || typeof value !== 'object') return badBody();
  const { file, mode } = value as { readonly [key: string]: Json };
  if (mode !== 'strip' && mode !== 'keep' && mode !== 'urlencoded') return badBody();
  if (typeof file === 'string') return { kind: 'file', path: literalText(file), mode };
  return 'stdin' in value ? { kind: 'stdin', mode } : badBody();
}

function jsonBody(expr: Expr, environment: Environment): BodyTemplate | ValueProblem {
  const value = evaluate(expr, environment);
  if (isValueProblem(value)) return value;
  return { kind: 'json', value: jsonTemplate(value === absent ? null : value) };
}

function jsonTemplate(value: Json): JsonTemplate {
  if (typeof value === 'string') return { kind: 'text', text: literalText(value) };
  if (value === null || typeof value !== 'object') return { kind: 'value', value };
  if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => jsonTemplate(item as Json)) };
  const members = Object.entries(value as { readonly [key: string]: Json });
  return { kind: 'object', members: members.map(([key, member]) => ({ key, value: jsonTemplate(member) })) };
}

function formBody(expr: Expr, environment: Environment): BodyTemplate | ValueProblem {
  const members = expr.kind === 'object' ? expr.members : [];
  const pairs = evaluatePairs(
    { kind: 'list', items: members.map(({ key, value }) => ({ kind: 'list', items: [literalKey(key), value] })) },
    environment,
  );
  if (isValueProblem(pairs)) return pairs;
  return { kind: 'form', fields: pairs.map(([name, value]) => ({ name, value: literalText(value) })) };
}

function literalKey(key: string): Expr {
  return { kind: 'literal', value: key };
}

function multipartBody(expr: Expr, environment: Environment): BodyTemplate | ValueProblem {
  const fields: MultipartField[] = [];
  for (const item of expr.kind === 'list' ? expr.items : []) {
    const field = item.kind === 'object' ? fieldOf(item, environment) : badBody();
    if (isValueProblem(field)) return field;
    if (field !== absent) fields.push(field);
  }
  return { kind: 'multipart', fields };
}

function fieldOf(expr: ObjectExpr, environment: Environment): MultipartField | ValueProblem | typeof absent {
  const texts = new Map<string, string>();
  for (const key of ['name', 'filename', 'type', 'file', 'value']) {
    const member = expr.members.find((one) => one.key === key)?.value;
    if (member === undefined) continue;
    const text = evaluateText(member, environment);
    if (text === absent || isValueProblem(text)) return text;
    texts.set(key, text);
  }
  const text = (key: string) => literalText(texts.get(key) ?? '');
  const attach = expr.members.some(
    ({ key, value }) => key === 'attach' && value.kind === 'literal' && value.value === true,
  );
  const headers = expr.members.find(({ key }) => key === 'headers')?.value;
  const own = headers === undefined ? [] : evaluatePairs(headers, environment);
  if (isValueProblem(own)) return own;
  const value: MultipartField['value'] = texts.has('value')
    ? { kind: 'text', text: text('value') }
    : texts.has('file')
      ? { kind: 'file', path: text('file'), attach }
      : { kind: 'stdin', attach };
  return {
    name: text('name'),
    value,
    ...(texts.has('filename') ? { filename: text('filename') } : {}),
    ...(texts.has('type') ? { contentType: text('type') } : {}),
    headers: own.map(([name, line]): HeaderTemplate => ({ name: literalText(name), value: literalText(line) })),
  };
}

function badBody(): ValueProblem {
  return valueProblem('plan/shape', 'a body that is neither text, parts, JSON nor a form');
}
