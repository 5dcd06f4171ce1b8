import type { Json } from '../../ir/json.ts';
import { readJson, readYaml, toJson } from '../data/index.ts';
import { flattenFlow } from './repair-yaml.ts';
import { joinSources, type SourceText, sliceSource, sourceOffset } from './source-text.ts';

/** JSON as documentation writes it: with comments, trailing commas, bare keys. Duplicate and reserved keys stay errors. */
export function looseJson(text: SourceText, source: string): { readonly value: Json } | undefined {
  const strict = readJson(text.text, source, sourceOffset(text, 0));
  if (strict.node !== undefined) return { value: toJson(strict.node) };
  if (strict.diagnostics.some(({ code }) => code !== 'parse/syntax')) return undefined;
  if (!/^\s*[[{]/.test(text.text)) return undefined;
  const loose = readYaml(flattenFlow(withoutHashComments(text)).text.trim(), source);
  return loose.node === undefined ? undefined : { value: toJson(loose.node) };
}

function withoutHashComments(text: SourceText): SourceText {
  const parts: SourceText[] = [];
  let copied = 0;
  let quoted = false;
  for (let i = 0; i < text.text.length; i++) {
    const c = text.text[i];
    if (quoted && c === '\\') i++;
    else if (c === '"') quoted = !quoted;
    else if (c === '\n') quoted = false;
    else if (!quoted && c === '#' && /\s/.test(text.text[i - 1] ?? ' ')) {
      parts.push(sliceSource(text, copied, i));
      const end = text.text.indexOf('\n', i);
      copied = end === -1 ? text.text.length : end;
      i = copied - 1;
    }
  }
  parts.push(sliceSource(text, copied, text.text.length));
  return joinSources(parts, '');
}
