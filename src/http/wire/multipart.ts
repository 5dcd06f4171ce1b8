import type { MultipartField } from '../../ir/request.ts';
import { joinBytes, utf8 } from './bytes.ts';
import { isWireProblem, literalValue, readFile, type WireProblem, type WireSource } from './source.ts';

/** The types curl knows by the end of a file name. */
const typesByEnding: readonly (readonly [ending: string, type: string])[] = [
  ['.gif', 'image/gif'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.pdf', 'application/pdf'],
  ['.xml', 'application/xml'],
];

/** `contentType` is the request's own: only in a form are the parts `form-data`. */
export function multipartBody(
  fields: readonly MultipartField[],
  contentType: string,
  source: WireSource,
): Uint8Array | WireProblem {
  const isForm = /^multipart\/form-data(?:$|[\s;])/i.test(contentType);
  const chunks: Uint8Array[] = [];
  for (const field of fields) {
    const head = fieldHead(field, isForm);
    if (isWireProblem(head)) return head;
    const content = fieldContent(field, source);
    if (isWireProblem(content)) return content;
    chunks.push(utf8(`--${source.boundary}\r\n${head}\r\n`), content, utf8('\r\n'));
  }
  chunks.push(utf8(`--${source.boundary}--\r\n`));
  return joinBytes(chunks);
}

function fieldContent({ value }: MultipartField, source: WireSource): Uint8Array | WireProblem {
  switch (value.kind) {
    case 'text': {
      const text = literalValue(value.text, 'form field');
      return typeof text === 'string' ? utf8(text) : text;
    }
    case 'file':
      return readFile(value.path, source);
    case 'stdin':
      return source.stdin;
  }
}

function fieldHead(field: MultipartField, isForm: boolean): string | WireProblem {
  const name = literalValue(field.name, 'field name');
  const filename = fileNameOf(field);
  const given = field.contentType === undefined ? undefined : literalValue(field.contentType, 'content type');
  if (isWireProblem(name)) return name;
  if (isWireProblem(filename)) return filename;
  if (isWireProblem(given)) return given;
  const own = ownHeaders(field);
  if (isWireProblem(own)) return own;
  const type = given ?? own.find(([header]) => is(header, 'content-type'))?.[1] ?? guessedType(field, filename);
  const lines: string[] = [];
  if (!own.some(([header]) => is(header, 'content-disposition'))) lines.push(...disposition(name, filename, isForm));
  if (type !== undefined) lines.push(`Content-Type: ${type}`);
  for (const [header, value] of own) if (!is(header, 'content-type')) lines.push(`${header}: ${value}`);
  return lines.map((line) => `${line}\r\n`).join('');
}

function is(header: string, name: string): boolean {
  return header.toLowerCase() === name;
}

function disposition(name: string, filename: string | undefined, isForm: boolean): readonly string[] {
  if (!isForm && name === '' && filename === undefined) return [];
  const named = name === '' ? '' : `; name="${escapeQuoted(name)}"`;
  return [
    `Content-Disposition: ${isForm ? 'form-data' : 'attachment'}${named}${filename === undefined ? '' : `; filename="${escapeQuoted(filename)}"`}`,
  ];
}

function escapeQuoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function ownHeaders({ headers }: MultipartField): readonly (readonly [string, string])[] | WireProblem {
  const out: (readonly [string, string])[] = [];
  for (const header of headers) {
    const name = literalValue(header.name, 'header name');
    const value = literalValue(header.value, 'header');
    if (isWireProblem(name)) return name;
    if (isWireProblem(value)) return value;
    out.push([name, value]);
  }
  return out;
}

/** A file that is attached goes by the last part of its path. */
function fileNameOf({ value, filename }: MultipartField): string | undefined | WireProblem {
  if (filename !== undefined) return literalValue(filename, 'file name');
  if (value.kind === 'text' || !value.attach) return undefined;
  if (value.kind === 'stdin') return '-';
  const path = literalValue(value.path, 'file name');
  return typeof path === 'string' ? path.slice(path.lastIndexOf('/') + 1) : path;
}

function guessedType({ value }: MultipartField, filename: string | undefined): string | undefined {
  const byName = filename === undefined ? undefined : typeByEnding(filename);
  if (value.kind !== 'file') return byName;
  const path = literalValue(value.path, 'file name');
  const byPath = typeof path === 'string' ? typeByEnding(path) : undefined;
  const type = byName ?? byPath ?? (filename === undefined ? undefined : 'application/octet-stream');
  return type === 'text/plain' && filename === undefined ? undefined : type;
}

function typeByEnding(name: string): string | undefined {
  const lower = name.toLowerCase();
  return typesByEnding.find(([ending]) => lower.endsWith(ending))?.[1];
}
