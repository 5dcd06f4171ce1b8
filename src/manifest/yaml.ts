import { Document, isScalar, visit } from 'yaml';
import { hasHidden, replaceHidden } from '../ir/visible.ts';
import type { Manifest, SkillManifest } from './manifest.ts';

/** The same data as the JSON form. Hidden characters stand as `\u202e` in double quotes and read back the same. */
export function manifestYaml(manifest: Manifest | SkillManifest): string {
  const document = new Document(manifest, { aliasDuplicateObjects: false, version: '1.2' });
  visit(document, {
    Scalar: (_, node) => {
      if (isScalar(node) && typeof node.value === 'string' && hasHiddenIn(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  return text
    .split('\n')
    .map((line) => replaceHidden(line, escapeYaml))
    .join('\n');
}

/** A line end may stand as it is in a block scalar. */
function hasHiddenIn(text: string): boolean {
  return text.split('\n').some(hasHidden);
}

function escapeYaml(code: number): string {
  const hex = code.toString(16);
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
