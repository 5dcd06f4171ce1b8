import { placeholderName } from './placeholder-name.ts';
import type { BodyTemplate, HeaderTemplate, RequestTemplate } from './request.ts';
import type { Span } from './span.ts';
import { joinTexts, literalOf, literalText, type PlaceholderHole, type Text } from './text.ts';

/** What an endpoint form says about a request; everything else is the same for all of them. */
export interface EndpointParts {
  readonly method: string;
  /** Absolute, or with a hole where the origin is left open. */
  readonly url: Text;
  readonly query?: readonly HeaderTemplate[];
  readonly cookies?: readonly HeaderTemplate[];
  readonly headers?: readonly HeaderTemplate[];
  readonly basicAuth?: { readonly user: Text; readonly password: Text };
  readonly body?: BodyTemplate;
  /** The media type of the body where its kind does not say it. */
  readonly contentType?: string;
  readonly span: Span;
}

const userAgent = 'skillc';
const maxRedirects = 5;
const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** Whether inputs outside the path go into the query rather than into a body. */
export function takesQuery(method: string): boolean {
  return bodyless.has(method.toUpperCase());
}

/**
 * The request of a CCOS operation, an OpenAPI operation or a `METHOD /path` block. There is one of these functions,
 * so the same operation written in any format is the same request.
 */
export function endpointRequest(parts: EndpointParts): RequestTemplate {
  const implied = impliedHeaders(parts);
  // A header that only repeats what is sent anyway says nothing: two spellings, one request.
  const headers = (parts.headers ?? []).filter((one) => !implied.some((other) => sameHeader(one, other)));
  const names = new Set(headers.map(({ name }) => literalOf(name)?.toLowerCase()));
  return {
    method: literalText(parts.method.toUpperCase()),
    url: parts.url,
    ...(parts.query === undefined || parts.query.length === 0 ? {} : { query: parts.query }),
    ...(parts.cookies === undefined || parts.cookies.length === 0 ? {} : { cookies: parts.cookies }),
    headers,
    impliedHeaders: implied.filter(({ name }) => !names.has(literalOf(name)?.toLowerCase())),
    ...(parts.basicAuth === undefined ? {} : { basicAuth: parts.basicAuth }),
    ...(parts.body === undefined ? {} : { body: parts.body }),
    redirects: { kind: 'same-origin', max: maxRedirects },
    failOnStatus: true,
    includeHeaders: false,
    decompress: false,
    output: { kind: 'stdout' },
    writes: [],
    span: parts.span,
  };
}

export function header(name: string, value: Text): HeaderTemplate {
  return { name: literalText(name), value };
}

function sameHeader(a: HeaderTemplate, b: HeaderTemplate): boolean {
  const value = literalOf(a.value);
  return (
    value !== undefined &&
    value === literalOf(b.value) &&
    literalOf(a.name)?.toLowerCase() === literalOf(b.name)?.toLowerCase()
  );
}

function impliedHeaders(parts: EndpointParts): readonly HeaderTemplate[] {
  const contentType = parts.body === undefined ? undefined : (parts.contentType ?? contentTypeOf(parts.body));
  return [
    header('User-Agent', literalText(userAgent)),
    header('Accept', literalText('*/*')),
    ...(contentType === undefined ? [] : [header('Content-Type', literalText(contentType))]),
  ];
}

/** A multipart body brings its own, with the boundary, when it is sent. */
function contentTypeOf(body: BodyTemplate): string | undefined {
  switch (body.kind) {
    case 'json':
      return 'application/json';
    case 'form':
      return 'application/x-www-form-urlencoded';
    case 'multipart':
    case 'bytes':
      return undefined;
  }
}

/** `{id}`, `{{id}}`, `<id>` anywhere; `:id` as a whole path segment; `${NAME}` and `$NAME` are variables. */
const stand =
  /\{\{\s{0,4}([\w.-]{1,80})\s{0,4}\}\}|\$\{(\w{1,80})\}|\{([^{}/?#\s]{1,80})\}|<([^<>/?#]{1,80})>|\$([A-Za-z_]\w{0,80})|(?<=\/):([A-Za-z_]\w{0,80})(?=[/?#]|$)/g;

/**
 * A URL or path as a text with holes. `declared` are names that the format knows: they are kept as written,
 * others become snake_case. `locate` gives the source offset of an offset in `url`.
 */
export function urlTemplate(
  url: string,
  span: Span,
  declared: ReadonlySet<string> = new Set(),
  locate: (offset: number) => number = (offset) => Math.min(span.start + offset, span.end),
): Text {
  const out: Text[] = [];
  let last = 0;
  for (const match of url.matchAll(stand)) {
    out.push(literalText(url.slice(last, match.index)));
    last = match.index + match[0].length;
    out.push([holeOf(match, { source: span.source, start: locate(match.index), end: locate(last) }, declared)]);
  }
  return joinTexts([...out, literalText(url.slice(last))]);
}

function holeOf(match: RegExpMatchArray, span: Span, declared: ReadonlySet<string>): Text[number] {
  const variable = match[2] ?? match[5];
  if (variable !== undefined) return { kind: 'variable', name: variable, span };
  const written = match[1] ?? match[3] ?? match[4] ?? match[6] ?? '';
  const name = declared.has(written) ? written : placeholderName(written);
  return { kind: 'placeholder', name, written: match[0], span };
}

/** A declared input as a hole, under its own name. */
export function inputHole(name: string, optional: boolean, span: Span): PlaceholderHole {
  return { kind: 'placeholder', name, written: name, ...(optional ? { optional: true } : {}), span };
}
