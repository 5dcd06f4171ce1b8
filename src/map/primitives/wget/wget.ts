import type { DiagnosticCode } from '../../../ir/catalogue/index.ts';
import type { RequestTemplate } from '../../../ir/request.ts';
import { concatTexts, hasGlob, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { judgeHeaders } from '../../header-check.ts';
import {
  hasOption,
  lastValue,
  type OperandItem,
  type OptionItem,
  operandsOf,
  optionsOf,
  readOptions,
  type WordItem,
} from '../../option-table.ts';
import { inPlainEnvironment, refused, unknown, unreadOptions } from '../../outcome.ts';
import type { CommandWords, HttpDraft, Mapped } from '../../primitive.ts';
import { commonVerdict, gravest } from '../option-verdict.ts';
import { type WgetRow, wgetRows } from './wget-options.ts';
import { decompresses, type WgetMessage, wgetMessage } from './wget-request.ts';
import { readWgetUrl, type WgetUrl } from './wget-url.ts';

type Items = readonly WordItem<WgetRow>[];

/** `wget` → one request for each URL, as wget 1.21 sends it. */
export const wget = inPlainEnvironment((command) => {
  const read = readOptions(command.words.slice(1), command.spans.slice(1), wgetRows, {
    operands: 'anywhere',
    abbreviations: false,
  });
  if (read.kind === 'bad') return unreadOptions('wget', read);
  const verdict = gravest(optionsOf(read.items), judge);
  if (verdict !== undefined) return verdict;
  const message = wgetMessage(read.items);
  if (typeof message === 'string') return unknown('map/bad-arguments', `\`wget\`: ${message}`, command.span);
  return judgeHeaders(message.headers, command.span) ?? requests(read.items, message, command);
});

function judge(option: OptionItem<WgetRow>): Mapped | undefined {
  const shown = `\`wget ${option.written}\``;
  const no = (code: DiagnosticCode, why: string): Mapped => refused(code, `${shown} ${why}`, option.span);
  const { decision } = option.row;
  switch (decision) {
    case 'mapped':
      return option.written === '-n' ? judgeNegation(option) : undefined;
    case 'recursive':
      return no('map/refused-option', 'requests addresses that the command does not name');
    case 'credentials':
      return no('map/credential-spread', 'takes credentials from elsewhere');
    case 'config':
      return no('map/refused-option', 'sets options that the command line does not show');
    default:
      return commonVerdict('wget', { ...option, row: { ...option.row, decision } });
  }
}

/** `-nv`, `-nd`, `-nH`, `-np`: letters behind `-n`. */
function judgeNegation(option: OptionItem<WgetRow>): Mapped | undefined {
  if (/^[vdHp]+$/.test(literalOf(option.value ?? []) ?? '')) return undefined;
  return unknown('map/unknown-option', '`wget -n` with these letters is not modelled', option.span);
}

function requests(items: Items, message: WgetMessage, command: CommandWords): Mapped {
  const urls = operandsOf(items);
  const output = lastValue(items, '--output-document');
  if (urls.length === 0) return unknown('map/bad-arguments', '`wget` names no URL', command.span);
  if (urls.length > 1 && output !== undefined && literalOf(output) !== '-') {
    return unknown('map/bad-arguments', '`wget -O` joins several answers in one file', command.span);
  }
  const drafts: HttpDraft[] = [];
  for (const url of urls) {
    const draft = request(items, message, url, command);
    if (draft.kind !== 'http') return draft;
    drafts.push(draft);
  }
  return { kind: 'mapped', drafts, diagnostics: [] };
}

function request(items: Items, message: WgetMessage, item: OperandItem, command: CommandWords): HttpDraft | Mapped {
  const read = readWgetUrl(item.text, item.span);
  if (read.kind === 'refused') return read;
  if (read.kind === 'rewritten') return unknown('map/bad-arguments', 'wget rewrites escapes in this URL', item.span);
  if (hasGlob(item.text) && item.text[0]?.kind === 'literal' && !/^https?:/i.test(item.text[0].value)) {
    return unknown('map/bad-arguments', 'the URL is a file-name pattern', item.span);
  }
  const auth = basicAuth(items, read);
  if (typeof auth === 'string')
    return refused('map/auth-challenge', auth, item.span, 'add `--auth-no-challenge`, or send the header yourself');
  const output = target(items, read);
  if (output === undefined)
    return unknown('map/bad-arguments', 'the name of the saved file depends on escapes; name it with `-O`', item.span);
  const limits = readLimits(items);
  if (limits === undefined)
    return unknown('map/bad-arguments', '`wget`: a time or a number that is not plain', item.span);
  const cookieFile = lastValue(items, '--load-cookies');
  const template: RequestTemplate = {
    ...message,
    url: read.url,
    ...(auth === undefined ? {} : { basicAuth: auth }),
    ...limits,
    failOnStatus: !hasOption(items, '--content-on-error'),
    includeHeaders: hasOption(items, '--save-headers'),
    decompress: decompresses(items),
    output,
    writes: writes(items),
    ...(cookieFile === undefined ? {} : { cookieFile }),
    span: command.span,
  };
  return { kind: 'http', request: template, span: command.span };
}

function writes(items: Items): readonly Text[] {
  return ['--output-file', '--append-output', '--save-cookies']
    .map((name) => lastValue(items, name))
    .filter((path) => path !== undefined)
    .filter((path) => !['-', '/dev/null', '/dev/stdout', '/dev/stderr'].includes(literalOf(path) ?? ''));
}

/** wget waits for a challenge before it sends a password; only `--auth-no-challenge` sends it at once. */
function basicAuth(items: Items, url: WgetUrl): RequestTemplate['basicAuth'] | string {
  const user = lastValue(items, '--http-user') ?? lastValue(items, '--user');
  const password = lastValue(items, '--http-password') ?? lastValue(items, '--password');
  if (url.userinfo !== undefined) return '`wget` sends a login in the URL only after the server asks for it';
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined || password === undefined) return '`wget` needs both user and password';
  if (!hasOption(items, '--auth-no-challenge')) return '`wget` sends the password only after the server asks for it';
  return { user, password };
}

