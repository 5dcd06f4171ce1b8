import { placeholderName } from '../../src/ir/placeholder-name.ts';
import type { RequestTemplate } from '../../src/ir/request.ts';
import type { Hole, Text } from '../../src/ir/text.ts';
import { isHole, literalText } from '../../src/ir/text.ts';

/** The same fixed word for the same variable, on both sides. */
export interface Filling {
  readonly word: (words: Text) => string;
  /** The word that stands for what a skill calls `name`: a variable of these words. */
  readonly variable: (words: readonly Text[], name: string) => string | undefined;
  /** Likewise a placeholder. */
  readonly standIn: (words: readonly Text[], name: string) => string | undefined;
  readonly request: (request: RequestTemplate) => RequestTemplate;
}

const placed = 'placed';
export const placeholder =
  /\{\{[^{}]+\}\}|<[A-Za-z][^<>]*>|\[[A-Z][A-Z0-9_]*_[A-Z0-9_]+\]|(?<=[/=,&?:])\[[\p{L}_][\p{L}\p{N}_ ]{1,78}\]/gu;
const braces = /\{([\p{L}_][\p{L}\p{N}_ .:-]{0,78})\}/gu;

/** A variable that starts a URL stands for an origin; others for a plain word. */
export function createFilling(
  requests: readonly RequestTemplate[],
  globOff: boolean,
  plainWord: (name: string) => string = (name) => `filled${name.length}`,
): Filling {
  const origins = new Set(
    requests.flatMap(({ url: [first] }) => (first !== undefined && isHole(first) ? [first.name] : [])),
  );
  const value = (hole: Hole): string => {
    if (origins.has(hole.name)) return 'https://filled.test';
    if (/method/i.test(hole.name)) return 'PUT';
    if (/port/i.test(hole.name)) return '8080';
    return /time|sec|retr|limit|count|num/i.test(hole.name) ? '5' : plainWord(hole.name);
  };
  const word = (text: Text): string =>
    text
      .map((piece) => (isHole(piece) ? value(piece) : piece.value))
      .join('')
      .replace(placeholder, placed);
  return {
    word,
    variable: (words, name) => {
      const hole = words
        .flat()
        .filter(isHole)
        .find((one) => placeholderName(one.name) === placeholderName(name));
      return hole === undefined ? undefined : value(hole);
    },
    standIn: (words, name) => {
      const literals = words.flatMap((text) => text.flatMap((piece) => (isHole(piece) ? [] : [piece.value]))).join(' ');
      const stands = (pattern: RegExp) =>
        [...literals.matchAll(pattern)].find(([text]) => placeholderName(text) === placeholderName(name));
      return stands(placeholder) === undefined ? stands(braces)?.[1] : placed;
    },
    request: (request) => {
      const filled = mapTexts(request, (text) => literalText(word(text))) as RequestTemplate;
      return globOff ? filled : { ...filled, url: withoutBraces(word(request.url)) };
    },
  };
}

/** curl expands `{word}` to `word`; we keep it, because it is a parameter. */
function withoutBraces(url: string): Text {
  return literalText(url.replace(braces, '$1'));
}

function mapTexts(value: unknown, change: (text: Text) => Text): unknown {
  if (Array.isArray(value)) {
    if (value.every(isPiece)) return change(value as Text);
    return value.map((item) => mapTexts(item, change));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}

const pieceKinds = new Set(['literal', 'variable', 'placeholder', 'secret', 'dynamic']);

function isPiece(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && pieceKinds.has(String(value.kind));
}
