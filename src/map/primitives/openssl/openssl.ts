import { list, literal, object } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import { type Hole, literalOf, type Text } from '../../../ir/text.ts';
import { mapped, plainDraft, readEffect } from '../../outcome.ts';
import type { CommandWords, DraftEffect, Mapped, Primitive } from '../../primitive.ts';
import type { ToolTable } from '../../tools/tool.ts';
import { toolPrimitive } from '../../tools/tool-primitive.ts';

const digests = /^(?:md5|sha1|sha224|sha256|sha384|sha512)$/;
/** What the broker signs with. */
const signing = /^(?:sha1|sha256|sha512)$/;

interface Digest {
  readonly algorithm: string;
  readonly files: readonly Text[];
  readonly key?: { readonly at: number; readonly text: Text };
}

/** Digests, HMAC, encodings and random bytes touch nothing; every other use is one of the program of that name. */
export function openssl(tools: ToolTable): Primitive {
  const program = toolPrimitive(tools);
  return (command, context) => pureUse(command) ?? program(command, context);
}

function pureUse(command: CommandWords): Mapped | undefined {
  const words = command.words.slice(1);
  const texts = words.map((word) => literalOf(word));
  const [verb = ''] = texts;
  if (command.env.size > 0) return undefined;
  if (verb === 'rand' && /^(?:(?:-hex|-base64) )?[1-9]\d{0,4}$/.test(texts.slice(1).join(' ')))
    return pure(command, words, []);
  if (verb === 'base64' || (verb === 'enc' && texts[1] === '-base64')) return encoding(command, words, texts);
  if (verb === 'dgst' || digests.test(verb)) return digest(command, words, texts);
  return undefined;
}

function encoding(
  command: CommandWords,
  words: readonly Text[],
  texts: readonly (string | undefined)[],
): Mapped | undefined {
  const at = texts.indexOf('-in');
  const known = texts.slice(1).every((text, index) => index === at || /^-(?:base64|e|d|A|in)$/.test(text ?? ''));
  const file = at < 0 ? undefined : words[at + 1];
  return known && (at < 0 || file !== undefined)
    ? pure(command, words, file === undefined ? [] : readEffect(file))
    : undefined;
}

function digest(
  command: CommandWords,
  words: readonly Text[],
  texts: readonly (string | undefined)[],
): Mapped | undefined {
  const read = readDigest(words, texts);
  if (read === undefined) return undefined;
  const reads = read.files.flatMap((file) => readEffect(file));
  if (read.key === undefined || literalOf(read.key.text) !== undefined) return pure(command, words, reads);
  const [piece, ...more] = read.key.text;
  const isName = (piece?.kind === 'variable' || piece?.kind === 'secret') && more.length === 0;
  if (!isName || !signing.test(read.algorithm)) return undefined;
  const { at } = read.key;
  const secret: Hole = { kind: 'secret', name: piece.name, span: command.span };
  const given = words.map((word, index): Text => (index === at ? [secret] : word));
  return pure(command, given, [
    ...reads,
    { kind: 'secret', name: piece.name, origin: '', slot: `hmac:${read.algorithm}` },
  ]);
}

function readDigest(words: readonly Text[], texts: readonly (string | undefined)[]): Digest | undefined {
  let algorithm = digests.test(texts[0] ?? '') ? (texts[0] ?? '') : 'sha256';
  let key: Digest['key'];
  const files: Text[] = [];
  for (let at = 1; at < words.length; at++) {
    const text = texts[at];
    if (text !== undefined && digests.test(text.replace(/^-/, '')) && text.startsWith('-')) algorithm = text.slice(1);
    else if (text === '-hmac') key = { at: at + 1, text: words[++at] ?? [] };
    else if (text === '-hex' || text === '-binary' || text === '-r' || text === '-') continue;
    else if (text?.startsWith('-') === true) return undefined;
    else files.push(words[at] ?? []);
  }
  return files.length > 1 ? undefined : { algorithm, files, ...(key === undefined ? {} : { key }) };
}

/** Only a program of the shell does it: there is no tool of this name for text alone. */
function pure(command: CommandWords, words: readonly Text[], effects: readonly DraftEffect[]): Mapped {
  const args = object<Hole>({ command: literal('openssl'), args: list(words.map(textExpr)), builtin: literal(true) });
  return mapped(plainDraft('text.transform', args.members, effects, command.span));
}
