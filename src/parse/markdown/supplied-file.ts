import type { CodeBlock, ParagraphBlock } from './block.ts';
import { inlinePieces } from './inline-code.ts';

const writes = /\b(?:write|save|create|put|store|add|edit|file|content|body|payload|request)\b/i;
const filePath = /^(?:[~.]?\/|\.\.?\/)?(?:[\w.@{}$-]+\/)*[\w.@-]+\.[A-Za-z][A-Za-z0-9]{0,7}$/;

/** The file that a paragraph (`Write to `/tmp/x.json`:`) gives the block behind it. */
export function suppliedPath(paragraph: ParagraphBlock, block: CodeBlock): string | undefined {
  const { text } = paragraph.content;
  if (text.length > 600 || !writes.test(text)) return undefined;
  const paths = inlinePieces(paragraph.content).filter(
    ({ kind, text: code }) => kind === 'code' && filePath.test(code),
  );
  const bare = paths.length === 0 ? /(?:^|\s)(\/tmp\/[\w.@/-]{1,120}\.\w{1,8})/.exec(text)?.[1] : undefined;
  const path = bare ?? paths.at(-1)?.text;
  return path === undefined || block.content.text.trim() === '' || !endsNear(text, path) ? undefined : path;
}

/** The path stands at the end of the sentence that introduces the block. */
function endsNear(text: string, path: string): boolean {
  return text.length - text.lastIndexOf(path) - path.length <= 40;
}
