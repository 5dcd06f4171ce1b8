import type { RequestField } from '../../analyse/analysis.ts';
import type { ScriptText } from '../../analyse/source.ts';
import type { TextPiece } from '../../analyse/value.ts';

/** `?a=1&key={…}` in an address: each pair as a field. */
export function queryFields(url: ScriptText): readonly RequestField[] {
  const at = url.findIndex((piece) => piece.kind === 'literal' && piece.value.includes('?'));
  const first = url[at];
  if (first?.kind !== 'literal') return [];
  const query: readonly TextPiece[] = [
    { kind: 'literal', value: first.value.slice(first.value.indexOf('?') + 1) },
    ...url.slice(at + 1),
  ];
  return splitPieces(query, '&').flatMap((pair) => {
    const [name = [], ...value] = splitPieces(pair, '=');
    const key = name.every((piece) => piece.kind === 'literal') ? name.map((piece) => piece.value).join('') : undefined;
    return [{ slot: `query:${key ?? '*'}`, text: key === undefined ? pair : value.flat() }];
  });
}

function splitPieces(parts: ScriptText, mark: string): readonly ScriptText[] {
  const groups: TextPiece[][] = [[]];
  for (const piece of parts) {
    if (piece.kind !== 'literal') {
      groups.at(-1)?.push(piece);
      continue;
    }
    for (const [index, value] of piece.value.split(mark).entries()) {
      if (index > 0) groups.push([]);
      if (value !== '') groups.at(-1)?.push({ kind: 'literal', value });
    }
  }
  return groups;
}
