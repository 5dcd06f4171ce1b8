import { splitUrl } from '../../http/url.ts';
import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import { type Expr, list, literal, object, showExpr } from '../../ir/expr.ts';
import type { HeaderTemplate, RequestTemplate } from '../../ir/request.ts';
import { literalOf, type Text } from '../../ir/text.ts';
import { isCredentialField } from '../secret-names.ts';
import { decideBody } from './body.ts';
import type { Collector } from './collector.ts';
import { type Decided, decideHole, decideText, joinExprs, type Slot } from './decide-hole.ts';
import { decideBasicHalf, decideHeader } from './headers.ts';
import type { Hints } from './hints.ts';
import { decidePairs } from './pair-values.ts';
import { splitPairs } from './pairs.ts';
import { decidePath } from './paths.ts';
import { splitPlaceholders } from './placeholders.ts';
import { reroutingHeaders, withoutHost } from './rerouting.ts';

export interface HttpContext {
  readonly hints: Hints;
  readonly collector: Collector;
  /** Index of the call in its plan. */
  readonly call: number;
  readonly cwd?: string;
}

export interface InferredHttp {
  readonly args: Expr;
  readonly effects: readonly Effect[];
  readonly origin: string;
}

/** Decides every hole of a request by where it stands, and says what the request touches. */
export function inferHttp(request: RequestTemplate, context: HttpContext): InferredHttp | Diagnostic {
  const split = splitUrl(withOriginDefaults(request.url), request.span);
  if ('code' in split) return split;
  const rerouting = reroutingHeaders(request, split.origin, context.collector);
  if ('code' in rerouting) return rerouting;
  const span = request.span;
  const origin = decideOrigin(split.origin, request, context);
  const inner = { ...context, origin: origin.shown, span };
  const path = decideUrlPath(split.path, origin.shown, request, context);
  const query =
    split.query === undefined ? undefined : decidePairs(splitPairs(split.query), { ...inner, place: 'query' });
  const method = decideMethod(request.method, context);
  const headers = decideHeaders(request, origin.shown, context);
  const extra = decideExtraPairs(request, origin.shown, context);
  const basic = decideBasic(request, origin.shown, context);
  const body = request.body === undefined ? undefined : decideBody(request.body, inner);
  const files = decideFiles(request, context);
  const url = joinExprs([origin.expr, path.expr, ...(query === undefined ? [] : [literal('?'), query.expr])]);
  const network: Effect = {
    kind: 'network',
    method: rerouting.method ? '*' : method.shown,
    origin: origin.shown,
    path: rerouting.path ? '/**' : path.shown,
  };
  return {
    origin: origin.shown,
    args: object({
      method: method.expr,
      url,
      query: extra.query,
      headers: headers.expr,
      implied_headers: impliedHeaders(request.impliedHeaders),
      cookies: extra.cookies,
      basic_auth: basic?.expr,
      body: body?.expr,
      ...policyArgs(request),
      ...files.args,
    }),
    effects: [
      network,
      ...path.effects,
      ...(query?.effects ?? []),
      ...headers.effects,
      ...extra.effects,
      ...(basic?.effects ?? []),
      ...(body?.effects ?? []),
      ...files.effects,
    ],
  };
}

/** `${BASE:-https://api.example.com}`: nothing outside sets BASE, so the text's own default is the value. */
function withOriginDefaults(url: Text): Text {
  return url.map((piece, index) =>
    piece.kind === 'variable' && piece.fallback !== undefined && index === 0
      ? { kind: 'literal', value: piece.fallback }
      : piece,
  );
}

interface Shown extends Decided {
  readonly shown: string;
}

