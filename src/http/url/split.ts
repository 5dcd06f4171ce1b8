import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Span } from '../../ir/span.ts';
import { showText, type Text } from '../../ir/text.ts';
import { createMarks, type Marks } from './marks.ts';
import { isProblem, noncanonical } from './problem.ts';
import { curlReading, readUrl } from './read.ts';

export interface SplitUrl {
  readonly kind: 'url';
  /** `http` or `https`; undefined when a hole decides it. */
  readonly scheme?: Text;
  /** `https://host`, or the hole that holds it. */
  readonly origin: Text;
  /** `user` or `user:password`, not decoded. */
  readonly userinfo?: Text;
  /** Empty only behind an origin that is a hole. */
  readonly path: Text;
  /** Without `?`. */
  readonly query?: Text;
}

/** Normalises and splits a URL that may hold holes and `{word}` placeholders, or says why it is refused. */
export function splitUrl(text: Text, span?: Span): SplitUrl | Diagnostic {
  const marks = createMarks();
  const marked = marks.mark(text);
  const parts =
    marked === undefined
      ? noncanonical('the text is not well formed')
      : readUrl(hidePlaceholders(marked, marks), curlReading);
  if (isProblem(parts)) return diagnose(parts.code, `\`${showText(text)}\`: ${parts.message}`, span);
  return {
    kind: 'url',
    ...(parts.scheme === undefined ? {} : { scheme: marks.text(parts.scheme) }),
    origin: marks.text(parts.origin),
    ...(parts.userinfo === undefined ? {} : { userinfo: marks.text(parts.userinfo) }),
    path: marks.text(parts.path),
    ...(parts.query === undefined ? {} : { query: marks.text(parts.query) }),
  };
}

/** `{word}`, `{{word}}`, `<word>` and `[THE_WORD]` stand for a value somebody puts in: the reader must not look inside. */
export function hidePlaceholders(marked: string, marks: Marks): string {
  const hide = (written: string) => marks.hide(written) ?? written;
  const hidden = /[{<[]/.test(marked) ? marked.replace(placeholder, hide) : marked;
  const [authority = ''] = beforePath.exec(hidden) ?? [];
  return upperWord.test(authority) ? authority.replace(upperWords, hide) + hidden.slice(authority.length) : hidden;
}

/** Words in brackets that mark a place, and that curl reads as neither set nor range. */
export const bracketedWord = /\[[A-Z][A-Z0-9_]*_[A-Z0-9_]+\]|(?<=[/=,&?:])\[[\p{L}_][\p{L}\p{N}_ ]{1,78}\]/u;
/** One word, or a few, in single or double braces. Longer ones are no names. */
export const bracedWord = /\{\{ ?[\p{L}_][\p{L}\p{N}_ .:-]{0,78}\}\}|\{[\p{L}_][\p{L}\p{N}_ .:-]{0,78}\}/u;
const angledWord = /<[A-Za-z][^<>\n"'/?#@\\\uDC00-\uDFFF]{0,78}>/u;
const placeholder = new RegExp([bracedWord, angledWord, bracketedWord].map(({ source }) => source).join('|'), 'gu');
const beforePath = /^(?:[A-Za-z]+:\/\/)?[^/?#]*/;
/** A host name is made small, but `YOUR_DOMAIN` is none. */
const upperWord = /(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*_[A-Z0-9_]+(?![A-Za-z0-9])/;
const upperWords = new RegExp(upperWord.source, 'g');
