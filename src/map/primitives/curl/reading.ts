import { hasMark, type Marks } from '../../../http/url/marks.ts';

/** What a handler may look at besides its own value. */
export interface Reading {
  readonly marks: Marks;
  readonly stdin: StandardInput;
  /** How often standard input was read: the second reader would find it empty. */
  stdinReads: number;
}

/** Standard input, with its content when the text shows it. Strings are marked. */
export type StandardInput =
  | { readonly kind: 'stream' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string };

const lineEnds = /[\u0000\r\n]/;

/** Whether a value could end the header it stands in. */
export function endsLine(value: string): boolean {
  return lineEnds.test(value);
}

/** For messages: holes as `$…`. */
export function shown(marked: string, marks: Marks): string {
  if (!hasMark(marked)) return marked;
  return marks
    .text(marked)
    .map((piece) => (piece.kind === 'literal' ? piece.value : `\${${piece.name}}`))
    .join('');
}
