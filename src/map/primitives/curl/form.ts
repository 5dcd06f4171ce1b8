import { hasMark } from '../../../http/url/marks.ts';
import { type FieldPart, fieldPart } from './form-part.ts';
import type { Reading } from './reading.ts';
import { dynamic, isStop, type Stop, unmapped, usage } from './stop.ts';

/** One `-F`. Strings are marked. */
export interface FormField {
  readonly name: string;
  readonly value:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'file'; readonly path: string; readonly attach: boolean }
    | { readonly kind: 'stdin'; readonly attach: boolean };
  readonly filename?: string;
  readonly contentType?: string;
  readonly headers: readonly string[];
}

/** `name=value`, `name=@file`, `name=<file`, with `;type=`, `;filename=` and `;headers=` behind it. */
export function readForm(input: string, literal: boolean, reading: Reading): FormField | Stop {
  const equals = input.indexOf('=');
  if (equals < 0) {
    if (hasMark(input)) return dynamic('`-F` with a variable that may hold the name too');
    return usage(`\`-F ${input}\` has no \`=\``, 'write `-F name=value`');
  }
  const name = input.slice(0, equals);
  const content = input.slice(equals + 1);
  if (literal) return { name, value: { kind: 'text', text: content }, headers: [] };
  if (content.startsWith('(') || (name === '' && content === ')')) return unmapped('nested multipart (`-F =(`)');
  if (content.startsWith('@')) return fileField(name, content.slice(1), true, reading);
  // `<your-id>` is a stand-in for a value, and no file is called `your-id>`.
  if (content.startsWith('<') && !/^<[A-Za-z][^<>]*>$/.test(content))
    return fileField(name, content.slice(1), false, reading);
  const part = fieldPart(content, '');
  return isStop(part) ? part : { name, value: { kind: 'text', text: part.data }, ...attributes(part, true) };
}

function fileField(name: string, content: string, attach: boolean, reading: Reading): FormField | Stop {
  const part = fieldPart(content, attach ? ',' : '');
  if (isStop(part)) return part;
  if (part.rest !== '') return unmapped('several files in one field');
  return { name, value: fileValue(part.data, attach, reading), ...attributes(part, attach) };
}

function fileValue(path: string, attach: boolean, reading: Reading): FormField['value'] {
  if (path !== '-') return { kind: 'file', path, attach };
  reading.stdinReads++;
  return { kind: 'stdin', attach };
}

/** A field read with `<` takes no file name. */
function attributes(part: FieldPart, named: boolean): Omit<FormField, 'name' | 'value'> {
  return {
    ...(part.filename === undefined || !named ? {} : { filename: part.filename }),
    ...(part.type === undefined ? {} : { contentType: part.type }),
    headers: part.headers,
  };
}
