import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { denseMarkdown, markdownSkill } from '../../scripts/bench/documents.ts';
import { formats } from '../../scripts/fuzz/formats.ts';
import { scanBlocks } from '../../src/parse/markdown/scan-blocks.ts';

/** What decides which commands a skill has: where fences and headings are, and what stands in them. */
type Found =
  | { readonly kind: 'fence'; readonly start: number; readonly info: string; readonly text: string }
  | { readonly kind: 'heading'; readonly start: number; readonly depth: number };

function ours(text: string): readonly Found[] {
  return scanBlocks(text, 0).blocks.flatMap((block): readonly Found[] => {
    if (block.kind === 'heading') return [{ kind: 'heading', start: block.start, depth: block.depth }];
    if (block.kind !== 'code' || block.style !== 'fenced') return [];
    return [{ kind: 'fence', start: block.start, info: words(block.info), text: lines(block.content.text) }];
  });
}

/** The reference parser; its indented code has no fence at its start. */
function theirs(text: string): readonly Found[] {
  const found: Found[] = [];
  const visit = (node: Nodes): void => {
    const start = node.position?.start.offset ?? 0;
    if (node.type === 'heading') found.push({ kind: 'heading', start, depth: node.depth });
    if (node.type === 'code' && /^[`~]{3}/.test(text.slice(start))) {
      found.push({
        kind: 'fence',
        start,
        info: words(`${node.lang ?? ''} ${node.meta ?? ''}`),
        text: lines(node.value),
      });
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(text));
  return found;
}

/** How many blanks a blank line keeps, and how many blank lines stand at the end of what nothing closes, says nothing. */
function lines(text: string): string {
  return text.replace(/^[ \t]+$/gm, '').trimEnd();
}

function words(info: string): string {
  return info.trim().replace(/\s+/g, ' ');
}

describe('fences and headings are those of the reference parser', () => {
  const seeds = formats.find(({ name }) => name === 'markdown')?.seeds ?? [];
  const own = [...seeds, markdownSkill(20_000), denseMarkdown(4_000)];

  test.each(own.map((text) => [text.slice(0, 40), text]))('in %j', (_start, text) => {
    expect(theirs(text).length + 1).toBeGreaterThan(1);
    expect(ours(text)).toEqual(theirs(text));
  });

  /**
   * Lines that begin, go on with and end every kind of block, in any order and at any depth. Left out is
   * where reference parsers disagree: a lone closing tag on a lazy line, and where a list
   * that begins at 2 or with an empty item may stand.
   */
  const prefix = fc.constantFrom(
    '',
    '',
    '',
    ' ',
    '  ',
    '   ',
    '    ',
    '- ',
    '  - ',
    '1. ',
    '   ',
    '> ',
    '> > ',
    '- > ',
    '>',
    '\t',
  );
  const content = fc.constantFrom(
    '',
    '',
    'text',
    'more text',
    '# one',
    '## two ##',
    '####### seven',
    '#none',
    '===',
    '---',
    '***',
    '```',
    '```bash',
    '````',
    '````md',
    '~~~',
    '~~~ sh x',
    '``` a`b',
    'curl https://a.example',
    '<!-- note',
    '-->',
    '<div>',
    '</div>',
    '<script>',
    'x </script>',
    '<b>bold</b>',
    '<?x',
    '?>',
    '- item',
    '1) one',
    '* * *',
    '| a | b |',
    'a  ',
    '\\# no',
  );
  const line = fc
    .tuple(prefix, content)
    .map(([before, after]) => (after === '' ? before.replace(/[-1.]/g, ' ') : before + after));
  const document = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));

  test('whatever the lines', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(ours(text)).toEqual(theirs(text));
      }),
      { numRuns: 3000, seed: 20 },
    );
  });
});
