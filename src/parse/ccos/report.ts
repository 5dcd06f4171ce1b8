import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { didYouMean } from '../../ir/did-you-mean.ts';
import { asString, type DataNode, entriesOf, get } from '../data/index.ts';
import type { Refs } from '../openapi/refs.ts';
import { asksForPower } from './fields.ts';

/** What every part of the front end needs while one skill is read. */
export interface Reading {
  readonly source: string;
  readonly prefix: string;
  readonly refs: Refs;
  readonly diagnostics: Diagnostic[];
}

/** A word for each field that the format does not have; the ones that ask for power say that they grant nothing. */
export function reportUnknown(
  reading: Reading,
  node: DataNode | undefined,
  known: readonly string[],
  owner: string,
): void {
  let found = 0;
  for (const { key, keySpan } of entriesOf(node)) {
    if (known.includes(key) || key.startsWith('x-')) continue;
    // Comparing words is the costly part, and past the first few nobody reads the answer.
    const nearest = ++found > 20 ? undefined : didYouMean(key, known);
    const diagnostic = asksForPower(key)
      ? diagnose('parse/power-ignored', `\`${key}\` of ${owner} grants nothing`, keySpan)
      : diagnose(
          'parse/field-unknown',
          `${owner} has no field \`${key}\``,
          keySpan,
          nearest ?? 'remove it, or put it under `metadata`',
        );
    reading.diagnostics.push(diagnostic);
  }
}

/** A text field; a value of another kind is reported and left out. */
export function textField(
  reading: Reading,
  node: DataNode | undefined,
  ...keys: readonly string[]
): string | undefined {
  const value = get(node, ...keys);
  if (value === undefined || value.kind === 'null') return undefined;
  const text = asString(value);
  if (text === undefined) {
    reading.diagnostics.push(diagnose('parse/field-type', `\`${keys[0]}\` must be a text`, value.span));
  } else if (value.kind !== 'string') {
    const help = `write "${text}" in quotes to keep it a text everywhere`;
    reading.diagnostics.push(
      diagnose('parse/field-type', `\`${keys[0]}: ${text}\` is read as a text`, value.span, help),
    );
  }
  return text;
}
