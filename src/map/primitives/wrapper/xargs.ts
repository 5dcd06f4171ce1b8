import { list } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import type { DynamicHole, Piece, Text } from '../../../ir/text.ts';
import { literalOf, literalText } from '../../../ir/text.ts';
import { plainDraft } from '../../outcome.ts';
import type { CommandWords, Draft, DraftEffect, Mapped, Primitive } from '../../primitive.ts';
import { inner, openWrapper, unclear, type WrapperOption } from './unwrap.ts';

const number = /^\d{1,9}$/;

/** `-p` asks a person for each line: not here. */
const options: readonly WrapperOption[] = [
  { names: ['-0', '--null'], value: 'none' },
  { names: ['-r', '--no-run-if-empty'], value: 'none' },
  { names: ['-t', '--verbose'], value: 'none' },
  { names: ['-x', '--exit'], value: 'none' },
  { names: ['-n', '--max-args'], value: 'required', accept: number },
  { names: ['-P', '--max-procs'], value: 'required', accept: number },
  { names: ['-L', '--max-lines'], value: 'required', accept: number },
  { names: ['-s', '--max-chars'], value: 'required', accept: number },
  { names: ['-d', '--delimiter'], value: 'required' },
  { names: ['-E'], value: 'required' },
  { names: ['-I', '--replace'], value: 'required' },
  { names: ['-a', '--arg-file'], value: 'required' },
];

/** The command with what xargs reads put in as an open value: behind the words, or in place of `{}`. */
export const xargs: Primitive = (command, context) => {
  const opened = openWrapper('xargs', options, command);
  if ('kind' in opened) return opened;
  const marker = opened.options.findLast(({ row }) => row.names.includes('-I'));
  const replace = marker === undefined ? undefined : literalOf(marker.value ?? []);
  if (marker !== undefined && (replace === undefined || replace === '')) {
    return unclear('`xargs -I`: the mark is not in the text', command);
  }
  const named = opened.rest.words.length === 0 ? [literalText('echo')] : opened.rest.words;
  const hole = inputHole(command);
  const words = replace === undefined ? [...named, [hole]] : named.map((word) => replaced(word, replace, hole));
  const spans = words.map((_, index) => opened.rest.spans[index] ?? command.span);
  const program = literalOf(words[0] ?? []);
  if (program === undefined) return unclear('`xargs` would choose the program by its input', command);
  const asWritten = { ...opened.rest, words: named, spans: opened.rest.spans, stdin: { kind: 'none' } } as const;
  const result = inner('xargs', { ...asWritten, words, spans }, context);
  // With nothing to read xargs runs the words as they stand: what they alone would do counts too.
  const alone = opened.rest.words.length === 0 ? undefined : inner('xargs', asWritten, context);
  if (alone?.kind === 'refused' && result.kind !== 'mapped') return alone;
  const files = opened.options.filter(({ row }) => row.names.includes('-a')).map(({ value }) => value ?? []);
  const effects = replace === undefined && alone?.kind === 'mapped' ? alone.drafts.flatMap(effectsOf) : [];
  const reads = files.map((path): DraftEffect => ({ kind: 'read', path }));
  const [request] = result.kind === 'mapped' ? result.drafts : [];
  // A request has no place for a file that only tells its addresses: reading it is a step of its own.
  if (result.kind === 'mapped' && request?.kind === 'http' && reads.length > 0) {
    const read = plainDraft('io.read-file', { paths: list(files.map(textExpr)) }, reads, command.span);
    return { ...withEffects(result, effects), drafts: [read, ...result.drafts] };
  }
  return withEffects(result, [...effects, ...reads]);
};

function inputHole(command: CommandWords): DynamicHole {
  return { kind: 'dynamic', name: 'xargs input', reason: 'output of the command before `xargs`', span: command.span };
}

function replaced(word: Text, mark: string, hole: DynamicHole): Text {
  return word.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'literal') return [piece];
    return piece.value.split(mark).flatMap((part, index): readonly Piece[] => {
      const text: readonly Piece[] = part === '' ? [] : [{ ...piece, value: part }];
      return index === 0 ? text : [hole, ...text];
    });
  });
}

function effectsOf(draft: Draft): readonly DraftEffect[] {
  return draft.kind === 'plain' ? draft.effects : [];
}

function withEffects(result: Mapped, more: readonly DraftEffect[]): Mapped {
  if (result.kind !== 'mapped' || more.length === 0) return result;
  const drafts = result.drafts.map((draft): Draft => {
    if (draft.kind !== 'plain') return draft;
    const known = new Set(draft.effects.map((effect) => JSON.stringify(effect)));
    return { ...draft, effects: [...draft.effects, ...more.filter((effect) => !known.has(JSON.stringify(effect)))] };
  });
  return { ...result, drafts };
}
