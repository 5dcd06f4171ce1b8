import type { Diagnostic } from '../../ir/diagnostic.ts';
import { diagnoseHidden } from '../hidden-characters.ts';
import type { DataNode } from './node.ts';

/** Fields whose text becomes a command, a URL or a name in every format that is read as data. */
const strictFields: ReadonlySet<string> = new Set([
  'name',
  'id',
  'in',
  'url',
  'host',
  'basePath',
  'base_url',
  'api_base',
  'operationId',
  'endpoint',
  'method',
  'command',
  'script',
  'runtime',
  'env_var',
  'x-env-var',
  'header',
  'query',
  'egress',
  'read',
  'write',
  'packages',
  '$ref',
]);

const maxFindings = 5;

/** Names and what runs may hide nothing; other texts may not smuggle. Values are checked after their escapes are read. */
export function hiddenInData(root: DataNode): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: DataNode, field: string): void => {
    if (found.length >= maxFindings) return;
    switch (node.kind) {
      case 'string':
        if (!isPlainText(node.value)) {
          const place = strictFields.has(field) ? 'strict' : 'prose';
          found.push(...diagnoseHidden(node.value, place, field === '' ? 'a text' : `\`${field}\``, node.span));
        }
        return;
      case 'list':
        for (const item of node.items) visit(item, field);
        return;
      case 'map':
        for (const { key, keySpan, value } of node.entries) {
          if (!isPlainText(key)) found.push(...diagnoseHidden(key, 'strict', 'a key', keySpan));
          visit(value, key);
        }
        return;
      default:
        return;
    }
  };
  visit(root, '');
  return found;
}

/** Most texts have nothing but visible ASCII; the full search is for the others. */
function isPlainText(text: string): boolean {
  return /^[\t\n\r\x20-\x7e]*$/.test(text);
}
