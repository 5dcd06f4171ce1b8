import type { Expr, ObjectExpr } from '../../ir/expr.ts';
import type { Json } from '../../ir/json.ts';
import type { HeaderTemplate, RedirectPolicy, RequestTemplate } from '../../ir/request.ts';
import type { Span } from '../../ir/span.ts';
import { literalText } from '../../ir/text.ts';
import { absent, type Environment, evaluate, evaluatePairs, evaluateText } from '../evaluate/evaluate.ts';
import { isValueProblem, type ValueProblem, valueProblem } from '../evaluate/problem.ts';
import { bodyTemplate } from './body-template.ts';

const known = new Set(
  'method url query headers implied_headers cookies basic_auth body redirects fail_on_status include_headers decompress timeout_ms connect_timeout_ms retries output header_file cookie_jar write_out also_writes cookie_file'.split(
    ' ',
  ),
);

/** The arguments of one `network.http-fetch` as a request without holes; secrets are still stand-ins. */
export function httpTemplate(args: Expr, environment: Environment, span: Span): RequestTemplate | ValueProblem {
  if (args.kind !== 'object') return valueProblem('plan/shape', 'the arguments are no object');
  const strange = args.members.find(({ key }) => !known.has(key));
  if (strange !== undefined) return valueProblem('plan/shape', `\`${strange.key}\` is no argument of a request`);
  const read = new Reader(args, environment);
  const template = readTemplate(read, span);
  return read.problem ?? template;
}

/** Remembers the first problem, so that reading stays a list of fields. */
class Reader {
  problem: ValueProblem | undefined;
  readonly environment: Environment;
  private readonly members: ReadonlyMap<string, Expr>;

  constructor(args: ObjectExpr, environment: Environment) {
    this.members = new Map(args.members.map(({ key, value }) => [key, value]));
    this.environment = environment;
  }

  expr(key: string): Expr | undefined {
    return this.members.get(key);
  }

  text(key: string): string | undefined {
    const expr = this.members.get(key);
    return expr === undefined ? undefined : this.settle(evaluateText(expr, this.environment));
  }

  value(key: string): Json | undefined {
    const expr = this.members.get(key);
    return expr === undefined ? undefined : this.settle(evaluate(expr, this.environment));
  }

  pairs(key: string): readonly HeaderTemplate[] {
    const expr = this.members.get(key);
    const found = expr === undefined ? [] : this.settle(evaluatePairs(expr, this.environment));
    return (found ?? []).map(([name, value]) => ({ name: literalText(name), value: literalText(value) }));
  }

  /** Header values are written as headers: no line end gets in. */
  headers(key: string): readonly HeaderTemplate[] {
    const expr = this.members.get(key);
    const out: HeaderTemplate[] = [];
    for (const item of expr?.kind === 'list' ? expr.items : []) {
      const [name, value] = item.kind === 'list' ? item.items : [];
      if (name === undefined || value === undefined) continue;
      const [key, text] = [this.settle(evaluateText(name, this.environment)), this.given(value)];
      if (key !== undefined && text !== undefined) out.push({ name: literalText(key), value: literalText(text) });
    }
    return out;
  }

  settle<T>(found: T | ValueProblem | typeof absent): T | undefined {
    if (found === absent) return undefined;
    if (!isValueProblem(found)) return found as T;
    this.problem ??= found;
    return undefined;
  }

  private given(expr: Expr): string | undefined {
    return this.settle(evaluateText(expr, this.environment));
  }
}

function readTemplate(read: Reader, span: Span): RequestTemplate {
  const basic = read.expr('basic_auth');
  const body = read.expr('body');
  const writeOut = read.text('write_out');
  const timeoutMs = numberOf(read.value('timeout_ms'));
  const connectTimeoutMs = numberOf(read.value('connect_timeout_ms'));
  const retries = numberOf(read.value('retries'));
  const made = body === undefined ? undefined : read.settle(bodyTemplate(body, read.environment));
  const login = basic === undefined ? undefined : loginOf(basic, read);
  const files = read.value('also_writes');
  return {
    method: literalText(read.text('method') ?? ''),
    url: literalText(read.text('url') ?? ''),
    query: read.pairs('query'),
    cookies: read.pairs('cookies'),
    headers: read.headers('headers'),
    impliedHeaders: read.headers('implied_headers'),
    ...(login === undefined ? {} : { basicAuth: login }),
    ...(made === undefined ? {} : { body: made }),
    redirects: redirectsOf(read.value('redirects')),
    failOnStatus: read.value('fail_on_status') === true,
    includeHeaders: read.value('include_headers') === true,
    decompress: read.value('decompress') === true,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
    ...(retries === undefined ? {} : { retries }),
    output: outputOf(read.value('output')),
    ...headerFileOf(read.value('header_file')),
    ...(read.expr('cookie_jar') === undefined ? {} : { cookieJar: literalText(read.text('cookie_jar') ?? '') }),
    ...(writeOut === undefined ? {} : { writeOut: literalText(writeOut) }),
    writes: Array.isArray(files) ? files.map((path) => literalText(String(path))) : [],
    ...(read.expr('cookie_file') === undefined ? {} : { cookieFile: literalText(read.text('cookie_file') ?? '') }),
    span,
  };
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function loginOf(expr: Expr, read: Reader): RequestTemplate['basicAuth'] {
  if (expr.kind !== 'object') return undefined;
  const half = (key: string) => {
    const member = expr.members.find((one) => one.key === key)?.value;
    return literalText((member === undefined ? '' : read.settle(evaluateText(member, read.environment))) ?? '');
  };
  return { user: half('user'), password: half('password') };
}

function redirectsOf(value: Json | undefined): RedirectPolicy {
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value))
    return { kind: 'none' };
  const { policy, max } = value as { readonly [key: string]: Json };
  const hops = typeof max === 'number' ? max : 0;
  return policy === 'follow' || policy === 'same-origin' ? { kind: policy, max: hops } : { kind: 'none' };
}

function outputOf(value: Json | undefined): RequestTemplate['output'] {
  if (value === 'discard') return { kind: 'none' };
  if (value === undefined || value === null || typeof value !== 'object') return { kind: 'stdout' };
  const { file, create_dirs } = value as { readonly [key: string]: Json };
  const path = literalText(String(file ?? ''));
  return { kind: 'file', path, ...(create_dirs === '750' || create_dirs === '777' ? { createDirs: create_dirs } : {}) };
}

function headerFileOf(value: Json | undefined): Pick<RequestTemplate, 'headerFile'> {
  if (value === undefined || value === null || typeof value !== 'object') return {};
  const { file, append } = value as { readonly [key: string]: Json };
  return { headerFile: { path: literalText(String(file ?? '')), ...(append === true ? { append: true } : {}) } };
}
