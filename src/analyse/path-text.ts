import { concat, mapTexts } from './text-of.ts';
import { data, literalText, merged, pieceNames, type TextPiece, text, type Value } from './value.ts';

/** `a/b` of two paths; an absolute second one stands alone. */
export function joinPath(base: Value, part: Value): Value {
  const written = literalText(part);
  if (written !== undefined && /^[/~]/.test(written)) return part;
  if (startsAtRoot(part)) return part;
  if (written === '') return base;
  if (written?.startsWith('./') === true) return joinPath(base, text(written.replace(/^(?:\.\/+)+/, '')));
  return concat([mapTexts(base, withSlash), part]);
}

function startsAtRoot(value: Value): boolean {
  return value.kind === 'text' && value.pieces[0]?.kind === 'root';
}

function withSlash(parts: readonly TextPiece[]): Value {
  const last = parts.at(-1);
  const whole = literalText({ kind: 'text', pieces: parts });
  if (whole === '' || whole === '.') return text('');
  const closed = last?.kind === 'literal' && last.value.endsWith('/');
  return { kind: 'text', pieces: merged(closed ? parts : [...parts, { kind: 'literal', value: '/' }]) };
}

/** Why a folder is not known whose path is the caller's. */
export const folderOfOpen = 'the folder of a path that is not in the text';

/** The folder a path lies in. */
export function folderOf(path: Value): Value {
  return mapTexts(path, (parts) => {
    const out = [...parts];
    const last = out.at(-1);
    if (last === undefined) return text('..');
    if (last.kind === 'root') return { kind: 'text', pieces: [...out, { kind: 'literal', value: '/..' }] };
    if (last.kind === 'literal') {
      const cut = last.value.replace(/(?<!\/)\/+$/, '').lastIndexOf('/');
      const before = out.slice(0, -1);
      if (cut >= 0)
        return {
          kind: 'text',
          pieces: merged([
            ...before,
            { kind: 'literal', value: last.value.slice(0, cut) || (before.length === 0 ? '/' : '') },
          ]),
        };
      return before.length === 0 ? text('.') : cutBack(before);
    }
    return cutBack(out.slice(0, -1));
  });
}

/** What is not known may hold slashes: only what stands before the last known one is surely the folder or above it. */
function cutBack(before: readonly TextPiece[]): Value {
  const last = before.at(-1);
  if (last === undefined) return data(folderOfOpen);
  if (last.kind === 'literal' && last.value.includes('/'))
    return {
      kind: 'text',
      pieces: merged([
        ...before.slice(0, -1),
        { kind: 'literal', value: last.value.slice(0, last.value.lastIndexOf('/')) },
      ]),
    };
  return data(folderOfOpen, pieceNames(before));
}

/** The last part of a path. */
export function nameOf(path: Value): Value {
  return mapTexts(path, (parts) => {
    const last = parts.at(-1);
    const whole = literalText({ kind: 'text', pieces: parts });
    if (whole !== undefined)
      return text(
        whole
          .replace(/(?<!\/)\/+$/, '')
          .split('/')
          .at(-1) ?? '',
      );
    if (last?.kind === 'literal' && last.value.includes('/')) return text(last.value.split('/').at(-1) ?? '');
    return {
      kind: 'text',
      pieces: [{ kind: 'open', why: 'the name of a file', names: pieceNames(parts), segment: true }],
    };
  });
}

/** Another ending, in the same folder. */
export function withEnding(path: Value, ending: Value): Value {
  const written = literalText(ending);
  return mapTexts(path, (parts) => {
    const last = parts.at(-1);
    if (last?.kind === 'literal' && written !== undefined && /[^/]\.[^./]*$|[^/]$/.test(last.value)) {
      const stem = last.value.replace(/(?<=[^/])\.[^./]*$/, '');
      return { kind: 'text', pieces: merged([...parts.slice(0, -1), { kind: 'literal', value: stem + written }]) };
    }
    const folder = folderOf({ kind: 'text', pieces: parts });
    return joinPath(folder, {
      kind: 'text',
      pieces: [{ kind: 'open', why: 'the name of a file', names: [], segment: true }],
    });
  });
}

/** Something below a folder, whose name only the disk knows. */
export function below(folder: Value, why: string): Value {
  return concat([mapTexts(folder, withSlash), { kind: 'text', pieces: [{ kind: 'open', why, names: [] }] }]);
}

/** The part of a pattern in front of its first star, and something below it. */
export function matching(pattern: Value): Value {
  return mapTexts(pattern, (parts) => {
    const at = parts.findIndex((piece) => piece.kind === 'literal' && /[*?[]/.test(piece.value));
    if (at < 0) return { kind: 'text', pieces: parts };
    const piece = parts[at];
    const written = piece?.kind === 'literal' ? piece.value : '';
    const known = written.slice(0, written.search(/[*?[]/));
    const before: TextPiece = { kind: 'literal', value: known.slice(0, known.lastIndexOf('/') + 1) };
    return {
      kind: 'text',
      pieces: merged([...parts.slice(0, at), before, { kind: 'open', why: 'the name of a file', names: [] }]),
    };
  });
}

export function temporary(...rest: readonly TextPiece[]): Value {
  return { kind: 'text', pieces: [{ kind: 'root', of: 'temporary' }, { kind: 'literal', value: '/' }, ...rest] };
}
