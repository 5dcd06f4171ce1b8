import { concatTexts, literalText, type Text } from '../../../ir/text.ts';
import { dropChars, literalPrefix } from '../../text-slice.ts';

/** Longest first, so that the longest at a place is found. */
const separators = [':=@', '==@', ':=', ':@', '==', '=@', ':', ';', '=', '@'] as const;

export type Separator = (typeof separators)[number];

export interface HttpieItem {
  readonly key: string;
  readonly separator: Separator;
  readonly value: Text;
}

const special = /[:;=@]/;

/** `name=value` and its relatives. The separator must stand in front of every hole, or a value would choose it. */
export function readItem(text: Text): HttpieItem | undefined {
  const prefix = literalPrefix(text);
  let key = '';
  for (let at = 0; at < prefix.length; at++) {
    const next = prefix[at + 1] ?? '';
    if (prefix[at] === '\\' && next !== '') {
      key += special.test(next) ? next : `\\${next}`;
      at++;
      continue;
    }
    const separator = separators.find((candidate) => prefix.startsWith(candidate, at));
    if (separator === undefined) key += prefix[at];
    else return { key, separator, value: withoutEscapes(dropChars(text, at + separator.length)) };
  }
  return undefined;
}

function withoutEscapes(text: Text): Text {
  return concatTexts(
    ...text.map((piece) =>
      piece.kind === 'literal' ? literalText(piece.value.replace(/\\([:;=@])/g, '$1')) : [piece],
    ),
  );
}

export function isData(item: HttpieItem): boolean {
  return ['=', ':=', '@', '=@', ':=@'].includes(item.separator);
}
