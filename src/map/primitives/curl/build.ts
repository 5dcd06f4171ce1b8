import { hasMark } from '../../../http/url/marks.ts';
import type { BodyTemplate, MultipartField, RequestTemplate } from '../../../ir/request.ts';
import type { Span } from '../../../ir/span.ts';
import { literalText, type Text } from '../../../ir/text.ts';
import { bodyParts, queryText } from './data.ts';
import type { FormField } from './form.ts';
import { expandGlob, requestLimit } from './glob.ts';
import { readHeader } from './headers.ts';
import type { Node, Operation } from './operation.ts';
import { outputOf, type TargetOutput } from './output.ts';
import type { Reading } from './reading.ts';
import { shown } from './reading.ts';
import { type BodyKind, requestHeaders } from './request-headers.ts';
import { dynamic, isStop, orStop, refused, type Stop, unmapped, usage } from './stop.ts';
import { readTarget, type Target } from './target.ts';

/** One operation as requests, in the order curl sends them. */
export function buildRequests(operation: Operation, reading: Reading, span: Span): readonly RequestTemplate[] | Stop {
  const conflict = operationProblem(operation);
  if (conflict !== undefined) return conflict;
  const nodes = operation.nodes.filter((node) => node.url !== undefined);
  if (nodes.length === 0) return usage('no URL');
  if (nodes.length > requestLimit) return refused('map/url-glob', `more than ${requestLimit} requests`);
  if (nodes.length > 1 && nodes.some((node) => node.url !== undefined && isOneHole(node.url))) {
    return dynamic('a variable stands where either an option or a URL could stand');
  }
  const out: RequestTemplate[] = [];
  for (const node of nodes) {
    const requests = nodeRequests(operation, node, reading, span);
    if (isStop(requests)) return { ...(node.span === undefined ? {} : { span: node.span }), ...requests };
    out.push(...requests);
  }
  if (out.length > requestLimit) return refused('map/url-glob', `more than ${requestLimit} requests`);
  if (reading.stdinReads > 0 && (out.length > 1 || reading.stdinReads > 1)) {
    return unmapped('standard input is read more than once');
  }
  return out.map((request, at) => (at === 0 ? request : withMoreHeads(request)));
}

function withMoreHeads(request: RequestTemplate): RequestTemplate {
  const { headerFile } = request;
  return headerFile === undefined ? request : { ...request, headerFile: { ...headerFile, append: true } };
}

function isOneHole(url: string): boolean {
  return url.length === 1 && hasMark(url);
}

/** curl takes one kind of request only. */
function operationProblem(operation: Operation): Stop | undefined {
  const { data, form, head, get, nodes, fail, failWithBody } = operation;
  const uploads = nodes.some((node) => node.upload !== undefined && node.upload !== '');
  const kinds = [data.length > 0 && !get, form.length > 0, head, uploads, data.length > 0 && get && !head];
  if (kinds.filter(Boolean).length > 1) return usage('curl sends either data, a form, an upload or a HEAD request');
  if (fail && failWithBody) return usage('`--fail` and `--fail-with-body` together');
  return undefined;
}

function nodeRequests(
  operation: Operation,
  node: Node,
  reading: Reading,
  span: Span,
): readonly RequestTemplate[] | Stop {
  const { marks } = reading;
  const url = node.url ?? '';
  const globbed = operation.globOff ? [{ url, matches: [] }] : orStop(expandGlob(url, marks), shown(url, marks));
  if (isStop(globbed)) return globbed;
  const query = queryOf(operation);
  if (isStop(query)) return query;
  const out: RequestTemplate[] = [];
  for (const match of globbed) {
    const target = readTarget(operation, node, match.url, query, reading);
    if (isStop(target)) return target;
    const output = outputOf(operation, node, target, match.matches, marks);
    if (isStop(output)) return output;
    const request = buildRequest(operation, node, target, output, reading, span);
    if (isStop(request)) return request;
    out.push(request);
  }
  return out;
}

/** `-G` data hides `--url-query`. */
function queryOf(operation: Operation): string | undefined | Stop {
  if (operation.get && operation.data.length > 0) return queryText(operation.data);
  return operation.query.length > 0 ? queryText(operation.query) : undefined;
}

