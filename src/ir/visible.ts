/**
 * What a reader cannot see or would see as something else: control, format and direction characters, zero-width and
 * tag characters, variation selectors, fillers, blanks other than the space, lone surrogates and unassigned code points.
 */
const hidden = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** `⚠` + U+FE0F and U+200D between two pictures only choose how a picture that is seen anyway is drawn. */
const pictureSuffix = /^\p{Extended_Pictographic}|^\p{Emoji_Modifier}/u;

/** Puts `write(code point)` in the place of every character that a reader cannot see. */
export function replaceHidden(text: string, write: (code: number) => string): string {
  return text.replace(hidden, (found, at: number) =>
    drawsPicture(text, at, found) ? found : write(found.codePointAt(0) ?? 0),
  );
}

export function hasHidden(text: string): boolean {
  return replaceHidden(text, () => '') !== text;
}

/**
 * Text from a skill as a person may be shown it, on one line: what cannot be seen stands as `\u{202E}`.
 * Two different texts never look the same: a written `\u{` is escaped too.
 */
export function visible(text: string): string {
  return replaceHidden(text.replaceAll('\\u{', '\\u{5C}u{'), escapeCode);
}

/** As `visible`, with line breaks and tabs (as two blanks) kept. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map((line) => line.split('\t').map(visible).join('  '))
    .join('\n');
}

/** As data: what cannot be seen is left out, line breaks and tabs stay. */
export function withoutHidden(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, at) => (at % 2 === 1 ? part.replace('\r', '') : replaceHidden(part, () => '')))
    .join('');
}

function escapeCode(code: number): string {
  return `\\u{${code.toString(16).toUpperCase()}}`;
}

function drawsPicture(text: string, at: number, found: string): boolean {
  if (found !== '\uFE0F' && found !== '\u200D') return false;
  const before = previousCharacter(text, found === '\u200D' && text[at - 1] === '\uFE0F' ? at - 1 : at);
  if (!pictureSuffix.test(before)) return false;
  return found === '\uFE0F' || pictureSuffix.test(text.slice(at + 1, at + 3));
}

function previousCharacter(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return text.slice(unit >= 0xdc00 && unit <= 0xdfff ? at - 2 : at - 1, at);
}
