import { concatTexts, literalText, type Text } from '../../../ir/text.ts';

/** As Python's `json.dumps` writes a string: ASCII only. */
export function pythonString(value: string): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A string with holes inside the quotes, where their values are written with JSON escapes. */
export function pythonText(text: Text): Text {
  const inner = text.map((piece) =>
    piece.kind === 'literal' ? literalText(pythonString(piece.value).slice(1, -1)) : [piece],
  );
  return concatTexts(literalText('"'), ...inner, literalText('"'));
}

/** JSON text as Python reads and writes it again; undefined for what is not JSON or not kept digit for digit. */
export function pythonJson(source: string): string | undefined {
  try {
    JSON.parse(source);
  } catch {
    return undefined;
  }
  const tokens = source.match(/"(?:\\.|[^"\\])*"|-?[0-9][0-9.eE+-]*|true|false|null|[[\]{},:]/g) ?? [];
  const out = tokens.map(rewrite);
  return out.includes(undefined) ? undefined : out.join('');
}

function rewrite(token: string): string | undefined {
  if (token === ',') return ', ';
  if (token === ':') return ': ';
  if (token.startsWith('"')) return pythonString(JSON.parse(token) as string);
  if (!/^[-0-9]/.test(token)) return token;
  // Integers of any size stay as they are; a fraction only in the form both languages print.
  return /^-?[0-9]+$/.test(token)
    ? token === '-0'
      ? '0'
      : token
    : String(Number(token)) === token && !token.includes('e')
      ? token
      : undefined;
}
