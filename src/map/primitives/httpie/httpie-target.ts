import type { Span } from '../../../ir/span.ts';
import { concatTexts, literalOf, literalText, type Text } from '../../../ir/text.ts';
import type { OperandItem } from '../../option-table.ts';
import { readStrictUrl, type StrictUrlResult } from '../../strict-url.ts';
import { dropChars, literalPrefix } from '../../text-slice.ts';
import { quotePlus } from './httpie-body.ts';
import type { HttpieItem } from './httpie-item.ts';

export interface HttpieTarget {
  readonly method?: string;
  readonly url: OperandItem;
  readonly items: readonly OperandItem[];
}

/** `[METHOD] URL [ITEM…]`: a first word of letters is the method, unless it stands alone. */
export function readTarget(operands: readonly OperandItem[]): HttpieTarget | undefined {
  const [first, second, ...rest] = operands;
  if (first === undefined) return undefined;
  if (second === undefined) return { url: first, items: [] };
  const word = literalOf(first.text);
  if (first.text.some((piece) => piece.kind === 'literal' && /[^a-zA-Z]/.test(piece.value))) {
    return { url: first, items: [second, ...rest] };
  }
  // All hole: whether it is a method or a URL is not in the text.
  if (word === undefined || word === '') return undefined;
  return { method: word.toUpperCase(), url: second, items: rest };
}

/** `://host`, `:3000/x` and `:/x` are short for what they look like. */
export function readHttpieUrl(text: Text, scheme: string, span: Span): StrictUrlResult {
  const whole = literalPrefix(text);
  if (whole.startsWith('://')) return readHttpieUrl(dropChars(text, 3), scheme, span);
  if (/^[a-z][a-z0-9.+-]*:\/\//i.test(whole) || whole === '') return readStrictUrl(text, span);
  const short = /^:(?!:)([0-9]*)/.exec(whole);
  if (short === null) return readStrictUrl(concatTexts(literalText(`${scheme}://`), text), span);
  const port = short[1] === '' ? '' : `:${short[1]}`;
  return readStrictUrl(
    concatTexts(literalText(`${scheme}://localhost${port}`), dropChars(text, short[0].length)),
    span,
  );
}

/** `name==value` pairs behind the query that the URL has. */
export function withQuery(url: Extract<StrictUrlResult, { kind: 'url' }>, items: readonly HttpieItem[]): Text {
  const pairs = items
    .filter((item) => item.separator === '==')
    .map((item) => concatTexts(literalText(`${quotePlus(item.key)}=`), ...item.value.map(quoted)));
  const query = [...(url.query === undefined || url.query.length === 0 ? [] : [url.query]), ...pairs];
  const written = query.flatMap((pair, i) => [literalText(i === 0 ? '?' : '&'), pair]);
  return concatTexts(url.origin, ...[...url.path, ...written.flat()].map(escaped));
}

/** Python escapes with capital letters, whatever the text has. */
function escaped(piece: Text[number]): Text {
  if (piece.kind !== 'literal') return [piece];
  return literalText(piece.value.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase()));
}

function quoted(piece: Text[number]): Text {
  return piece.kind === 'literal' ? literalText(quotePlus(piece.value)) : [piece];
}