function buildRequest(
  operation: Operation,
  node: Node,
  target: Target,
  output: TargetOutput,
  reading: Reading,
  span: Span,
): RequestTemplate | Stop {
  const { marks } = reading;
  const kind = bodyKind(operation, node);
  const headers = requestHeaders(operation, kind, marks);
  if (isStop(headers)) return headers;
  const method = methodOf(operation, kind);
  if (isStop(method)) return method;
  const auth = basicAuth(operation, target, headers.decided, reading);
  if (isStop(auth)) return auth;
  const body = bodyOf(operation, node, kind, reading);
  const [cookieFile, ...others] = operation.cookieFiles.filter((path) => path !== '');
  if (others.length > 0 || cookieFile === '-') return unmapped('cookies from several files or from standard input');
  if (cookieFile !== undefined && operation.junkSession) return unmapped('`-j` leaves out some cookies of the file');
  const request: Writable<RequestTemplate> = {
    method: marks.text(method),
    url: marks.text(target.url),
    headers: headers.headers,
    impliedHeaders: headers.impliedHeaders,
    redirects:
      operation.follow && operation.maxRedirects > 0
        ? { kind: 'follow', max: operation.maxRedirects }
        : { kind: 'none' },
    failOnStatus: operation.fail || operation.failWithBody,
    includeHeaders: operation.includeHeaders || output.headersToStdout,
    decompress: operation.compressed,
    output: output.output,
    writes: [],
    span,
  };
  if (auth !== undefined) request.basicAuth = auth;
  if (body !== undefined) request.body = body;
  if (operation.timeoutMs !== undefined) request.timeoutMs = operation.timeoutMs;
  if (operation.connectTimeoutMs !== undefined) request.connectTimeoutMs = operation.connectTimeoutMs;
  if (operation.retries !== undefined) request.retries = operation.retries;
  if (output.headerFile !== undefined) request.headerFile = { path: output.headerFile };
  if (output.cookieJar !== undefined) request.cookieJar = output.cookieJar;
  if (operation.writeOut !== undefined) request.writeOut = marks.text(operation.writeOut);
  if (cookieFile !== undefined) request.cookieFile = marks.text(cookieFile);
  return request;
}

/** While it is being built. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

function bodyKind(operation: Operation, node: Node): BodyKind {
  if (node.upload !== undefined && node.upload !== '') return isStdin(node.upload) ? 'chunked' : 'upload';
  if (operation.form.length > 0) return 'multipart';
  return operation.data.length > 0 && !operation.get ? 'form' : 'none';
}

function isStdin(upload: string): boolean {
  return upload === '-' || upload === '.';
}

function methodOf(operation: Operation, kind: BodyKind): string | Stop {
  const { method } = operation;
  if (method !== undefined) {
    if (hasMark(method) || /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method)) return method;
    return refused('map/header-control', `\`${method}\` is no method`);
  }
  if (operation.head) return 'HEAD';
  if (kind === 'upload' || kind === 'chunked') return 'PUT';
  return kind === 'none' ? 'GET' : 'POST';
}

/** `-u` wins over the URL; a header of the command wins over both. */
function basicAuth(
  operation: Operation,
  target: Target,
  decided: ReadonlySet<string>,
  { marks }: Reading,
): { readonly user: Text; readonly password: Text } | undefined | Stop {
  if (operation.bearer !== undefined) return undefined;
  const login = operation.user ?? target.userinfo;
  if (login === undefined) return undefined;
  const colon = login.indexOf(':');
  if (colon < 0 && operation.user !== undefined && !hasMark(login)) {
    return usage('`-u` without a password asks for one', 'write `-u user:password`, or `-u user:` for none');
  }
  if (decided.has('authorization')) return undefined;
  if (colon < 0) return { user: marks.text(login), password: [] };
  return { user: marks.text(login.slice(0, colon)), password: marks.text(login.slice(colon + 1)) };
}

function bodyOf(operation: Operation, node: Node, kind: BodyKind, reading: Reading): BodyTemplate | undefined {
  const { marks } = reading;
  switch (kind) {
    case 'none':
      return undefined;
    case 'form':
      return { kind: 'bytes', parts: bodyParts(operation.data, marks) };
    case 'multipart':
      return { kind: 'multipart', fields: operation.form.map((field) => multipartField(field, reading)) };
    case 'upload':
      return { kind: 'bytes', parts: [{ kind: 'file', path: marks.text(node.upload ?? ''), mode: 'keep' }] };
    case 'chunked':
      reading.stdinReads++;
      return { kind: 'bytes', parts: [stdinUpload(reading)] };
  }
}

function stdinUpload({ stdin, marks }: Reading): Extract<BodyTemplate, { kind: 'bytes' }>['parts'][number] {
  switch (stdin.kind) {
    case 'stream':
      return { kind: 'stdin', mode: 'keep' };
    case 'text':
      return { kind: 'text', text: marks.text(stdin.text) };
    case 'file':
      return { kind: 'file', path: marks.text(stdin.path), mode: 'keep' };
  }
}

function multipartField(field: FormField, { marks }: Reading): MultipartField {
  const { value } = field;
  return {
    name: marks.text(field.name),
    value:
      value.kind === 'text'
        ? { kind: 'text', text: marks.text(value.text) }
        : value.kind === 'file'
          ? { kind: 'file', path: marks.text(value.path), attach: value.attach }
          : value,
    ...(field.filename === undefined ? {} : { filename: marks.text(field.filename) }),
    ...(field.contentType === undefined ? {} : { contentType: marks.text(field.contentType) }),
    headers: field.headers.flatMap((line) => {
      const header = readHeader(line);
      return header.kind === 'send' ? [{ name: literalText(header.name), value: marks.text(header.value) }] : [];
    }),
  };
}
