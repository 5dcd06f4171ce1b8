import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Span } from '../../ir/span.ts';
import type { Block } from './block.ts';
import { inlinePieces } from './inline-code.ts';
import { sourceSpan } from './source-text.ts';

const command =
  /(?:^|[\s`:;|&(>$])(?:curl|wget|bash|sh|zsh|python3?|node|npx|npm|pip3?|uvx?|rm|sudo|eval|nc|ncat|ssh|scp|powershell|pwsh|iwr|base64|chmod|openssl|osascript|git|docker)[ \t]+[-\w./$"'`~@]|(?:^|\s)(?:run|execute|send|post|upload|fetch)\s?:|\|\s?(?:ba|z)?sh\b|https?:\/\/\S{1,200}\s?\|/i;

/** Overrides draw letters in another order than they are read in. Right-to-left writing needs marks and isolates, never these. */
const override = /[\u202D\u202E]/;
const turned = 'characters that turn the direction of text around make it look otherwise than it reads';

/** The same in the frontmatter, which is what an agent and a catalogue show first. */
export function turnedHead(raw: string, values: readonly (string | undefined)[], span: Span): readonly Diagnostic[] {
  const isTurned = override.test(raw) || values.some((value) => value !== undefined && override.test(value));
  return isTurned ? [diagnose('parse/hidden-text', turned, span)] : [];
}

/** HTML comments that hold a command, and text that looks otherwise than it reads. Neither is lowered; a reviewer must know of them. */
export function hiddenTextFindings(blocks: readonly Block[], source: string): readonly Diagnostic[] {
  return [...blocks.flatMap((block) => turnedFindings(block, source)), ...commentFindings(blocks, source)];
}

/** In code an override is an error of its own. */
function turnedFindings({ kind, content }: Block, source: string): readonly Diagnostic[] {
  const at = kind === 'code' ? -1 : content.text.search(override);
  if (at < 0) return [];
  return [diagnose('parse/hidden-text', turned, sourceSpan(content, source, at, at + 1))];
}

function commentFindings(blocks: readonly Block[], source: string): readonly Diagnostic[] {
  return blocks.flatMap((block): readonly Diagnostic[] => {
    if (block.kind === 'html') return htmlFindings(block.content.text, sourceSpan(block.content, source));
    if (block.kind !== 'paragraph') return [];
    return inlinePieces(block.content)
      .filter(({ kind, text }) => kind === 'comment' && command.test(text))
      .map(({ start, end }) => finding(sourceSpan(block.content, source, start, end)));
  });
}

function htmlFindings(text: string, span: Parameters<typeof finding>[0]): readonly Diagnostic[] {
  const comments = text.includes('<!--') ? text.slice(text.indexOf('<!--')) : '';
  return command.test(comments) ? [finding(span)] : [];
}

function finding(span: ReturnType<typeof sourceSpan>): Diagnostic {
  return diagnose('parse/hidden-text', 'an HTML comment holds a command that readers of the page do not see', span);
}
