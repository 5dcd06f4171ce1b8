import type { Json } from '../../ir/json.ts';
import type { Hole, Piece, Text } from '../../ir/text.ts';

/** A JSON text with holes, parsed: where each hole stands, and the value of everything else. */
export interface JsonSkeleton {
  readonly value: Json;
  /** In the order of the text's holes. */
  readonly holes: readonly {
    readonly hole: Hole;
    readonly pointer: string;
    readonly key: string;
    readonly inString: boolean;
  }[];
}

const MARK = '\uE003';

/** Parses with each hole replaced by a marked string; undefined when the text is not JSON even then. */
export function jsonSkeleton(text: Text): JsonSkeleton | undefined {
  const holes: { hole: Hole; inString: boolean }[] = [];
  let source = '';
  let inString = false;
  for (const piece of text) {
    if (piece.kind === 'literal') {
      source += piece.value;
      inString = endsInString(piece.value, inString);
    } else {
      const mark = `${MARK}${holes.length}${MARK}`;
      source += inString ? mark : `"${mark}"`;
      holes.push({ hole: piece, inString });
    }
  }
  if (!/^\s*[[{]/.test(source) || source.length > 256 * 1024 || nestsTooDeep(source)) return undefined;
  const value = parseJson(source);
  if (value === undefined) return undefined;
  const places = new Map<number, { pointer: string; key: string }>();
  locate(value, '', '', places, 0);
  return {
    value,
    holes: holes.map((hole, index) => ({ ...hole, ...(places.get(index) ?? { pointer: '', key: '' }) })),
  };
}

const MAX_DEPTH = 64;

/** Brackets inside strings count too: a little too strict, never too deep. */
function nestsTooDeep(source: string): boolean {
  let depth = 0;
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

export function parseJson(source: string): Json | undefined {
  try {
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

export function endsInString(text: string, startsInside: boolean): boolean {
  let inside = startsInside;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '\\' && inside) i++;
    else if (c === '"') inside = !inside;
  }
  return inside;
}

function locate(
  value: Json,
  pointer: string,
  key: string,
  places: Map<number, { pointer: string; key: string }>,
  depth: number,
): void {
  if (typeof value === 'string') {
    for (const mark of value.matchAll(/\uE003(\d+)\uE003/g)) places.set(Number(mark[1]), { pointer, key });
  } else if (Array.isArray(value) && depth < MAX_DEPTH) {
    for (const [index, item] of value.entries()) locate(item, `${pointer}/${index}`, key, places, depth + 1);
  } else if (value !== null && typeof value === 'object' && depth < MAX_DEPTH) {
    for (const [name, member] of Object.entries(value)) {
      locate(member as Json, `${pointer}/${escapePointer(name)}`, name, places, depth + 1);
    }
  }
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** True when a value is wholly literal, i.e. holds no mark. */
export function isPlainJson(value: Json): boolean {
  return !JSON.stringify(value).includes(MARK);
}

/** Lets `replace` turn the content of each string value (never a key) into pieces. `key` is the member's name. */
export function mapStringValues(text: Text, replace: (content: string, key: string) => readonly Piece[]): Text {
  let inside = false;
  let key = '';
  return text.flatMap((piece): readonly Piece[] => {
    if (piece.kind !== 'literal') return [piece];
    const out: Piece[] = [];
    let from = 0;
    if (inside) {
      from = closingQuote(piece.value, 0) + 1;
      if (from === 0) return [piece];
      out.push({ kind: 'literal', value: piece.value.slice(0, from) });
      inside = false;
    }
    const rest = piece.value.slice(from);
    let copied = 0;
    for (const match of rest.matchAll(/"((?:[^"\\]|\\[\s\S])*)"(\s*:)?/g)) {
      const content = match[1] ?? '';
      if (match[2] !== undefined) key = content;
      else {
        const start = match.index + 1;
        out.push({ kind: 'literal', value: rest.slice(copied, start) }, ...replace(content, key));
        copied = start + content.length;
      }
    }
    out.push({ kind: 'literal', value: rest.slice(copied) });
    inside = endsInString(rest, false);
    const lastKey = /"((?:[^"\\]|\\[\s\S])*)"\s*:\s*"?[^"]*$/.exec(rest.slice(-400));
    if (lastKey?.[1] !== undefined) key = lastKey[1];
    return out;
  });
}

function closingQuote(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}
