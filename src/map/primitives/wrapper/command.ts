import { list, literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { literalOf } from '../../../ir/text.ts';
import { mapped, plainDraft } from '../../outcome.ts';
import type { CommandWords, Mapped, Primitive } from '../../primitive.ts';
import { inner, openWrapper, unclear, type WrapperOption } from './unwrap.ts';

const options: readonly WrapperOption[] = [
  { names: ['-p'], value: 'none' },
  { names: ['-v'], value: 'none' },
  { names: ['-V'], value: 'none' },
];

/** `command curl …` is curl; `command -v curl` only tells whether there is one. */
export const command: Primitive = (words, context) => {
  const opened = openWrapper('command', options, words);
  if ('kind' in opened) return opened;
  const asks = opened.options.some(({ row }) => row.names.includes('-v') || row.names.includes('-V'));
  return asks ? lookUp('command', words) : inner('command', opened.rest, context);
};

/** Prints where a program is; touches nothing. */
export function lookUp(program: string, command: CommandWords): Mapped {
  const args = { command: literal(program), args: list(command.words.slice(1).map(textExpr)) };
  return mapped(plainDraft('text.transform', args, [], command.span));
}

export const which: Primitive = (words) => lookUp('which', words);
export const type: Primitive = (words) => lookUp('type', words);
/** `hash -p file name` makes another file run under that name. */
export const hash: Primitive = (words) =>
  words.words.slice(1).some((word) => /^-\w*p/.test(literalOf(word) ?? '-p'))
    ? unclear('`hash -p` gives a program another file', words)
    : lookUp('hash', words);
