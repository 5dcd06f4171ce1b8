/**
 * `curl https://x/<id>` is meant as a stand-in and read by bash as two redirections. Before parsing, such a stand-in is
 * masked by private-use characters of the same length, so every offset stays true:
 *
 *     curl https://x/<user id>/y
 *                    ^       ^   OPEN … CLOSE, with FILL for what bash would split on
 */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const FILL = '\uE002';

/** Source text must not hold the masks itself. */
export const maskCharacters = /[\uE000-\uE002]/;
export const maskedRun = /\uE000[^\uE001]*\uE001/g;

const standIn = /^<(?:[A-Za-z0-9_@$][^<>\n`;&()"']{0,78}[^<>\s`;&()"'/]|[A-Za-z0-9_])>/;
const special = /[\s|'"*?[\]#!~{},\\$=+]/g;

/** Masks unquoted stand-ins. Quotes and comments are tracked only so far as to leave quoted text alone. */
export function maskPlaceholders(text: string): string {
  if (!text.includes('<')) return text;
  let out = '';
  let copied = 0;
  let quote: '"' | "'" | undefined;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '\\' && quote !== "'") i++;
    else if (quote !== undefined) quote = c === quote ? undefined : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === '#' && startsWord(text, i)) i = lineEnd(text, i);
    else if (c === '<' && text[i - 1] !== '<') {
      const run = standIn.exec(text.slice(i, i + 82))?.[0];
      if (run === undefined) continue;
      out += text.slice(copied, i) + OPEN + run.slice(1, -1).replace(special, FILL) + CLOSE;
      i += run.length - 1;
      copied = i + 1;
    }
  }
  return out + text.slice(copied);
}

/** The text with each unquoted stand-in replaced, so that a shell can run it. */
export function fillPlaceholders(text: string, fill: (written: string) => string): string {
  const masked = maskPlaceholders(text);
  let out = '';
  let copied = 0;
  for (const run of masked.matchAll(maskedRun)) {
    const end = run.index + run[0].length;
    out += text.slice(copied, run.index) + fill(text.slice(run.index, end));
    copied = end;
  }
  return out + text.slice(copied);
}

function startsWord(text: string, index: number): boolean {
  return index === 0 || /[\s;&|(]/.test(text[index - 1] ?? '');
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
