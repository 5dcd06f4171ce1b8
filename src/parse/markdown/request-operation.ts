import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { endpointRequest, header, urlTemplate } from '../../ir/endpoint-request.ts';
import type { Json, Schema } from '../../ir/json.ts';
import { placeholderName } from '../../ir/placeholder-name.ts';
import type { BodyTemplate, HeaderTemplate, JsonTemplate } from '../../ir/request.ts';
import { schemaOf, schemaWithDefault } from '../../ir/schema-of.ts';
import type { HttpBody } from '../../ir/skill.ts';
import { concatTexts, isHole, type Text } from '../../ir/text.ts';
import { joinBase } from './base-url.ts';
import { looseJson } from './loose-json.ts';
import type { WrittenRequest } from './request-block.ts';
import { type SourceText, sourceOffset, sourceSpan } from './source-text.ts';
import { isStandIn } from './stand-in.ts';

export interface RequestContext {
  readonly source: string;
  /** Known base of relative paths. */
  readonly baseUrl?: string;
  /** The setting that stands for it when none is known. */
  readonly baseSetting: string;
}

export interface RequestOperation {
  readonly body: HttpBody;
  readonly input?: Schema;
  /** For naming: the path without origin and query. */
  readonly path: string;
}

/** A written request as an operation; undefined with a diagnostic when a part of it was not understood. */
export function requestOperation(
  written: WrittenRequest,
  context: RequestContext,
): { readonly operation?: RequestOperation; readonly diagnostics: readonly Diagnostic[] } {
  const span = sourceSpan(written.lines, context.source);
  const unread = (message: string, part: SourceText): { readonly diagnostics: readonly Diagnostic[] } => ({
    diagnostics: [diagnose('parse/request-unread', message, sourceSpan(part, context.source))],
  });
  if (written.unread !== undefined) {
    return unread(`\`${written.unread.text.trim().slice(0, 80)}\` is no header and no JSON body`, written.unread);
  }
  const json = written.body === undefined ? undefined : looseJson(written.body, context.source);
  if (written.body !== undefined && json === undefined) return unread('the body is not JSON', written.body);
  const headers = written.headers
    .filter(({ name }) => name.toLowerCase() !== 'host')
    .map((one) => headerOf(one, context.source));
  const url = urlOf(written, context);
  const holes = new Set(
    [url, ...headers.map(({ value }) => value)].flatMap((text) => text.filter(isHole).map(({ name }) => name)),
  );
  const body = json === undefined ? undefined : bodyOf(json.value, holes);
  const request = endpointRequest({
    method: written.method,
    url,
    headers,
    ...(body === undefined ? {} : { body: body.template }),
    span,
  });
  const path = written.target.text.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  return {
    operation: { body: { kind: 'http', request }, ...(body === undefined ? {} : { input: body.input }), path },
    diagnostics: [],
  };
}

function headerOf(written: WrittenRequest['headers'][number], source: string): HeaderTemplate {
  return header(written.name, templateOf(written.value.text, written.value, 0, source));
}

function templateOf(text: string, from: SourceText, offset: number, source: string): Text {
  return urlTemplate(text, sourceSpan(from, source), new Set(), (at) => sourceOffset(from, Math.max(0, at - offset)));
}

/** Absolute as it is; else behind the Host header, the known base, or a setting. */
function urlOf(written: WrittenRequest, context: RequestContext): Text {
  const { target } = written;
  const path = target.text.replace(/#.*$/, '');
  if (!path.startsWith('/')) return templateOf(path, target, 0, context.source);
  const host = written.headers.find(({ name }) => name.toLowerCase() === 'host')?.value.text.trim();
  const base = host === undefined || !/^[\w.-]+(?::\d+)?$/.test(host) ? context.baseUrl : `https://${host}`;
  if (base !== undefined) {
    const url = joinBase(base, path);
    return templateOf(url, target, url.length - path.length, context.source);
  }
  const span = sourceSpan(target, context.source);
  return concatTexts(
    [{ kind: 'variable', name: context.baseSetting, span }],
    templateOf(path, target, 0, context.source),
  );
}

interface RequestBody {
  readonly template: BodyTemplate;
  readonly input: Schema;
}

/** Each member of the object is an input of its own; anything else is one input, `body`. */
function bodyOf(value: Json, taken: ReadonlySet<string>): RequestBody {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const name = taken.has('body') ? 'request_body' : 'body';
    return {
      template: { kind: 'json', value: { kind: 'param', name, optional: false } },
      input: { type: 'object', properties: { [name]: schemaWithDefault(value) } },
    };
  }
  const members = Object.entries(value).filter(([key]) => key !== '...' && key !== '…');
  const fields = members.map(([key, sample]) => ({ key, sample, name: freeName(key, taken) }));
  const required = fields.filter(({ sample }) => !isDefault(sample)).map(({ name }) => name);
  const properties = fields.map(({ name, sample }) => [
    name,
    isDefault(sample) ? schemaWithDefault(sample) : openSchema(sample),
  ]);
  const template: JsonTemplate = {
    kind: 'object',
    members: fields.map(({ key, name }) => ({ key, value: { kind: 'param', name, optional: false } })),
  };
  return {
    template: { kind: 'json', value: template },
    input: {
      type: 'object',
      properties: Object.fromEntries(properties) as Schema,
      ...(required.length === 0 ? {} : { required }),
    },
  };
}

/** A member that shares its name with a part of the path must not share its sample value. */
function freeName(key: string, taken: ReadonlySet<string>): string {
  return taken.has(key) || taken.has(placeholderName(key)) ? `body_${key}` : key;
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['str', 'string'],
  ['text', 'string'],
  ['number', 'number'],
  ['float', 'number'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['boolean', 'boolean'],
  ['bool', 'boolean'],
  ['array', 'array'],
  ['object', 'object'],
]);

/** A sample that makes sense as it is: no type's name, no stand-in, not empty. */
function isDefault(sample: Json): boolean {
  if (sample === null) return false;
  if (typeof sample === 'object')
    return !/\.\.\.|…|"[^"]*\byour\b|<[^<>"]+>/i.test(JSON.stringify(sample).slice(0, 20_000));
  if (typeof sample !== 'string') return true;
  return !(typeNames.has(sample.toLowerCase()) || isStandIn(sample) || /^\{+[\w .-]+\}+$|^$|\buuid\b/i.test(sample));
}

function openSchema(sample: Json): Schema {
  const type = typeof sample === 'string' ? typeNames.get(sample.toLowerCase()) : undefined;
  return type === undefined ? schemaOf(sample) : { type };
}
