import type { Diagnostic } from '../../../ir/diagnostic.ts';
import type { Span } from '../../../ir/span.ts';
import { concatTexts, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { readStrictUrl } from '../../strict-url.ts';

export interface WgetUrl {
  readonly url: Text;
  readonly userinfo?: Text;
  /** What wget calls the file it saves; undefined when that depends on escapes. */
  readonly fileName?: Text;
}

export type WgetUrlResult =
  | ({ readonly kind: 'url' } & WgetUrl)
  | { readonly kind: 'refused'; readonly reason: Diagnostic }
  | { readonly kind: 'rewritten' };

export function readWgetUrl(text: Text, span: Span): WgetUrlResult {
  const read = readStrictUrl(text, span);
  if (read.kind !== 'url') return read;
  const fileName = nameOf(read.path, read.query);
  return {
    kind: 'url',
    url: concatTexts(read.origin, read.path, ...(read.query === undefined ? [] : [literalText('?'), read.query])),
    ...(read.userinfo === undefined ? {} : { userinfo: read.userinfo }),
    ...(fileName === undefined ? {} : { fileName }),
  };
}

/** The last segment, or `index.html`, and the query behind it. */
function nameOf(path: Text, query: Text | undefined): Text | undefined {
  const last = path.findLastIndex((piece) => piece.kind === 'literal' && piece.value.includes('/'));
  const piece = path[last];
  const tail: Text = [
    ...(piece?.kind === 'literal' ? literalText(piece.value.slice(piece.value.lastIndexOf('/') + 1)) : []),
    ...path.slice(last + 1),
  ];
  const name = tail.length === 0 ? literalText('index.html') : tail;
  const whole = query === undefined || literalOf(query) === '' ? name : concatTexts(name, literalText('?'), query);
  const odd = whole.some((part) => part.kind === 'literal' && !/^[A-Za-z0-9._~?=&+,@:;!{}()-]*$/.test(part.value));
  return odd || literalOf(whole) === '..' || literalOf(whole) === '.' ? undefined : whole;
}
