import type { BodyPart, BodyTemplate, MultipartField } from '../../../ir/request.ts';
import { literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { CommandWords } from '../../primitive.ts';
import { literalPrefix, splitAtFirst } from '../../text-slice.ts';
import { type HttpieItem, isData } from './httpie-item.ts';
import { insert, type JsonNode, readPath, writeNode } from './nested-json.ts';
import { pythonJson, pythonText } from './python-json.ts';

export type BodyKind = 'json' | 'form' | 'multipart';

export interface HttpieBody {
  readonly body?: BodyTemplate;
  readonly contentType?: string;
}

/** The body that the items make; a string says why it is not one we can say. */
export function itemsBody(items: readonly HttpieItem[], kind: BodyKind): HttpieBody | string {
  const data = items.filter(isData);
  if (kind === 'multipart' || (kind === 'form' && data.some((item) => item.separator === '@'))) return multipart(data);
  if (kind === 'form') return form(data);
  if (data.some((item) => item.separator === '@')) return uploaded(data);
  return data.length === 0 ? {} : json(data);
}

/** HTTPie sends whatever is piped into it. */
export function stdinBody(stdin: CommandWords['stdin']): BodyTemplate | undefined {
  switch (stdin.kind) {
    case 'none':
      return undefined;
    case 'pipe':
      return { kind: 'bytes', parts: [{ kind: 'stdin', mode: 'keep' }] };
    case 'text':
      return { kind: 'bytes', parts: [{ kind: 'text', text: stdin.text }] };
    case 'file':
      return { kind: 'bytes', parts: [{ kind: 'file', path: stdin.path, mode: 'keep' }] };
  }
}

function json(data: readonly HttpieItem[]): HttpieBody | string {
  let root: JsonNode | undefined;
  for (const item of data) {
    const leaf = jsonLeaf(item);
    if (typeof leaf === 'string') return leaf;
    const path = readPath(item.key);
    root = path === undefined ? undefined : insert(root, path, leaf);
    if (root === undefined) return `the key \`${item.key}\` is not one we can read`;
  }
  if (root === undefined) return {};
  return { body: { kind: 'bytes', parts: [{ kind: 'text', text: writeNode(root) }] }, contentType: 'application/json' };
}

function jsonLeaf(item: HttpieItem): JsonNode | string {
  if (item.separator === '=') return { kind: 'leaf', text: pythonText(item.value) };
  if (item.separator !== ':=') return 'the content of a file inside a JSON body is not modelled';
  const raw = literalOf(item.value);
  if (raw === undefined) return `the JSON of \`${item.key}\` holds a value from outside; use \`=\` for text`;
  const text = pythonJson(raw);
  return text === undefined
    ? `the value of \`${item.key}\` is not plain JSON`
    : { kind: 'leaf', text: literalText(text) };
}

function form(data: readonly HttpieItem[]): HttpieBody | string {
  const parts: BodyPart[] = [];
  for (const [index, item] of data.entries()) {
    const value = formValue(item);
    if (value === undefined) return `\`${item.key}${item.separator}\` in a form is not modelled`;
    parts.push({ kind: 'text', text: literalText(`${index === 0 ? '' : '&'}${quotePlus(item.key)}=`) }, ...value);
  }
  return {
    ...(parts.length === 0 ? {} : { body: { kind: 'bytes', parts: joined(parts) } }),
    contentType: 'application/x-www-form-urlencoded; charset=utf-8',
  };
}

function formValue(item: HttpieItem): readonly BodyPart[] | undefined {
  if (item.separator === '=@') {
    return isHome(item.value) ? undefined : [{ kind: 'file', path: item.value, mode: 'urlencoded' }];
  }
  if (item.separator === ':=') return undefined;
  return item.value.map((piece) =>
    piece.kind === 'literal'
      ? { kind: 'text', text: literalText(quotePlus(piece.value)) }
      : { kind: 'urlencoded', text: [piece] },
  );
}

/** Neighbouring text parts as one. */
function joined(parts: readonly BodyPart[]): readonly BodyPart[] {
  const out: BodyPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') {
      out[out.length - 1] = { kind: 'text', text: literalText(`${literalOf(last.text)}${literalOf(part.text)}`) };
    } else out.push(part);
  }
  return out;
}

/** Python's `quote_plus`. */
export function quotePlus(value: string): string {
  return encodeURIComponent(value.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

function multipart(data: readonly HttpieItem[]): HttpieBody | string {
  const fields: MultipartField[] = [];
  for (const item of data) {
    const field = multipartField(item);
    if (field === undefined) return `\`${item.key}${item.separator}\` in a multipart body is not modelled`;
    fields.push(field);
  }
  return { body: { kind: 'multipart', fields }, contentType: 'multipart/form-data' };
}

function multipartField(item: HttpieItem): MultipartField | undefined {
  const name = literalText(item.key);
  if (item.separator === '=') return { name, value: { kind: 'text', text: item.value }, headers: [] };
  if (isHome(item.value) || (item.separator !== '@' && item.separator !== '=@')) return undefined;
  if (item.separator === '=@') return { name, value: { kind: 'file', path: item.value, attach: false }, headers: [] };
  const typed = splitAtFirst(item.value, ';type=');
  const path = typed?.before ?? item.value;
  const known = fileType(path);
  const contentType = typed?.after ?? (known === undefined ? undefined : literalText(known));
  if (contentType === undefined) return undefined;
  return { name, value: { kind: 'file', path, attach: true }, contentType, headers: [] };
}

/** `http POST url @file`: the file is the body. */
function uploaded(data: readonly HttpieItem[]): HttpieBody | string {
  const [item, ...more] = data;
  if (item === undefined || more.length > 0 || item.key !== '')
    return 'a file among JSON fields; HTTPie asks for `--form`';
  const contentType = fileType(item.value);
  if (contentType === undefined || isHome(item.value) || (literalOf(item.value) ?? '').includes(';type=')) {
    return 'the type of the file that is sent is not known';
  }
  return { body: { kind: 'bytes', parts: [{ kind: 'file', path: item.value, mode: 'keep' }] }, contentType };
}

/** What every Python says of a name's end; of others, the machine's own table decides. */
function fileType(path: Text): string | undefined {
  return fileTypes.get(/\.([a-z0-9]+)$/i.exec(literalOf(path) ?? '')?.[1]?.toLowerCase() ?? '');
}

const fileTypes: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['txt', 'text/plain'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
  ['bin', 'application/octet-stream'],
]);

/** `~` is the reader's home, which HTTPie expands by itself. */
function isHome(path: Text): boolean {
  return literalPrefix(path).startsWith('~');
}
