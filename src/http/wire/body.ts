import type { BodyPart, BodyTemplate, JsonTemplate } from '../../ir/request.ts';
import { joinBytes, stripLineEnds, urlencodeBytes, utf8 } from './bytes.ts';
import { multipartBody } from './multipart.ts';
import { isWireProblem, literalValue, readFile, type WireProblem, type WireSource } from './source.ts';

export function bodyBytes(body: BodyTemplate, contentType: string, source: WireSource): Uint8Array | WireProblem {
  switch (body.kind) {
    case 'bytes':
      return partsBytes(body.parts, source);
    case 'multipart':
      return multipartBody(body.fields, contentType, source);
    case 'json': {
      const json = jsonText(body.value, 0);
      return typeof json === 'string' ? utf8(json) : json;
    }
    case 'form':
      return formBytes(body.fields);
  }
}

function partsBytes(parts: readonly BodyPart[], source: WireSource): Uint8Array | WireProblem {
  const chunks: Uint8Array[] = [];
  for (const part of parts) {
    const bytes = partBytes(part, source);
    if (isWireProblem(bytes)) return bytes;
    chunks.push(bytes);
  }
  return joinBytes(chunks);
}

function partBytes(part: BodyPart, source: WireSource): Uint8Array | WireProblem {
  switch (part.kind) {
    case 'text':
    case 'urlencoded': {
      const text = literalValue(part.text, 'body');
      if (typeof text !== 'string') return text;
      return part.kind === 'text' ? utf8(text) : urlencodeBytes(utf8(text));
    }
    case 'file': {
      const bytes = readFile(part.path, source);
      return isWireProblem(bytes) ? bytes : inMode(bytes, part.mode);
    }
    case 'stdin':
      return inMode(source.stdin, part.mode);
  }
}

function inMode(bytes: Uint8Array, mode: 'strip' | 'keep' | 'urlencoded'): Uint8Array {
  if (mode === 'keep') return bytes;
  return mode === 'strip' ? stripLineEnds(bytes) : urlencodeBytes(bytes);
}

function formBytes(fields: Extract<BodyTemplate, { kind: 'form' }>['fields']): Uint8Array | WireProblem {
  const chunks: Uint8Array[] = [];
  for (const [index, { name, value }] of fields.entries()) {
    const text = literalValue(value, name);
    if (typeof text !== 'string') return text;
    chunks.push(utf8(index === 0 ? '' : '&'), urlencodeBytes(utf8(name)), utf8('='), urlencodeBytes(utf8(text)));
  }
  return joinBytes(chunks);
}

const deepest = 256;

function jsonText(value: JsonTemplate, depth: number): string | WireProblem {
  if (depth > deepest) return { kind: 'problem', reason: 'hole', detail: 'body nested too deeply' };
  switch (value.kind) {
    case 'value':
      return JSON.stringify(value.value);
    case 'param':
      return { kind: 'problem', reason: 'hole', detail: value.name };
    case 'text': {
      const text = literalValue(value.text, 'body');
      return typeof text === 'string' ? JSON.stringify(text) : text;
    }
    case 'array':
      return joinJson(value.items, '[', ']', (item) => jsonText(item, depth + 1));
    case 'object':
      return joinJson(value.members, '{', '}', (member) => {
        const text = jsonText(member.value, depth + 1);
        return typeof text === 'string' ? `${JSON.stringify(member.key)}:${text}` : text;
      });
  }
}

function joinJson<T>(
  items: readonly T[],
  open: string,
  close: string,
  write: (item: T) => string | WireProblem,
): string | WireProblem {
  const out: string[] = [];
  for (const item of items) {
    const text = write(item);
    if (typeof text !== 'string') return text;
    out.push(text);
  }
  return open + out.join(',') + close;
}
