import { concatTexts, type Piece, type Text } from '../../ir/text.ts';

/** Words of an example: quotes keep blanks, `<name>` is a value that is not in the text. No other shell syntax. */
export function exampleWords(run: string): readonly Text[] {
  const words: Text[] = [];
  let pieces: Piece[] | undefined;
  let quote = '';
  for (let at = 0; at < run.length; at++) {
    const char = run.charAt(at);
    if (quote !== '' || char === '"' || char === "'") {
      pieces ??= [];
      if (quote === '') quote = char;
      else if (char === quote) quote = '';
      else pieces.push({ kind: 'literal', value: char });
      continue;
    }
    if (char === ' ') {
      if (pieces !== undefined) words.push(concatTexts(pieces));
      pieces = undefined;
      continue;
    }
    pieces ??= [];
    const hole = /^<([a-z_]+)>/.exec(run.slice(at, at + 40));
    pieces.push(hole === null ? { kind: 'literal', value: char } : openPiece(hole[1] ?? '', hole[0]));
    if (hole !== null) at += hole[0].length - 1;
  }
  return pieces === undefined ? words : [...words, concatTexts(pieces)];
}

function openPiece(name: string, written: string): Piece {
  return { kind: 'placeholder', name, written, span: { source: 'example', start: 0, end: 0 } };
}
