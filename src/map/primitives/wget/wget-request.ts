import type { BodyTemplate, HeaderTemplate } from '../../../ir/request.ts';
import { concatTexts, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { hasOption, lastValue, optionsOf, type WordItem } from '../../option-table.ts';
import { splitAtFirst } from '../../text-slice.ts';
import type { WgetRow } from './wget-options.ts';

type Items = readonly WordItem<WgetRow>[];

export interface WgetMessage {
  readonly method: Text;
  readonly headers: readonly HeaderTemplate[];
  readonly impliedHeaders: readonly HeaderTemplate[];
  readonly body?: BodyTemplate;
}

/** A string says why the command line is one that wget rejects, or that cannot be said exactly. */
export function wgetMessage(items: Items): WgetMessage | string {
  const body = readBody(items);
  if (typeof body === 'string') return body;
  const method = readMethod(items, body !== undefined);
  if (typeof method === 'string') return method;
  const headers = readHeaders(items);
  if (typeof headers === 'string') return headers;
  const set = new Set(headers.map(lowerName));
  const unset = (header: HeaderTemplate) => !set.has(lowerName(header));
  return {
    method,
    headers: [...askedHeaders(items).filter(unset), ...headers],
    impliedHeaders: ownHeaders(items, body !== undefined).filter(unset),
    ...(body === undefined ? {} : { body }),
  };
}

function readBody(items: Items): BodyTemplate | string | undefined {
  const given = ['--post-data', '--post-file', '--body-data', '--body-file'].filter((name) => hasOption(items, name));
  if (given.length > 1) return 'more than one body';
  const [name] = given;
  if (name === undefined) return undefined;
  const value = lastValue(items, name) ?? [];
  if (name.endsWith('-data')) return { kind: 'bytes', parts: [{ kind: 'text', text: value }] };
  return { kind: 'bytes', parts: [{ kind: 'file', path: value, mode: 'keep' }] };
}

function readMethod(items: Items, hasBody: boolean): Text | string {
  const posts = hasOption(items, '--post-data') || hasOption(items, '--post-file');
  const given = lastValue(items, '--method');
  if (given === undefined) {
    if (hasBody && !posts) return '`--body-data` and `--body-file` need `--method`';
    if (hasOption(items, '--spider') && posts) return '`--spider` with a body is not modelled';
    return literalText(posts ? 'POST' : hasOption(items, '--spider') ? 'HEAD' : 'GET');
  }
  if (posts) return '`--post-data` and `--method` exclude each other';
  if (hasOption(items, '--spider')) return '`--spider` with `--method` is not modelled';
  const method = literalOf(given);
  if (method !== undefined && !/^[A-Za-z]+$/.test(method)) return 'the method is not a word';
  return method === undefined ? given : literalText(method.toUpperCase());
}

/** A later header replaces an earlier one of its name; an empty one clears them all. */
function readHeaders(items: Items): readonly HeaderTemplate[] | string {
  const headers: HeaderTemplate[] = [];
  for (const option of optionsOf(items).filter((item) => item.row.names.includes('--header'))) {
    const line = option.value ?? [];
    if (line.length === 0) {
      headers.length = 0;
      continue;
    }
    const parts = splitAtFirst(line, ':');
    const name = literalOf(parts?.before ?? []);
    if (parts === undefined || name === undefined || !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
      return 'a header without a literal name';
    }
    const header = { name: literalText(name), value: trimStart(parts.after) };
    const earlier = headers.findIndex((other) => lowerName(other) === name.toLowerCase());
    if (earlier < 0) headers.push(header);
    else headers[earlier] = header;
  }
  return headers;
}

function trimStart(text: Text): Text {
  const [first, ...rest] = text;
  if (first?.kind !== 'literal') return text;
  return concatTexts([{ ...first, value: first.value.replace(/^[ \t]+/, '') }], rest);
}

/** Options that are headers by another name; `--header` wins over each. */
function askedHeaders(items: Items): readonly HeaderTemplate[] {
  const agent = lastValue(items, '--user-agent') ?? [];
  const referer = lastValue(items, '--referer');
  return [
    ...(referer === undefined ? [] : [{ name: literalText('Referer'), value: referer }]),
    ...(hasOption(items, '--no-cache') ? [header('Cache-Control', 'no-cache'), header('Pragma', 'no-cache')] : []),
    ...(agent.length === 0 ? [] : [{ name: literalText('User-Agent'), value: agent }]),
  ];
}

/** What wget adds by itself. */
function ownHeaders(items: Items, hasBody: boolean): readonly HeaderTemplate[] {
  return [
    ...(hasOption(items, '--user-agent') ? [] : [header('User-Agent', 'Wget/1.21.3')]),
    header('Accept', '*/*'),
    header('Accept-Encoding', decompresses(items) ? 'gzip' : 'identity'),
    header('Connection', hasOption(items, '--no-http-keep-alive') ? 'Close' : 'Keep-Alive'),
    ...(hasBody ? [header('Content-Type', 'application/x-www-form-urlencoded')] : []),
  ];
}

export function decompresses(items: Items): boolean {
  const compression = literalOf(lastValue(items, '--compression') ?? []);
  return compression === 'auto' || compression === 'gzip';
}

function lowerName(header: HeaderTemplate): string {
  return (literalOf(header.name) ?? '').toLowerCase();
}

function header(name: string, value: string): HeaderTemplate {
  return { name: literalText(name), value: literalText(value) };
}
