import type { Json } from '../../ir/json.ts';
import { readJson, readYaml, toJson } from '../data/index.ts';
import { flattenFlow } from './repair-yaml.ts';
import { type SourceText, sourceOffset } from './source-text.ts';

/** JSON as documentation writes it: with comments, trailing commas, bare keys. Duplicate and reserved keys stay errors. */
export function looseJson(text: SourceText, source: string): { readonly value: Json } | undefined {
  const strict = readJson(text.text, source, sourceOffset(text, 0));
  if (strict.node !== undefined) return { value: toJson(strict.node) };
  if (strict.diagnostics.some(({ code }) => code !== 'parse/syntax')) return undefined;
  if (!/^\s*[[{]/.test(text.text)) return undefined;
  const loose = readYaml(flattenFlow(text).text.trim(), source);
  return loose.node === undefined ? undefined : { value: toJson(loose.node) };
}
