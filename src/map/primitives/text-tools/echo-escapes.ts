const single: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);

const numeric = /\\(?:0([0-7]{0,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/y;

/** What bash's `echo -e` prints; undefined when the result is bytes that are not text. */
export function decodeEchoEscapes(source: string): { readonly text: string; readonly stopped: boolean } | undefined {
  let text = '';
  for (let at = 0; at < source.length; ) {
    const next = source[at + 1] ?? '';
    if (source[at] !== '\\' || next === '') {
      text += source[at];
      at++;
      continue;
    }
    if (next === 'c') return { text, stopped: true };
    const plain = single.get(next);
    if (plain !== undefined) {
      text += plain;
      at += 2;
      continue;
    }
    const pattern = new RegExp(numeric);
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    const char = found === null ? `\\${next}` : codePoint(found);
    if (char === undefined) return undefined;
    text += char;
    at += found === null ? 2 : found[0].length;
  }
  return { text, stopped: false };
}

/** Bytes above ASCII may be half a character, so only ASCII bytes and real code points are text. */
function codePoint(found: RegExpExecArray): string | undefined {
  const [, octal, hex, short, long] = found;
  if (octal !== undefined) return ascii(octal === '' ? 0 : Number.parseInt(octal, 8));
  if (hex !== undefined) return ascii(Number.parseInt(hex, 16));
  const code = Number.parseInt(short ?? long ?? '', 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return String.fromCodePoint(code);
}

function ascii(code: number): string | undefined {
  return code < 0x80 ? String.fromCharCode(code) : undefined;
}
