import { diagnose } from '../../ir/diagnostic.ts';
import { endpointRequest, header, inputHole, takesQuery, urlTemplate } from '../../ir/endpoint-request.ts';
import type { BodyTemplate, HeaderTemplate } from '../../ir/request.ts';
import type { HttpBody } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { concatTexts, isHole, type Text } from '../../ir/text.ts';
import { asString, type DataNode, entriesOf, get } from '../data/index.ts';
import { type InputField, isOptional } from '../openapi/inputs.ts';
import { isFieldName } from '../openapi/security.ts';
import { type Auth, readAuth } from './auth.ts';
import { locator } from './command.ts';
import { type Reading, textField } from './report.ts';
import type { Requires } from './requires.ts';

export interface SkillDefaults {
  readonly requires: Requires;
  readonly auth: Auth;
  /** Of endpoints that begin with a slash. */
  readonly baseUrl: string | undefined;
}

export interface ReadEndpoint {
  readonly body: HttpBody;
  readonly fields: readonly InputField[];
  readonly auth: Auth;
  readonly method: string;
  readonly path: string;
}

/** `endpoint` with `method`, `auth` and inputs: those not in the URL go into the query, or into a JSON body. */
export function readEndpoint(
  reading: Reading,
  operation: DataNode,
  inputs: readonly InputField[],
  defaults: SkillDefaults,
): ReadEndpoint | undefined {
  const node = get(operation, 'endpoint', 'url');
  const written = textField(reading, operation, 'endpoint', 'url')?.trim();
  if (node === undefined || written === undefined || written === '') return undefined;
  const line = /^([A-Z]{3,7})\s+(\S.*)$/.exec(written);
  const url = line?.[2] ?? written;
  const method = methodOf(reading, operation, line?.[1]);
  const names = new Set(inputs.map(({ name }) => name));
  const text = urlText(reading, url, node, names, defaults.baseUrl);
  const used = new Set(text.filter(isHole).map(({ name }) => name));
  const fields = [...inputs.map((field) => inPlace(field, used)), ...undeclared(text, names)];
  const auth = get(operation, 'auth') === undefined ? defaults.auth : readAuth(reading, get(operation, 'auth'));
  const free = fields.filter(({ name }) => !used.has(name));
  const query = takesQuery(method) ? free : [];
  const request = endpointRequest({
    method,
    url: text,
    query: [...query.map((field) => header(field.name, [queryHole(field, operation.span)])), ...auth.query],
    cookies: auth.cookies,
    headers: [...auth.headers, ...headersOf(reading, operation, names)],
    ...(auth.basicAuth === undefined ? {} : { basicAuth: auth.basicAuth }),
    ...(takesQuery(method) || free.length === 0 ? {} : { body: jsonBody(free) }),
    span: operation.span,
  });
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  return { body: { kind: 'http', request }, fields, auth, method, path };
}

function methodOf(reading: Reading, operation: DataNode, inLine: string | undefined): string {
  const written = textField(reading, operation, 'method')?.trim().toUpperCase() ?? inLine;
  if (written !== undefined && /^[A-Z]{1,32}$/.test(written) && written !== 'CONNECT') return written;
  const node = get(operation, 'method');
  const diagnostic =
    node === undefined
      ? diagnose(
          'parse/field-missing',
          'an `endpoint` without `method` is read as GET',
          get(operation, 'endpoint')?.span,
        )
      : diagnose('parse/field-value', '`method` is no HTTP method; GET is used', node.span);
  reading.diagnostics.push(diagnostic);
  return 'GET';
}

/** Absolute as written; `/path` behind the skill's base, or behind a setting; a bare host gets https. */
function urlText(
  reading: Reading,
  url: string,
  node: DataNode,
  names: ReadonlySet<string>,
  baseUrl: string | undefined,
): Text {
  const locate = node.kind === 'string' ? locator(node) : () => node.span.start;
  const shift = node.kind === 'string' ? Math.max(0, node.value.indexOf(url)) : 0;
  const template = (text: string, lead: number): Text =>
    urlTemplate(text.replace(/#.*$/s, ''), node.span, names, (offset) => locate(shift + Math.max(0, offset - lead)));
  if (url.startsWith('/')) {
    const base = baseUrl?.replace(/(?<!\/)\/+$/, '');
    if (base !== undefined && base !== '') return template(base + url, base.length);
    const name = `${reading.prefix}_BASE_URL`;
    reading.diagnostics.push(
      diagnose('parse/server-open', `the endpoint names no host; \`${name}\` gives it`, node.span),
    );
    return concatTexts([{ kind: 'variable', name, span: node.span }], template(url, 0));
  }
  // `https:/x` and `javascript:x` have a scheme, if not a good one; `host:8080` and `host:{port}` have none.
  if (/^(?:[a-z][a-z0-9+.-]{0,20}:(?![\d$<{])|[$<{])/i.test(url)) return template(url, 0);
  reading.diagnostics.push(diagnose('parse/field-value', `\`${url}\` has no scheme; https is used`, node.span));
  return template(`https://${url}`, 'https://'.length);
}

/** What stands in the URL must be given. */
function inPlace(field: InputField, used: ReadonlySet<string>): InputField {
  return used.has(field.name) && !field.required ? { ...field, required: true } : field;
}

function undeclared(text: Text, names: ReadonlySet<string>): readonly InputField[] {
  const missing = new Set(
    text.flatMap((piece) => (piece.kind === 'placeholder' && !names.has(piece.name) ? [piece.name] : [])),
  );
  const open = new Set(originHoles(text));
  return [...missing]
    .filter((name) => !open.has(name))
    .map((name) => ({ name, schema: { type: 'string' }, required: true }));
}

/** Placeholders before the path: the host's to set, not the caller's. */
function originHoles(text: Text): readonly string[] {
  const out: string[] = [];
  let before = '';
  for (const piece of text) {
    if (before.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').includes('/')) break;
    if (piece.kind === 'literal') before += piece.value;
    else out.push(piece.name);
  }
  return out;
}

function queryHole(field: InputField, span: Span) {
  const hole = inputHole(field.name, isOptional(field), span);
  if (field.schema.type === 'array') return { ...hole, style: 'repeat' as const };
  return field.schema.type === 'object' ? { ...hole, style: 'json' as const } : hole;
}

function jsonBody(fields: readonly InputField[]): BodyTemplate {
  const members = fields.map((field) => ({
    key: field.name,
    value: { kind: 'param' as const, name: field.name, optional: isOptional(field) },
  }));
  return { kind: 'json', value: { kind: 'object', members } };
}

function headersOf(reading: Reading, operation: DataNode, names: ReadonlySet<string>): readonly HeaderTemplate[] {
  return entriesOf(get(operation, 'headers')).flatMap(({ key, keySpan, value }) => {
    const text = asString(value);
    if (text === undefined || !isFieldName(key) || /[\r\n]/.test(text)) {
      reading.diagnostics.push(diagnose('parse/field-value', `the header \`${key}\` is left out`, keySpan));
      return [];
    }
    return [header(key, urlTemplate(text, value.span, names))];
  });
}
