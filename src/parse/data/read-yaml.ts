import { diagnose } from '../../ir/diagnostic.ts';
import { libraryYaml } from './library-yaml.ts';
import { type DataLimits, skillLimits } from './limits.ts';
import { quickYaml } from './quick-yaml.ts';
import { type DataDocument, readJson } from './read-json.ts';

/** YAML 1.2 with places, one document. `offset` is where the text begins in its source. */
export function readYaml(
  text: string,
  source: string,
  offset: number = 0,
  limits: DataLimits = skillLimits,
): DataDocument {
  if (text.length > limits.size) {
    return { diagnostics: [diagnose('limit/size', `the document has more than ${limits.size} characters`)] };
  }
  if (/^\s*[[{]/.test(text)) {
    const json = readJson(text, source, offset, limits);
    if (json.node !== undefined) return json;
  }
  const node = quickYaml(text, source, offset, limits);
  return node === undefined ? libraryYaml(text, source, offset, limits) : { node, diagnostics: [] };
}
