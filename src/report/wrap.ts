import { columnsOf } from './columns.ts';

/** A text as lines of at most so many columns, cut between words where there are some. Nothing of it is lost but the blanks at cuts. */
export function wrapText(text: string, width: number): readonly string[] {
  if (columnsOf(text) <= width || width < 1) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => piecesOf(one, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columnsOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A word that no line holds, such as a digest or an address, in pieces. */
function piecesOf(word: string, width: number): readonly string[] {
  if (columnsOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word)) {
    if (columnsOf(piece + segment) > width) {
      pieces.push(piece);
      piece = segment;
    } else piece += segment;
  }
  return [...pieces, piece];
}
