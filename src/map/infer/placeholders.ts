import { bracedWord } from '../../http/url/split.ts';
import { placeholderName } from '../../ir/placeholder-name.ts';
import type { Span } from '../../ir/span.ts';
import { concatTexts, type Piece, type Text } from '../../ir/text.ts';

/** Where a literal stands decides which stand-ins count there. */
export type Place = 'origin' | 'path' | 'url-query' | 'query' | 'header' | 'member' | 'argument';

/** `<x>`, `{{x}}` and `YOUR_X` count anywhere; `{x}` where no JSON or code is expected. */
const anywhere =
  /<[A-Za-z][^<>\n"']{0,78}>|\{\{\s*[A-Za-z_][\w .-]{0,60}\}\}|\bYOUR_[A-Z0-9_]+\b|\[[A-Z][A-Z0-9_]*_[A-Z0-9_]+\]/g;
const withBraces =
  /(?<![\w\])])\[[A-Za-z][A-Za-z0-9_ ]{1,60}\]|<[A-Za-z][^<>\n"']{0,78}>|\{\{\s*[A-Za-z_][\w .-]{0,60}\}\}|\{[A-Za-z_][\w.-]{0,60}\}|\bYOUR_[A-Z0-9_]+\b|\[[A-Z][A-Z0-9_]*_[A-Z0-9_]+\]/g;
/** In a URL also what its reader took for a stand-in: a name of other letters, or of several words. */
const bracketed = String.raw`(?<![\p{L}\p{N}_\])])\[[\p{L}_][\p{L}\p{N}_ ]{1,78}\]`;
const inUrl = new RegExp(`${bracedWord.source}|${bracketed}|${withBraces.source}`, 'gu');
/** What every one of them holds: seen at once, where the patterns look at each place. */
const mayHoldStandIn = /[<{[]|YOUR_/;
const markup = /<\/|<(?:a|b|i|p|br|div|span|html|body|h[1-6]|ul|ol|li|table|tr|td|img|strong|em|code|pre)\b/i;

/** Splits literal pieces at stand-ins; holes stay. */
export function splitPlaceholders(text: Text, place: Place, span: Span): Text {
  return concatTexts(
    text.flatMap((piece) => (piece.kind === 'literal' ? splitLiteral(piece.value, place, span) : [piece])),
  );
}

function splitLiteral(value: string, place: Place, span: Span): readonly Piece[] {
  if (place === 'path') return splitSegments(value, span);
  const whole = wholeStandIn(value, place, span);
  if (whole !== undefined) return [whole];
  if (place === 'member' && markup.test(value)) return [{ kind: 'literal', value }];
  if (place === 'origin') return splitLabels(value, span);
  return splitBy(
    value,
    place === 'url-query' ? inUrl : place === 'member' || place === 'argument' ? anywhere : withBraces,
    span,
  );
}

function splitBy(value: string, pattern: RegExp, span: Span): readonly Piece[] {
  if (!mayHoldStandIn.test(value)) return value === '' ? [] : [{ kind: 'literal', value }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of value.matchAll(pattern)) {
    if (match.index > from) pieces.push({ kind: 'literal', value: value.slice(from, match.index) });
    pieces.push(placeholder(match[0], span));
    from = match.index + match[0].length;
  }
  if (from < value.length) pieces.push({ kind: 'literal', value: value.slice(from) });
  return pieces;
}

function placeholder(written: string, span: Span): Piece {
  return { kind: 'placeholder', name: placeholderName(written), written, span };
}

/** Values that are nothing but a stand-in. Upper-case words only where the author marks them: `_ID`, `_NAME`, `YOUR`. */
function wholeStandIn(value: string, place: Place, span: Span): Piece | undefined {
  const upper = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:ID|NAME|HERE)$|^(?:ID|NAME)$/.test(value) && place !== 'header';
  const yours = /^your[-_ ][A-Za-z0-9_ -]{1,60}$/i.test(value);
  const braces = place === 'member' && /^\{[A-Za-z_]\w{0,60}\}$/.test(value);
  return upper || yours || braces ? placeholder(value, span) : undefined;
}

/** Path parts: `{id}`, `:id`, and bare upper-case words with `_`, `YOUR`, or ending in ID or NAME. */
function splitSegments(value: string, span: Span): readonly Piece[] {
  if (!/[A-Z:<{[]|your[-_]/.test(value)) return [{ kind: 'literal', value }];
  return value.split(/(?<=\/)|(?=\/)/).flatMap((segment): readonly Piece[] => {
    const upper =
      /^[A-Z][A-Z0-9_]*$/.test(segment) &&
      (segment.includes('_') || segment.startsWith('YOUR') || /(?:ID|NAME)$/.test(segment));
    const colon = /^:[A-Za-z_]\w*$/.test(segment);
    const yours = /^your[-_][A-Za-z0-9_-]+$/i.test(segment);
    return upper || colon || yours ? [placeholder(segment, span)] : splitBy(segment, inUrl, span);
  });
}

/** Host labels: `your-store.example.com`, `YOUR_DOMAIN`, `{sub}.example.com`. */
function splitLabels(value: string, span: Span): readonly Piece[] {
  if (!/[A-Z<{[]|your/.test(value)) return [{ kind: 'literal', value }];
  return splitBy(value, withBraces, span).flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'literal') return [piece];
    return piece.value
      .split(/(?<=[./:@])|(?=[./:@])/)
      .map((label) =>
        /^your[-_][A-Za-z0-9_-]+$/i.test(label) ||
        /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(label) ||
        /^your(?:domain|host|server|instance|store|subdomain|company|site|app)$/i.test(label)
          ? placeholder(label, span)
          : { kind: 'literal', value: label },
      );
  });
}
