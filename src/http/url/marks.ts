import { type Hole, isHole, type LiteralPiece, literalText, type Piece, type Text } from '../../ir/text.ts';

/**
 * Texts as plain strings, so that a reader of strings reads holes too: each hole is one lone low surrogate, which no
 * well-formed text contains. `mark` and `text` are inverse.
 */
export interface Marks {
  /** Undefined for text that is not well formed, and beyond 1,024 holes. */
  readonly mark: (text: Text) => string | undefined;
  readonly text: (marked: string) => Text;
  /** Hides literal text from the reader of the string; it comes back as it was written. */
  readonly hide: (written: string) => string | undefined;
}

const firstMark = 0xdc00;
const lastMark = 0xdfff;
const anySurrogate = /[\uDC00-\uDFFF]/;
const anyMark = /[\uDC00-\uDFFF]/u;

export function createMarks(): Marks {
  const kept: Piece[] = [];
  const keep = (piece: Piece): string | undefined => {
    if (firstMark + kept.length > lastMark) return undefined;
    kept.push(piece);
    return String.fromCharCode(firstMark + kept.length - 1);
  };
  return {
    mark: (text) => markWith(text, keep),
    text: (marked) => (kept.length === 0 ? literalText(marked) : textWith(marked, kept)),
    hide: (written) => keep({ kind: 'literal', value: written }),
  };
}

/** Whether a marked string holds a hole. */
export function hasMark(marked: string): boolean {
  // Most strings hold no surrogate at all, which is cheaper to see than that none is alone.
  return anySurrogate.test(marked) && anyMark.test(marked);
}

/** Whether the code unit at `index` stands for a hole; the second half of a surrogate pair does not. */
export function isMarkAt(marked: string, index: number): boolean {
  const code = marked.charCodeAt(index);
  if (!(code >= firstMark && code <= lastMark)) return false;
  const before = marked.charCodeAt(index - 1);
  return !(before >= 0xd800 && before <= 0xdbff);
}

function markWith(text: Text, keep: (piece: Hole) => string | undefined): string | undefined {
  let out = '';
  for (const piece of text) {
    if (isHole(piece)) {
      const mark = keep(piece);
      if (mark === undefined) return undefined;
      out += mark;
    } else {
      if (!piece.value.isWellFormed()) return undefined;
      out += piece.value;
    }
  }
  return out;
}

function textWith(marked: string, kept: readonly Piece[]): Text {
  if (!hasMark(marked)) return literalText(marked);
  const out: Piece[] = [];
  let from = 0;
  for (let i = 0; i < marked.length; i++) {
    if (!isMarkAt(marked, i)) continue;
    append(out, { kind: 'literal', value: marked.slice(from, i) });
    const piece = kept[marked.charCodeAt(i) - firstMark];
    if (piece !== undefined) append(out, piece);
    from = i + 1;
  }
  append(out, { kind: 'literal', value: marked.slice(from) });
  return out;
}

function append(out: Piece[], piece: Piece): void {
  const last = out.at(-1);
  if (piece.kind !== 'literal') out.push(piece);
  else if (last?.kind === 'literal') out[out.length - 1] = merged(last, piece);
  else if (piece.value !== '') out.push(piece);
}

function merged(a: LiteralPiece, b: LiteralPiece): LiteralPiece {
  return { kind: 'literal', value: a.value + b.value };
}