/** A variable or stand-in left in an origin is a setting: the host's to set, never the caller's. */
function decideOrigin(text: Text, request: RequestTemplate, { hints, collector }: HttpContext): Shown {
  const split = hints.fromText ? splitPlaceholders(text, 'origin', request.span) : text;
  const exprs = split.map((piece): Expr => {
    if (piece.kind === 'literal') return literal(piece.value);
    if (piece.kind === 'dynamic')
      return collector.dynamic(piece, 'the origin', 'write the host out, or assign it once from a literal');
    if (piece.kind === 'placeholder') collector.written.set(piece.written, { kind: 'setting', name: piece.name });
    return collector.setting(
      piece.name,
      piece.kind === 'placeholder' ? piece.written : piece.kind === 'variable' ? piece.fallback : undefined,
    );
  });
  const expr = joinExprs(exprs);
  return { expr, effects: [], shown: String(showExpr(expr)) };
}

function decideUrlPath(text: Text, origin: string, request: RequestTemplate, { hints, collector }: HttpContext): Shown {
  const split = hints.fromText ? splitPlaceholders(text, 'path', request.span) : text;
  const slot: Slot = { id: 'path', credential: false, origin, encode: 'segment', where: 'the path' };
  let shown = '';
  const parts: Decided[] = [];
  for (const piece of split) {
    if (piece.kind === 'literal') {
      shown += piece.value;
      parts.push({ expr: literal(piece.value), effects: [] });
    } else {
      shown += '*';
      parts.push(decideHole(piece, slot, hints, collector));
    }
  }
  return {
    expr: joinExprs(parts.map(({ expr }) => expr)),
    effects: parts.flatMap(({ effects }) => effects),
    shown: shown === '' ? '/' : shown,
  };
}

