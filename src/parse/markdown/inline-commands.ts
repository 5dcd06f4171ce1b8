import type { ParagraphBlock } from './block.ts';
import { inlinePieces } from './inline-code.ts';
import { looksLikeCommand } from './known-commands.ts';
import { type SourceText, sliceSource } from './source-text.ts';

export interface InlineCommand {
  readonly command: SourceText;
  /** `!` stands before it: another system runs it while loading. */
  readonly atLoad: boolean;
}

/** Commands in running text: a known program with arguments, where the sentence or list tells the reader to run it. */
export function inlineCommands(paragraph: ParagraphBlock): readonly InlineCommand[] {
  const { content } = paragraph;
  return inlinePieces(content).flatMap((piece): readonly InlineCommand[] => {
    if (piece.kind !== 'code') return [];
    const atLoad =
      content.text[piece.start - 1] === '!' &&
      piece.text.trim() !== '' &&
      /(?:^|[\s(:|>-])$/.test(content.text.slice(0, piece.start - 1).slice(-1));
    const command = sliceSource(content, piece.contentStart, piece.contentStart + piece.text.length);
    if (atLoad) return [{ command, atLoad }];
    return isMeant(piece.text, content.text.slice(Math.max(0, piece.start - 80), piece.start))
      ? [{ command, atLoad }]
      : [];
  });
}

const runsCode =
  /^(?:sudo )?(?:curl|wget|python3?|node|npx|bash|sh|uvx?|bun|deno|jq|\.{0,2}\/?[\w./-]*\/[\w.-]+\.(?:sh|py|js|mjs|ts))\s/;
const warns =
  /(?:don'?t|do not|never|avoid|instead of|rather than|not|no longer|deprecated|without|like|such as|e\.g\.)[^.;:`]{0,30}$/i;
const tells =
  /(?:\b(?:run|running|execute|executing|invoke|call|try|use|using|via|with|command|type|then)\b[^.`]{0,40}|[:|→]\s*\**)$|^\s*(?:[-*+]|\d+[.)])?\s*\**$/i;

function isMeant(code: string, before: string): boolean {
  if (code.length > 2000 || !looksLikeCommand(code)) return false;
  const sentence = before.slice(before.lastIndexOf('\n') + 1);
  if (warns.test(sentence)) return false;
  return runsCode.test(code) ? hasObject(code) : tells.test(sentence);
}

/** `curl` needs an address and an interpreter a file, package or module: `python3 or node` is prose. */
function hasObject(code: string): boolean {
  const args = code.trim().split(/\s+/).slice(1);
  if (/^(?:sudo )?(?:curl|wget)\s/.test(code)) return args.some((word) => /:\/\/|\.\w{2,}|\$|<|\{/.test(word));
  if (/^npx\s/.test(code)) return args.some((word) => /^@?[\w./-]+(?:@[\w.-]+)?$/.test(word) && !word.startsWith('-'));
  return args.some((word) => /[./$"'<{-]/.test(word) || /^(?:run|-m|-c)$/.test(word));
}
