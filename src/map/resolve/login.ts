import type { ShellCommand, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import { literalOf, type Text } from '../../ir/text.ts';

/** The halves of `user:password`, where the statements are nothing but its base64: `echo -n "$USER:$PASS" | base64 -w0`. */
export function loginIn(
  statements: readonly ShellStatement[],
  resolve: (word: ShellWord) => Text,
): { readonly user: Text; readonly password: Text } | undefined {
  const [statement, second] = statements;
  if (statement?.node.kind !== 'pipeline' || second !== undefined || statement.background) return undefined;
  const commands = statement.node.commands;
  if (!commands.every((node): node is ShellCommand => node.kind === 'command')) return undefined;
  const [printer, encoder, ...rest] = commands;
  const isEncoded =
    encoder?.words[0]?.text === 'base64' && !encoder.words.some(({ text }) => /^-(?:d|D|-decode)/.test(text));
  // Line ends are taken off again; anything else would change the text.
  const isWhole = rest.every(({ words }) => words[0]?.text === 'tr' && words[1]?.text === '-d');
  const text = printer === undefined ? undefined : printedText(printer, resolve);
  return isEncoded && isWhole && text !== undefined ? halves(text) : undefined;
}

function printedText({ words, redirects }: ShellCommand, resolve: (word: ShellWord) => Text): Text | undefined {
  if (redirects.length > 0) return undefined;
  const [program, ...rest] = words;
  if (program?.text === 'echo') {
    const texts = rest[0]?.text === '-n' ? rest.slice(1) : rest;
    return texts.length === 1 && texts[0] !== undefined ? resolve(texts[0]) : undefined;
  }
  if (program?.text !== 'printf') return undefined;
  const [format, value, more] = rest;
  if (format === undefined || more !== undefined) return undefined;
  const written = literalOf(resolve(format));
  if (value !== undefined) return written === '%s' ? resolve(value) : undefined;
  return written === undefined || !/[%\\]/.test(written) ? resolve(format) : undefined;
}

/** At the first colon that the text itself writes. */
function halves(text: Text): { readonly user: Text; readonly password: Text } | undefined {
  const at = text.findIndex((piece) => piece.kind === 'literal' && piece.value.includes(':'));
  const piece = text[at];
  if (piece?.kind !== 'literal') return undefined;
  const colon = piece.value.indexOf(':');
  const part = (value: string): Text => (value === '' ? [] : [{ kind: 'literal', value }]);
  return {
    user: [...text.slice(0, at), ...part(piece.value.slice(0, colon))],
    password: [...part(piece.value.slice(colon + 1)), ...text.slice(at + 1)],
  };
}
