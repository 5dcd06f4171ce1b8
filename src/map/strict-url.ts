import { splitUrl } from '../http/url.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import type { Span } from '../ir/span.ts';
import { literalText, type Text } from '../ir/text.ts';

export interface StrictUrl {
  readonly kind: 'url';
  readonly origin: Text;
  readonly userinfo?: Text;
  readonly path: Text;
  readonly query?: Text;
}

export type StrictUrlResult =
  | StrictUrl
  | { readonly kind: 'refused'; readonly reason: Diagnostic }
  /** The program rewrites escapes or foreign characters in a way that is not modelled. */
  | { readonly kind: 'rewritten' };

/** A URL as wget and Python's requests ask for it: what no URL may hold is escaped, upper case. */
export function readStrictUrl(text: Text, span: Span): StrictUrlResult {
  const split = splitUrl(text, span);
  if ('code' in split) return { kind: 'refused', reason: split };
  const path = escapeUnsafe(split.path);
  const query = escapeUnsafe(split.query ?? []);
  if (path === undefined || query === undefined) return { kind: 'rewritten' };
  return {
    kind: 'url',
    origin: split.origin,
    ...(split.userinfo === undefined ? {} : { userinfo: split.userinfo }),
    path,
    ...(split.query === undefined ? {} : { query }),
  };
}

/** Undefined where an escape would be undone (`%41` → `A`) and for characters above ASCII. */
function escapeUnsafe(text: Text): Text | undefined {
  const out = text.flatMap(
    (piece): Text => (piece.kind === 'literal' ? literalText(escapeLiteral(piece.value)) : [piece]),
  );
  return out.some((piece) => piece.kind === 'literal' && undone.test(piece.value)) ? undefined : out;
}

const undone = /[^\u0000-\u007f]|%(?:2[14789ACDE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/i;

function escapeLiteral(value: string): string {
  const escaped = value.replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
  // `{word}` is a stand-in that is replaced before anything is sent.
  return escaped.replace(/\{[A-Za-z_][A-Za-z0-9_-]*\}|["<>^`{|}]/g, (found) =>
    found.length > 1 ? found : percent(found),
  );
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
