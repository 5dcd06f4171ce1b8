import { paramStyle, span } from './plan-shape.ts';
import type {
  BodyPart,
  BodyTemplate,
  HeaderTemplate,
  JsonTemplate,
  MultipartField,
  RedirectPolicy,
  RequestTemplate,
} from './request.ts';
import { byKind, flag, later, list, number, only, optional, text as plain, record, type Shape } from './shape.ts';
import type { DynamicHole, LiteralPiece, Piece, PlaceholderHole, SecretHole, Text, VariableHole } from './text.ts';

const piece: Shape<Piece> = byKind<Piece>({
  literal: record<LiteralPiece>({ kind: only('literal'), value: plain, glob: optional(only(true)) }),
  variable: record<VariableHole>({
    kind: only('variable'),
    name: plain,
    fallback: optional(plain),
    optional: optional(only(true)),
    span,
  }),
  placeholder: record<PlaceholderHole>({
    kind: only('placeholder'),
    name: plain,
    written: plain,
    optional: optional(only(true)),
    style: optional(paramStyle),
    span,
  }),
  secret: record<SecretHole>({ kind: only('secret'), name: plain, span }),
  dynamic: record<DynamicHole>({
    kind: only('dynamic'),
    name: plain,
    reason: plain,
    span,
    from: optional(list(plain)),
    variables: optional(list(plain)),
    login: optional(
      record({ user: (value, depth) => text(value, depth), password: (value, depth) => text(value, depth) }),
    ),
  }),
});

const text: Shape<Text> = list(piece);
const header = record<HeaderTemplate>({ name: text, value: text });
const mode = only('strip', 'keep', 'urlencoded');

type Of<T extends { readonly kind: string }, K extends T['kind']> = Extract<T, { readonly kind: K }>;

const bodyPart = byKind<BodyPart>({
  text: record<Of<BodyPart, 'text'>>({ kind: only('text'), text }),
  urlencoded: record<Of<BodyPart, 'urlencoded'>>({ kind: only('urlencoded'), text }),
  file: record<Of<BodyPart, 'file'>>({ kind: only('file'), path: text, mode }),
  stdin: record<Of<BodyPart, 'stdin'>>({ kind: only('stdin'), mode }),
});

type FieldValue = MultipartField['value'];

const multipartField = record<MultipartField>({
  name: text,
  value: byKind<FieldValue>({
    text: record<Of<FieldValue, 'text'>>({ kind: only('text'), text }),
    file: record<Of<FieldValue, 'file'>>({ kind: only('file'), path: text, attach: flag }),
    stdin: record<Of<FieldValue, 'stdin'>>({ kind: only('stdin'), attach: flag }),
  }),
  filename: optional(text),
  contentType: optional(text),
  headers: list(header),
});

const jsonScalar: Shape<null | boolean | number> = (value) =>
  value === null || typeof value === 'boolean' || typeof value === 'number' ? undefined : '';

const json: Shape<JsonTemplate> = byKind<JsonTemplate>({
  text: record<Of<JsonTemplate, 'text'>>({ kind: only('text'), text }),
  value: record<Of<JsonTemplate, 'value'>>({ kind: only('value'), value: jsonScalar }),
  param: record<Of<JsonTemplate, 'param'>>({ kind: only('param'), name: plain, optional: flag }),
  object: record<Of<JsonTemplate, 'object'>>({
    kind: only('object'),
    members: list(record<Of<JsonTemplate, 'object'>['members'][number]>({ key: plain, value: later(() => json) })),
  }),
  array: record<Of<JsonTemplate, 'array'>>({ kind: only('array'), items: list(later(() => json)) }),
});

const body = byKind<BodyTemplate>({
  bytes: record<Of<BodyTemplate, 'bytes'>>({ kind: only('bytes'), parts: list(bodyPart) }),
  multipart: record<Of<BodyTemplate, 'multipart'>>({ kind: only('multipart'), fields: list(multipartField) }),
  json: record<Of<BodyTemplate, 'json'>>({ kind: only('json'), value: json }),
  form: record<Of<BodyTemplate, 'form'>>({
    kind: only('form'),
    fields: list(record<Of<BodyTemplate, 'form'>['fields'][number]>({ name: plain, value: text })),
  }),
});

const redirects = byKind<RedirectPolicy>({
  none: record<Of<RedirectPolicy, 'none'>>({ kind: only('none') }),
  follow: record<Of<RedirectPolicy, 'follow'>>({ kind: only('follow'), max: number }),
  'same-origin': record<Of<RedirectPolicy, 'same-origin'>>({ kind: only('same-origin'), max: number }),
});

type Output = RequestTemplate['output'];

export const requestTemplate = record<RequestTemplate>({
  method: text,
  url: text,
  query: optional(list(header)),
  cookies: optional(list(header)),
  headers: list(header),
  impliedHeaders: list(header),
  basicAuth: optional(record<NonNullable<RequestTemplate['basicAuth']>>({ user: text, password: text })),
  body: optional(body),
  redirects,
  failOnStatus: flag,
  includeHeaders: flag,
  decompress: flag,
  timeoutMs: optional(number),
  connectTimeoutMs: optional(number),
  retries: optional(number),
  output: byKind<Output>({
    stdout: record<Of<Output, 'stdout'>>({ kind: only('stdout') }),
    file: record<Of<Output, 'file'>>({ kind: only('file'), path: text, createDirs: optional(only('750', '777')) }),
    none: record<Of<Output, 'none'>>({ kind: only('none') }),
  }),
  headerFile: optional(
    record<NonNullable<RequestTemplate['headerFile']>>({ path: text, append: optional(only(true)) }),
  ),
  cookieJar: optional(text),
  writeOut: optional(text),
  writes: list(text),
  cookieFile: optional(text),
  span,
});
