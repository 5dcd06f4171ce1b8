import { literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { joinTexts, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { mapped, plainDraft } from '../../outcome.ts';
import type { CommandWords, Mapped } from '../../primitive.ts';
import { decodeEchoEscapes } from './echo-escapes.ts';

/** bash's `echo` → `io.println`. Words of the letters n, e and E in front are options, anything else is text. */
export function echo(command: CommandWords): Mapped {
  const { newline, escapes, from } = readFlags(command.words);
  const text = joinWords(command.words.slice(from));
  const plain = escapes ? decoded(text) : { text, newline: true };
  const args = {
    text: textExpr(plain?.text ?? text),
    // Undecoded when a value is still open: its own backslashes count too.
    ...(plain === undefined ? { escapes: literal(true) } : {}),
    ...(newline && (plain?.newline ?? true) ? {} : { newline: literal(false) }),
  };
  return mapped(plainDraft('io.println', args, [{ kind: 'output' }], command.span));
}

function readFlags(words: readonly Text[]): { newline: boolean; escapes: boolean; from: number } {
  let newline = true;
  let escapes = false;
  let from = 1;
  for (; from < words.length; from++) {
    const word = literalOf(words[from] ?? []);
    if (word === undefined || !/^-[neE]+$/.test(word)) break;
    for (const letter of word.slice(1)) {
      if (letter === 'n') newline = false;
      else escapes = letter === 'e';
    }
  }
  return { newline, escapes, from };
}

function joinWords(words: readonly Text[]): Text {
  return joinTexts(words.flatMap((word, i) => (i === 0 ? [word] : [literalText(' '), word])));
}

function decoded(text: Text): { readonly text: Text; readonly newline: boolean } | undefined {
  const whole = literalOf(text);
  const result = whole === undefined ? undefined : decodeEchoEscapes(whole);
  return result === undefined ? undefined : { text: literalText(result.text), newline: !result.stopped };
}
