import type { Bundle } from '../../src/ir/bundle.ts';
import { decode } from '../../src/parse/decode.ts';
import { parseSkill } from '../../src/parse/index.ts';
import type { CodeBlock } from '../../src/parse/markdown/block.ts';
import { fenceKind } from '../../src/parse/markdown/fence-kind.ts';
import { scanBlocks } from '../../src/parse/markdown/scan-blocks.ts';
import { splitFrontmatter } from '../../src/parse/markdown/split-frontmatter.ts';
import type { Compiled } from '../../src/pipeline.ts';

export interface BlockCount {
  readonly total: number;
  /** The first message for each block that bash would not parse as a whole. */
  readonly broken: readonly { readonly line: number; readonly message: string }[];
}

const brokenCodes: ReadonlySet<string> = new Set([
  'shell/syntax',
  'limit/depth',
  'limit/size',
  'parse/hidden-character',
]);

/**
 * Code blocks that the Markdown front end reads as shell. One with any part that did not parse counts as broken, though
 * the other parts were read. A block without a tag is shell only if something in it became an operation or set-up.
 */
export function measureBlocks(bundle: Bundle, compiled: Compiled): BlockCount {
  const entry = bundle.files.get(bundle.entry);
  const text = entry === undefined ? undefined : decode(entry.bytes, bundle.entry).text;
  if (text === undefined || (compiled.skill?.source.format ?? 'markdown') !== 'markdown')
    return { total: 0, broken: [] };
  const { diagnostics } = parseSkill(bundle);
  const place = splitFrontmatter(text);
  const { blocks } = scanBlocks(text, place.kind === 'found' ? place.body : 0);
  const shell = blocks.filter((block) => block.kind === 'code' && isShell(block, compiled));
  const broken = shell.flatMap((block) => {
    const found = diagnostics.find(
      ({ code, span }) =>
        brokenCodes.has(code) && span !== undefined && block.start <= span.start && span.start <= block.end,
    );
    return found === undefined ? [] : [{ line: text.slice(0, block.start).split('\n').length, message: found.message }];
  });
  return { total: shell.length, broken };
}

function isShell(block: CodeBlock, { skill }: Compiled): boolean {
  const kind = fenceKind(block);
  if (kind === 'shell' || kind === 'console') return true;
  if (kind !== 'untagged') return false;
  const inside = ({ span }: { readonly span: { readonly start: number } }) =>
    block.start <= span.start && span.start < block.end;
  return skill !== undefined && (skill.operations.some(inside) || skill.setup.some(inside));
}
