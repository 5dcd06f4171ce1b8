import type { Text } from '../../ir/text.ts';
import type { DraftEffect } from '../primitive.ts';
import { dropChars, literalPrefix, splitAtFirst } from '../text-slice.ts';
import type { ToolRule } from './tool.ts';
import { pick } from './tool-effects.ts';

/**
 * A rule that only says `read .` counts no operands, and an option without a row may take a file: a word among them
 * that names a place outside the folder is read, and written where the rule writes. Nothing the table says is taken
 * away.
 */
export function outsidePaths(
  rule: ToolRule,
  operands: readonly Text[],
  unlisted: readonly Text[],
): readonly DraftEffect[] {
  if (rule.remotePaths) return [];
  const explained = new Set(references(rule).flatMap((reference) => pick(reference, operands)));
  const here = operands.slice(0, rule.stopAfter).filter((operand) => !explained.has(operand));
  const writes = rule.write.some((path) => path === '.' || path.startsWith('$'));
  const kinds = writes ? (['read', 'write'] as const) : (['read'] as const);
  return [...here, ...unlisted].flatMap((word) => {
    const path = outsidePath(word);
    return path === undefined ? [] : kinds.map((kind): DraftEffect => ({ kind, path }));
  });
}

function references(rule: ToolRule): readonly string[] {
  return [...rule.read, ...rule.write, ...rule.network].flatMap((reference) => {
    const [found] = /\$(?!\{|hosts).*[^?]$/.exec(reference) ?? [];
    return found?.split(':') ?? [];
  });
}

/** `/etc/x`, `~/x`, `$HOME/x`, `../x`, `file:///x`; also behind `name=`, `@` and an option's letter. */
function outsidePath(word: Text): Text | undefined {
  const glued = /^-\w(?=[/~.])/.exec(literalPrefix(word));
  const value = glued === null ? (splitAtFirst(word, '=')?.after ?? word) : dropChars(word, 2);
  const marked = /^@?(file:\/\/)?/i.exec(literalPrefix(value))?.[0] ?? '';
  const path = dropChars(value, marked.length);
  const isFile = marked.toLowerCase().endsWith('file://');
  return isFile || leavesFolder(path) ? path : undefined;
}

function leavesFolder(path: Text): boolean {
  const [first] = path;
  if (first?.kind === 'variable' && first.name === 'HOME') return true;
  return /^[/~]|(^|\/)\.\.(\/|$)/.test(literalPrefix(path));
}
