import type { Text } from '../../src/ir/text.ts';
import { concatTexts } from '../../src/ir/text.ts';
import type { CommandWords } from '../../src/map/primitive.ts';

const span = { source: 'line', start: 0, end: 0 } as const;

/** Our own lines only: single and double quotes, backslashes, `$NAME`. */
export function readLine(line: string): readonly Text[] {
  const words: Text[] = [];
  const token = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|\$(\w+)|([^\s'"\\$]+)|(\$)/gs;
  let word: Text | undefined;
  for (const match of line.matchAll(token)) {
    const [whole, single, double, escaped, name, plain, dollar] = match;
    if (/^\s/.test(whole)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece =
      name !== undefined
        ? variable(name)
        : double !== undefined
          ? readDouble(double)
          : literal(single ?? escaped ?? plain ?? dollar ?? '');
    word = concatTexts(word ?? [], piece);
  }
  if (word !== undefined) words.push(word);
  return words;
}

function readDouble(inside: string): Text {
  const parts = [...inside.matchAll(/\\(["\\$`])|\$(\w+)|([^\\$]+|[\\$])/gs)];
  return concatTexts(
    ...parts.map(([, escaped, name, plain]) => (name ? variable(name) : literal(escaped ?? plain ?? ''))),
  );
}

function literal(value: string): Text {
  return [{ kind: 'literal', value }];
}

function variable(name: string): Text {
  return [{ kind: 'variable', name, span }];
}

export function commandOf(words: readonly Text[]): CommandWords {
  return { words, spans: words.map(() => span), env: new Map(), stdin: { kind: 'pipe' }, span };
}