function decideMethod(text: Text, { hints, collector }: HttpContext): { readonly expr: Expr; readonly shown: string } {
  const written = literalOf(text);
  if (written !== undefined) return { expr: literal(written), shown: written };
  const slot: Slot = {
    id: 'method',
    credential: false,
    origin: '',
    encode: 'raw',
    where: 'the method',
    schema: { type: 'string', enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
  };
  return { expr: decideText(text, slot, hints, collector).expr, shown: '*' };
}

function decideHeaders(request: RequestTemplate, origin: string, context: HttpContext): Decided {
  const own = withoutHost(request.headers);
  const credentials = own.filter((header) => header.value.length > 0);
  const decided = own.map((header) =>
    decideHeader(header, { ...context, origin, span: request.span, headers: credentials }),
  );
  return { expr: list(decided.map(({ expr }) => expr)), effects: decided.flatMap(({ effects }) => effects) };
}

function impliedHeaders(headers: readonly HeaderTemplate[]): Expr | undefined {
  if (headers.length === 0) return undefined;
  return list(
    headers.map(({ name, value }) => list([literal(literalOf(name) ?? ''), literal(literalOf(value) ?? '')])),
  );
}

/** Pairs that endpoint forms add to the query or the Cookie header, left out when optional and not given. */
function decideExtraPairs(
  request: RequestTemplate,
  origin: string,
  { hints, collector }: HttpContext,
): { readonly query?: Expr; readonly cookies?: Expr; readonly effects: readonly Effect[] } {
  const decide = (pairs: readonly HeaderTemplate[], place: 'query' | 'cookie') =>
    pairs.map(({ name, value }) => {
      const key = literalOf(name) ?? '';
      const credential = value.some((piece) => piece.kind === 'secret') || isCredentialField(key);
      const slot: Slot = {
        id: `${place}:${key}`,
        credential,
        origin,
        encode: place === 'query' ? 'query' : 'header',
        where: `the ${place}`,
      };
      const decided = decideText(value, slot, hints, collector);
      return { expr: list([literal(key), decided.expr]), effects: decided.effects };
    });
  const query = decide(request.query ?? [], 'query');
  const cookies = decide(request.cookies ?? [], 'cookie');
  return {
    ...(query.length === 0 ? {} : { query: list(query.map(({ expr }) => expr)) }),
    ...(cookies.length === 0 ? {} : { cookies: list(cookies.map(({ expr }) => expr)) }),
    effects: [...query, ...cookies].flatMap(({ effects }) => effects),
  };
}

function decideBasic(request: RequestTemplate, origin: string, context: HttpContext): Decided | undefined {
  if (request.basicAuth === undefined) return undefined;
  const { user, password } = request.basicAuth;
  const inner = { ...context, origin, span: request.span, alone: password.length === 0 };
  const decidedUser = decideBasicHalf(user, 'user', inner);
  const decidedPassword = decideBasicHalf(password, 'password', inner);
  return {
    expr: object({ user: decidedUser.expr, password: decidedPassword.expr }),
    effects: [...decidedUser.effects, ...decidedPassword.effects],
  };
}

/** Only what differs from the plainest request, so that a reviewer reads what matters. */
function policyArgs(request: RequestTemplate): Record<string, Expr | undefined> {
  const { redirects } = request;
  const number = (value: number | undefined): Expr | undefined => (value === undefined ? undefined : literal(value));
  return {
    redirects: redirects.kind === 'none' ? undefined : literal({ policy: redirects.kind, max: redirects.max }),
    fail_on_status: request.failOnStatus ? literal(true) : undefined,
    include_headers: request.includeHeaders ? literal(true) : undefined,
    decompress: request.decompress ? literal(true) : undefined,
    timeout_ms: number(request.timeoutMs),
    connect_timeout_ms: number(request.connectTimeoutMs),
    retries: number(request.retries),
  };
}

function decideFiles(
  request: RequestTemplate,
  context: HttpContext,
): { readonly args: Record<string, Expr | undefined>; readonly effects: readonly Effect[] } {
  const inner = { ...context, span: request.span };
  const { output } = request;
  const target = output.kind === 'file' ? decidePath(output.path, inner) : undefined;
  const heads = request.headerFile === undefined ? undefined : decidePath(request.headerFile.path, inner);
  const jar = request.cookieJar === undefined ? undefined : decidePath(request.cookieJar, inner);
  const others = request.writes.map((path) => decidePath(path, inner));
  const cookies = request.cookieFile === undefined ? undefined : decidePath(request.cookieFile, inner);
  const plain: Slot = { id: 'output', credential: false, origin: '', encode: 'raw', where: 'the output format' };
  return {
    args: {
      output:
        output.kind === 'none' ? literal('discard') : target === undefined ? undefined : fileExpr(target.expr, output),
      write_out:
        request.writeOut === undefined
          ? undefined
          : decideText(request.writeOut, plain, context.hints, context.collector).expr,
      header_file:
        heads === undefined
          ? undefined
          : object({ file: heads.expr, ...(request.headerFile?.append === true ? { append: literal(true) } : {}) }),
      cookie_jar: jar?.expr,
      also_writes: others.length === 0 ? undefined : list(others.map(({ expr }) => expr)),
      cookie_file: cookies?.expr,
    },
    effects: [
      ...(target === undefined ? [] : [{ kind: 'write', path: target.shown } as const]),
      ...[heads, jar, ...others].flatMap((file) =>
        file === undefined ? [] : [{ kind: 'write', path: file.shown } as const],
      ),
      ...(cookies === undefined ? [] : [{ kind: 'read', path: cookies.shown } as const]),
    ],
  };
}

function fileExpr(file: Expr, output: RequestTemplate['output']): Expr {
  const mode = output.kind === 'file' ? output.createDirs : undefined;
  return object({ file, ...(mode === undefined ? {} : { create_dirs: literal(mode) }) });
}

/** A host the skill itself rules out is never reached. */
export function undeclaredEgress(
  origin: string,
  egress: readonly string[] | undefined,
  span: RequestTemplate['span'],
): Diagnostic | undefined {
  if (egress === undefined || origin.includes('${'))
    return egress?.length === 0 ? refuseEgress(origin, span) : undefined;
  const host = origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  const allowed = egress.some(
    (entry) =>
      entry === origin ||
      entry === host ||
      (entry.startsWith('*.') && host.endsWith(entry.slice(1)) && host.length > entry.length - 1),
  );
  return allowed ? undefined : refuseEgress(origin, span);
}

function refuseEgress(origin: string, span: RequestTemplate['span']): Diagnostic {
  return diagnose('map/egress-undeclared', `\`${origin}\` is outside the network the skill declares`, span);
}
