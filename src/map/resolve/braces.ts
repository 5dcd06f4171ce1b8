import type { ShellPart, ShellWord } from '../../ir/shell-program.ts';

const MAX_ALTERNATIVES = 64;

/** `{a,b}` and `{1..3}` of literal text, as bash does it before anything else; undefined when there is none or it is not literal. */
export function expandBraces(word: ShellWord): readonly ShellWord[] | undefined {
  const index = word.parts.findIndex((part) => part.kind === 'brace');
  const brace = word.parts[index];
  if (brace === undefined || brace.kind !== 'brace') return undefined;
  const alternatives = alternativesOf(brace.value);
  if (alternatives === undefined || productOf(word) > MAX_ALTERNATIVES) return undefined;
  return alternatives.map((value) => {
    const literal: ShellPart = { kind: 'literal', value, quoted: false, span: brace.span };
    return { ...word, parts: [...word.parts.slice(0, index), literal, ...word.parts.slice(index + 1)] };
  });
}

/** `{a,b}{a,b}…` multiplies: judged before anything is expanded. */
function productOf(word: ShellWord): number {
  let product = 1;
  for (const part of word.parts) {
    if (part.kind === 'brace') product *= alternativesOf(part.value)?.length ?? 1;
    if (product > MAX_ALTERNATIVES) break;
  }
  return product;
}

function alternativesOf(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  if (/[{}$`'"\\*?[]/.test(inner)) return undefined;
  const range = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(inner);
  if (range === null) return inner.includes(',') ? inner.split(',') : undefined;
  const from = Number(range[1]);
  const to = Number(range[2]);
  const count = Math.abs(to - from) + 1;
  const padded = /^-?0\d/.test(range[1] ?? '') || /^-?0\d/.test(range[2] ?? '');
  if (count > MAX_ALTERNATIVES || padded) return undefined;
  return Array.from({ length: count }, (_, step) => String(from <= to ? from + step : from - step));
}
