import type { HeaderTemplate, RequestTemplate } from '../../../ir/request.ts';
import { concatTexts, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { judgeHeaders } from '../../header-check.ts';
import {
  hasOption,
  lastValue,
  type OptionItem,
  operandsOf,
  optionsOf,
  readOptions,
  type WordItem,
} from '../../option-table.ts';
import { inPlainEnvironment, refused, unknown, unreadOptions } from '../../outcome.ts';
import type { CommandWords, Mapped, Primitive } from '../../primitive.ts';
import { splitAtFirst } from '../../text-slice.ts';
import { commonVerdict, gravest } from '../option-verdict.ts';
import { type BodyKind, type HttpieBody, itemsBody, stdinBody } from './httpie-body.ts';
import { type HttpieItem, isData, readItem } from './httpie-item.ts';
import { type HttpieRow, httpieRows } from './httpie-options.ts';
import { type HttpieTarget, readHttpieUrl, readTarget, withQuery } from './httpie-target.ts';

type Items = readonly WordItem<HttpieRow>[];

/** HTTPie's `http` and `https` → one request, as version 3.2 sends it. */
export function httpie(name: 'http' | 'https'): Primitive {
  return inPlainEnvironment((command) => {
    const read = readOptions(command.words.slice(1), command.spans.slice(1), httpieRows, {
      operands: 'anywhere',
      abbreviations: false,
    });
    if (read.kind === 'bad') return unreadOptions(name, read);
    const verdict = gravest(optionsOf(read.items), (option) => judge(name, option));
    if (verdict !== undefined) return verdict;
    const target = readTarget(operandsOf(read.items));
    if (target === undefined)
      return unknown('map/bad-arguments', `\`${name}\` names no URL that can be told from a method`, command.span);
    return mapRequest(name, read.items, target, command);
  });
}

function judge(name: string, option: OptionItem<HttpieRow>): Mapped | undefined {
  const shown = `\`${name} ${option.written}\``;
  const { decision } = option.row;
  switch (decision) {
    case 'mapped':
      return judgeValue(shown, option);
    case 'credentials':
      return refused(
        'map/credential-spread',
        `${shown} takes credentials from a file or keeps them in one`,
        option.span,
      );
    default:
      return commonVerdict(name, { ...option, row: { ...option.row, decision } });
  }
}

function judgeValue(shown: string, option: OptionItem<HttpieRow>): Mapped | undefined {
  const value = literalOf(option.value ?? []);
  const is = (long: string) => option.row.names.includes(long);
  if (is('--verify') && !['yes', 'true'].includes(value?.toLowerCase() ?? '')) {
    return refused('map/transport-weakened', `${shown} changes what protects the connection`, option.span);
  }
  const odd =
    (is('--print') && value !== 'b' && value !== 'hb' && value !== 'bh') ||
    (is('--pretty') && value !== 'none') ||
    (is('--default-scheme') && value !== 'http' && value !== 'https');
  return odd ? unknown('map/unknown-option', `${shown} with this value is not modelled`, option.span) : undefined;
}

function mapRequest(name: 'http' | 'https', items: Items, target: HttpieTarget, command: CommandWords): Mapped {
  const bad = (why: string): Mapped => unknown('map/bad-arguments', `\`${name}\`: ${why}`, command.span);
  const fields: HttpieItem[] = [];
  for (const { text } of target.items) {
    const field = readItem(text);
    if (field === undefined) return bad('an item without a separator in the text');
    if (field.separator === ':@' || field.separator === '==@')
      return bad('a header or query value from a file is not modelled');
    if (field.separator === ';' && field.value.length > 0) return bad('a header with `;` takes no value');
    if (field.separator === ':' && field.value.length === 0 && replaced.has(field.key.toLowerCase())) {
      return bad(`without \`${field.key}\` the library below sends one of its own`);
    }
    fields.push(field);
  }
  const scheme = name === 'https' ? 'https' : (literalOf(lastValue(items, '--default-scheme') ?? []) ?? '') || 'http';
  const url = readHttpieUrl(target.url.text, scheme, target.url.span);
  if (url.kind === 'refused') return url;
  if (url.kind === 'rewritten') return bad('escapes in the URL are rewritten');
  const content = readContent(items, fields, command);
  if (typeof content === 'string') return bad(content);
  const method = target.method ?? (content.body !== undefined || fields.some(isData) ? 'POST' : 'GET');
  const auth = readAuth(items, url.userinfo);
  if (typeof auth === 'string') return refused('map/auth-challenge', `\`${name}\`: ${auth}`, command.span);
  const answer = readAnswer(items);
  if (typeof answer === 'string') return bad(answer);
  const own = ownHeaders(items, fields, content);
  const asked = ({ name }: HeaderTemplate) => askedNames(items).includes(literalOf(name) ?? '');
  const headers = [...setHeaders(fields), ...own.filter(asked), ...auth.headers];
  const wrong = judgeHeaders(headers, command.span);
  if (wrong !== undefined) return wrong;
  const request: RequestTemplate = {
    method: literalText(method),
    url: withQuery(url, fields),
    headers,
    impliedHeaders: [...own.filter((header) => !asked(header)), ...emptyLength(method, content)],
    ...(auth.basicAuth === undefined ? {} : { basicAuth: auth.basicAuth }),
    ...(content.body === undefined ? {} : { body: content.body }),
    ...answer,
    decompress: true,
    writes: [],
    span: command.span,
  };
  return { kind: 'mapped', drafts: [{ kind: 'http', request, span: command.span }], diagnostics: [] };
}

const replaced = new Set(['user-agent', 'accept-encoding', 'host']);

function bodyKind(items: Items): BodyKind {
  const last = optionsOf(items).findLast((item) =>
    ['--json', '--form', '--multipart'].some((n) => item.row.names.includes(n)),
  );
  if (last?.row.names.includes('--multipart')) return 'multipart';
  return last?.row.names.includes('--form') ? 'form' : 'json';
}

/** The library below says that there is no body, except where a body would be odd. */
function emptyLength(method: string, { body }: HttpieBody): readonly HeaderTemplate[] {
  if (body !== undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return [];
  return [{ name: literalText('Content-Length'), value: literalText('0') }];
}

/** Items, `--raw` or standard input; HTTPie takes only one of them. */
function readContent(items: Items, fields: readonly HttpieItem[], command: CommandWords): HttpieBody | string {
  const kind = bodyKind(items);
  const raw = lastValue(items, '--raw');
  if (raw !== undefined && literalOf(raw) === '') return 'an empty `--raw`';
  const piped = hasOption(items, '--ignore-stdin') ? undefined : stdinBody(command.stdin);
  const sources = [raw, piped, fields.find(isData)].filter((source) => source !== undefined).length;
  if (sources > 1) return 'more than one source of the body';
  const body = raw === undefined ? piped : ({ kind: 'bytes', parts: [{ kind: 'text', text: raw }] } as const);
  if (body === undefined) {
    const made = itemsBody(fields, kind);
    const typed = fields.some(({ key, separator }) => separator === ':' && /^content-type$/i.test(key));
    const odd = typed && typeof made !== 'string' && made.body?.kind === 'multipart';
    return odd ? 'a multipart body under another type' : made;
  }
  if (kind === 'multipart') return 'a raw body with `--multipart`';
  return {
    body,
    contentType: kind === 'form' ? 'application/x-www-form-urlencoded; charset=utf-8' : 'application/json',
  };
}

function setHeaders(fields: readonly HttpieItem[]): readonly HeaderTemplate[] {
  return fields
    .filter((field) => field.separator === ';' || (field.separator === ':' && field.value.length > 0))
    .map((field) => ({ name: literalText(field.key), value: trim(field.value) }));
}

function trim(text: Text): Text {
  return concatTexts(
    ...text.map((piece, i) => {
      if (piece.kind !== 'literal') return [piece];
      const started = i === 0 ? piece.value.trimStart() : piece.value;
      return literalText(i === text.length - 1 ? started.trimEnd() : started);
    }),
  );
}

/** `--json` is asked for; without it JSON is only what HTTPie makes of items. */
function askedNames(items: Items): readonly string[] {
  return hasOption(items, '--json') ? ['Accept', 'Content-Type'] : [];
}

/** `Name:` takes a header of HTTPie's own away. */
function ownHeaders(items: Items, fields: readonly HttpieItem[], content: HttpieBody): readonly HeaderTemplate[] {
  const named = new Set(
    fields
      .filter((field) => field.separator === ':' || field.separator === ';')
      .map((field) => field.key.toLowerCase()),
  );
  const json = bodyKind(items) === 'json' && (content.body !== undefined || hasOption(items, '--json'));
  const type = content.contentType ?? (json ? 'application/json' : undefined);
  const own: readonly (readonly [string, string])[] = [
    ['User-Agent', 'HTTPie/3.2.1'],
    ['Accept-Encoding', hasOption(items, '--download') ? 'identity' : 'gzip, deflate'],
    ['Accept', json ? 'application/json, */*;q=0.5' : '*/*'],
    ['Connection', 'keep-alive'],
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
  ];
  return own
    .filter(([name]) => !named.has(name.toLowerCase()))
    .map(([name, value]) => ({ name: literalText(name), value: literalText(value) }));
}

interface Auth {
  readonly headers: readonly HeaderTemplate[];
  readonly basicAuth?: NonNullable<RequestTemplate['basicAuth']>;
}

function readAuth(items: Items, userinfo: Text | undefined): Auth | string {
  const type = literalOf(lastValue(items, '--auth-type') ?? literalText('basic'));
  const given = lastValue(items, '--auth');
  if (given === undefined && lastValue(items, '--auth-type') !== undefined)
    return '`--auth-type` without `--auth` looks elsewhere for a password';
  const login = given ?? userinfo;
  if (login === undefined) return { headers: [] };
  if (type === 'bearer' && given !== undefined) {
    return { headers: [{ name: literalText('Authorization'), value: concatTexts(literalText('Bearer '), given) }] };
  }
  if (type !== 'basic') return 'this kind of authentication needs an exchange with the server';
  const parts = splitAtFirst(login, ':');
  if (parts === undefined && given !== undefined) return 'a user without a password is asked for one';
  if (
    userinfo !== undefined &&
    given === undefined &&
    login.some((piece) => piece.kind === 'literal' && piece.value.includes('%'))
  ) {
    return 'an escaped login in the URL';
  }
  return { headers: [], basicAuth: { user: parts?.before ?? login, password: parts?.after ?? [] } };
}

type Answer = Pick<RequestTemplate, 'redirects' | 'failOnStatus' | 'includeHeaders' | 'output' | 'connectTimeoutMs'>;

/** Where the answer goes when standard output is not a terminal: the body alone, unless `--print` says more. */
function readAnswer(items: Items): Answer | string {
  const download = hasOption(items, '--download');
  const file = lastValue(items, '--output');
  if (download && file === undefined) return '`--download` lets the server name the file; name it with `-o`';
  const max = literalOf(lastValue(items, '--max-redirects') ?? literalText('30')) ?? '';
  const timeout = literalOf(lastValue(items, '--timeout') ?? literalText('0')) ?? '';
  if (!/^[0-9]{1,4}$/.test(max) || !/^[0-9]{1,6}(?:\.[0-9]{1,3})?$/.test(timeout)) return 'a number that is not plain';
  const follows = hasOption(items, '--follow') || download;
  return {
    redirects: follows && Number(max) > 0 ? { kind: 'follow', max: Number(max) } : { kind: 'none' },
    failOnStatus: hasOption(items, '--check-status') || download,
    includeHeaders: (literalOf(lastValue(items, '--print') ?? []) ?? '').includes('h'),
    output:
      file === undefined ? { kind: hasOption(items, '--quiet') ? 'none' : 'stdout' } : { kind: 'file', path: file },
    ...(Number(timeout) === 0 ? {} : { connectTimeoutMs: Math.round(Number(timeout) * 1000) }),
  };
}
