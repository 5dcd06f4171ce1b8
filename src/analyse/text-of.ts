import { limits } from './limits.ts';
import { each, join, merged, namesIn, type RecordValue, type TextPiece, type Value } from './value.ts';

/** A value as text: what `str(x)` or `${x}` would write, as far as it is known. */
export function textOf(value: Value): readonly TextPiece[] {
  switch (value.kind) {
    case 'text':
      return value.pieces;
    case 'constant':
      return [{ kind: 'literal', value: String(value.value) }];
    case 'object': {
      const own = value.state.get('text');
      const members = value.type === 'search' ? value.state.get('record') : undefined;
      if (members?.kind === 'record') return queryPieces(members);
      return own === undefined ? [{ kind: 'open', why: 'an object', names: [] }] : textOf(own);
    }
    case 'unknown':
      return [{ kind: 'open', why: value.why, names: value.names }];
    case 'choice':
      return [{ kind: 'open', why: 'one of several values', names: namesIn(value) }];
    default:
      return [{ kind: 'open', why: 'a value that is no text', names: [] }];
  }
}

/** The texts a value may be, one by one. */
export function textsOf(value: Value): readonly (readonly TextPiece[])[] {
  return each(value).flatMap((one) => {
    const own = one.kind === 'object' ? one.state.get('text') : undefined;
    return own?.kind === 'choice' ? textsOf(own) : [textOf(one)];
  });
}

/** The parts one behind the other, for every choice among them; too many choices leave that part open. */
export function concat(parts: readonly Value[]): Value {
  let all: (readonly TextPiece[])[] = [[]];
  for (const part of parts) {
    const options = textsOf(part);
    const fits = all.length * options.length <= limits.choices;
    const next = fits ? options : [textOf(part)];
    all = all.flatMap((before) => next.map((option) => [...before, ...option]));
  }
  return join(all.map((one): Value => ({ kind: 'text', pieces: merged(one) })));
}

/** Applies a change to every text that a value may be. */
export function mapTexts(value: Value, change: (parts: readonly TextPiece[]) => Value): Value {
  return join(textsOf(value).map(change));
}

/** A text in the place of one path segment or query value. */
export function encodedPieces(parts: readonly TextPiece[], encode: (whole: string) => string): readonly TextPiece[] {
  return parts.map((piece): TextPiece => {
    if (piece.kind === 'literal') return { kind: 'literal', value: encode(piece.value) };
    if (piece.kind === 'open') return { ...piece, segment: true };
    return piece.kind === 'word' ? { kind: 'open', why: 'an argument', names: [], segment: true } : piece;
  });
}

/** `k=v&…` */
export function queryPieces({ entries, rest }: RecordValue): readonly TextPiece[] {
  const known = [...entries].flatMap(([key, member], index): readonly TextPiece[] => [
    { kind: 'literal', value: `${index === 0 ? '' : '&'}${percentEncode(key)}=` },
    ...encodedPieces(textOf(member), percentEncode),
  ]);
  return rest === undefined ? known : [...known, { kind: 'open', why: 'a query', names: namesIn(rest) }];
}

/** Lone surrogates cannot be encoded. */
export function percentEncode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