function target(items: Items, url: WgetUrl): RequestTemplate['output'] | undefined {
  if (hasOption(items, '--spider')) return { kind: 'none' };
  const given = lastValue(items, '--output-document');
  if (given !== undefined) {
    const name = literalOf(given);
    if (name === '-' || name === '/dev/stdout') return { kind: 'stdout' };
    return name === '/dev/null' ? { kind: 'none' } : { kind: 'file', path: given };
  }
  if (url.fileName === undefined) return undefined;
  const folder = lastValue(items, '--directory-prefix');
  const path = folder === undefined ? url.fileName : concatTexts(folder, literalText('/'), url.fileName);
  return { kind: 'file', path, ...(folder === undefined ? {} : { createDirs: '777' }) };
}

type Limits = Pick<RequestTemplate, 'redirects' | 'retries' | 'connectTimeoutMs'>;

function readLimits(items: Items): Limits | undefined {
  const redirects = wholeNumber(lastValue(items, '--max-redirect') ?? literalText('20'));
  const tries = lastValue(items, '--tries');
  const retries = tries === undefined ? undefined : wholeNumber(tries);
  const timeout = lastValue(items, '--connect-timeout') ?? lastValue(items, '--timeout');
  const seconds = timeout === undefined ? undefined : literalOf(timeout);
  if (redirects === undefined || (tries !== undefined && retries === undefined)) return undefined;
  if (timeout !== undefined && !/^[0-9]{1,7}(?:\.[0-9]{1,3})?$/.test(seconds ?? '')) return undefined;
  return {
    redirects: redirects === 0 ? { kind: 'none' } : { kind: 'follow', max: redirects },
    ...(retries === undefined || retries < 2 ? {} : { retries: retries - 1 }),
    ...(seconds === undefined || Number(seconds) === 0 ? {} : { connectTimeoutMs: Math.round(Number(seconds) * 1000) }),
  };
}

function wholeNumber(text: Text): number | undefined {
  const written = literalOf(text) ?? '';
  return /^[0-9]{1,6}$/.test(written) ? Number(written) : undefined;
}
