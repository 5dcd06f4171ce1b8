import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import type { Block } from '../../../src/parse/markdown/block.ts';
import { scanBlocks } from '../../../src/parse/markdown/scan-blocks.ts';
import { sourceOffset } from '../../../src/parse/markdown/source-text.ts';

function shape(block: Block): readonly unknown[] {
  switch (block.kind) {
    case 'heading':
      return ['heading', block.depth, block.start];
    case 'code':
      return ['code', block.info.replace(/\s+/g, ' '), block.content.text.trimEnd()];
    case 'html':
      return ['html', block.content.text.trim()];
    case 'paragraph':
      return ['paragraph', block.start];
  }
}

const inline = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeText',
      'definition',
      'hardBreakEscape',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
    ],
  },
};

/** The same leaves, from the reference parser. */
function reference(source: string): readonly (readonly unknown[])[] {
  const leaves: (readonly unknown[])[] = [];
  const visit = (node: Nodes): void => {
    const start = node.position?.start.offset;
    if (node.type === 'heading') leaves.push(['heading', node.depth, start]);
    else if (node.type === 'code') {
      const info = [node.lang ?? '', node.meta ?? ''].join(' ').trim();
      leaves.push(['code', info.replace(/\s+/g, ' '), node.value.trimEnd()]);
    } else if (node.type === 'html') leaves.push(['html', node.value.trim()]);
    else if (node.type === 'paragraph') leaves.push(['paragraph', start]);
    else if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(source, { extensions: [inline] }));
  return leaves;
}

const pieces = [
  'a',
  'b c',
  '\n',
  '\n',
  '\n\n',
  '  ',
  '    ',
  '\t',
  '- ',
  '* ',
  '1. ',
  '> ',
  '>',
  '# ',
  '## x',
  '```',
  '```bash',
  '~~~',
  '````',
  '===',
  '---',
  '***',
  '<!-- x -->',
  '<!--',
  '-->',
  '<div>',
  '</div>',
  '    code',
  '`',
  '+',
];

/** The reference keeps an empty list item as text where a paragraph or indented code stands near; CommonMark does not. */
const emptyItem = /(?:^|[ \t>])(?:[-+*]|\d+[.)])[ \t]*$/m;
/** And it ends indented code at a blank line where an empty quote stands before it. */
const emptyQuote = /^[ \t>]*>[ \t]*\n(?: {4}|\t)/m;

describe('blocks', () => {
  test('are those of the reference parser', () => {
    const source = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        source.filter((text) => !emptyItem.test(text) && !emptyQuote.test(text)),
        (text) => {
          expect(scanBlocks(text, 0).blocks.map(shape)).toEqual(reference(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('every character of a code block leads back to its place', () => {
    const line = fc.constantFrom('curl x', '  jq .', '\tx', '', 'é😀');
    const prefix = fc.constantFrom('', '> ', '- ', '1. > ');
    fc.assert(
      fc.property(prefix, fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), (first, lines, end) => {
        const rest = first.replace(/[-1.]/g, ' ');
        const source = ['```bash', ...lines, '```'].map((text, i) => (i === 0 ? first : rest) + text).join(end);
        const block = scanBlocks(source, 0).blocks.find(({ kind }) => kind === 'code');
        if (block === undefined) throw new Error('no code block');
        for (const [at, character] of [...block.content.text].entries()) {
          const offset = [...block.content.text].slice(0, at).join('').length;
          if (character === '\n' || character === ' ') continue;
          expect(source.slice(sourceOffset(block.content, offset)).startsWith(character)).toBe(true);
        }
        expect(block.content.text).toBe(lines.join('\n'));
      }),
    );
  });

  test('nesting is limited, and one level less is read', () => {
    expect(scanBlocks(`${'> '.repeat(33)}a`, 0)).toEqual({ blocks: [], tooDeepAt: 0 });
    expect(scanBlocks(`${'> '.repeat(32)}a`, 0).blocks).toHaveLength(1);
    expect(scanBlocks(`a\n\n${'- '.repeat(33)}a`, 0).tooDeepAt).toBe(3);
  });

  test('a tag alone on its line is HTML, but never inside a paragraph', () => {
    expect(scanBlocks('<a b="c">\ntext\n\ntext\n<a b="c">\n\n- a\n<x>\n', 0).blocks.map(shape)).toEqual([
      ['html', '<a b="c">\ntext'],
      ['paragraph', 16],
      ['paragraph', 34],
    ]);
  });

  test('a fence in a longer fence is text of the longer one', () => {
    expect(scanBlocks('````markdown\n```bash\ncurl x\n```\n````\n', 0).blocks.map(shape)).toEqual([
      ['code', 'markdown', '```bash\ncurl x\n```'],
    ]);
  });
});
