import type { Bundle } from '../ir/bundle.ts';
import { diagnose } from '../ir/diagnostic.ts';
import { parseCcos } from './ccos/index.ts';
import {
  type DataDocument,
  get,
  hiddenInData,
  type MapNode,
  openapiLimits,
  readJson,
  readYaml,
  skillLimits,
} from './data/index.ts';
import { decode } from './decode.ts';
import { detectFormat } from './detect-format.ts';
import { parseMarkdown } from './markdown/index.ts';
import { parseOpenapi } from './openapi/index.ts';
import type { ParsedSkill } from './source-info.ts';

export type { ParsedSkill } from './source-info.ts';

/** Any bytes to a skill, or to the reasons why there is none. The front end is chosen by content. */
export function parseSkill(bundle: Bundle): ParsedSkill {
  const entry = bundle.files.get(bundle.entry);
  if (entry === undefined) {
    return { diagnostics: [diagnose('parse/format-unknown', `the bundle has no \`${bundle.entry}\``)] };
  }
  const { text, diagnostics } = decode(entry.bytes, bundle.entry);
  if (text === undefined) return { diagnostics };
  const source = detectFormat(bundle.entry, text);
  switch (source.kind) {
    case 'markdown':
      return parseMarkdown(text, bundle);
    case 'yaml':
    case 'json':
      return parseData(text, bundle, source.kind);
    case 'unknown':
      return { diagnostics: [diagnose('parse/format-unknown', `\`${bundle.entry}\` is ${source.what}`)] };
  }
}

/** A front end for data: what it is recognised by, and what makes a skill of it. The first that matches wins. */
interface DataFrontEnd {
  readonly matches: (root: MapNode) => boolean;
  readonly parse: (root: MapNode, bundle: Bundle, format: 'yaml' | 'json') => ParsedSkill;
}

const dataFrontEnds: readonly DataFrontEnd[] = [
  { matches: (root) => get(root, 'openapi', 'swagger') !== undefined, parse: parseOpenapi },
  {
    matches: (root) => ['skill', 'operations', 'name', 'id', 'description'].some((key) => get(root, key) !== undefined),
    parse: parseCcos,
  },
];

function parseData(text: string, bundle: Bundle, format: 'yaml' | 'json'): ParsedSkill {
  const { node, diagnostics } = readData(text, bundle.entry, format);
  if (node === undefined && diagnostics.length > 0) return { diagnostics };
  if (node?.kind !== 'map') {
    return { diagnostics: [diagnose('parse/format-unknown', `\`${bundle.entry}\` is no map of fields`, node?.span)] };
  }
  const hidden = hiddenInData(node);
  if (hidden.length > 0) return { diagnostics: hidden };
  const frontEnd = dataFrontEnds.find(({ matches }) => matches(node));
  if (frontEnd !== undefined) return frontEnd.parse(node, bundle, format);
  const span = { ...node.span, end: node.span.start };
  return {
    diagnostics: [
      diagnose('parse/format-unknown', `\`${bundle.entry}\` is neither a skill nor an OpenAPI document`, span),
    ],
  };
}

/** API descriptions may be larger; the word decides only the limits, the keys decide what it is. */
function readData(text: string, source: string, format: 'yaml' | 'json'): DataDocument {
  const limits = /\b(?:openapi|swagger)\b/.test(text.slice(0, 256 * 1024)) ? openapiLimits : skillLimits;
  if (format === 'yaml') return readYaml(text, source, 0, limits);
  const json = readJson(text, source, 0, limits);
  if (json.node !== undefined || !/\.ya?ml$/i.test(source)) return json;
  return readYaml(text, source, 0, limits);
}
