import type { ParagraphBlock } from './block.ts';
import { inlinePieces } from './inline-code.ts';
import { looksLikeCommand } from './known-commands.ts';
import { joinSources, type SourceText, sliceSource } from './source-text.ts';

export interface InlineCommand {
  readonly command: SourceText;
  /** `!` stands before it: another system runs it while loading. */
  readonly atLoad: boolean;
}

/** Commands in running text: a known program with arguments, where the sentence or list tells the reader to run it. */
export function inlineCommands(paragraph: ParagraphBlock): readonly InlineCommand[] {
  const { content } = paragraph;
  const lineAt = lineStarts(content.text);
  return inlinePieces(content).flatMap((piece): readonly InlineCommand[] => {
    if (piece.kind !== 'code' || piece.text.trim() === '') return [];
    const before = content.text.slice(Math.max(0, piece.start - 80), piece.start);
    const written = sliceSource(content, piece.contentStart, piece.contentStart + piece.text.length);
    const command = content.text[lineAt(piece.start)] === '|' ? withoutPipeEscapes(written) : written;
    if (/(?:^|[\s(:|>-])!$/.test(before)) return [{ command, atLoad: true }];
    return isMeant(command.text, before) ? [{ command, atLoad: false }] : [];
  });
}

/** Where the line of an offset starts; asked in order, so that each line end is met once. */
function lineStarts(text: string): (offset: number) => number {
  let start = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      start = next + 1;
      next = text.indexOf('\n', start);
    }
    return start;
  };
}

/** In a table row a pipe is written `\|`, in code too. */
function withoutPipeEscapes(command: SourceText): SourceText {
  if (!command.text.includes('\\|')) return command;
  const parts: SourceText[] = [];
  let copied = 0;
  for (const match of command.text.matchAll(/\\\|/g)) {
    parts.push(sliceSource(command, copied, match.index));
    copied = match.index + 1;
  }
  return joinSources([...parts, sliceSource(command, copied, command.text.length)], '');
}

const runsCode =
  /^(?:sudo )?(?:curl|wget|python3?|node|npx|bash|sh|uvx?|bun|deno|jq|\.{0,2}\/?[\w./-]*\/[\w.-]+\.(?:sh|py|js|mjs|ts))\s/;
const warns =
  /(?:don'?t|do not|never|avoid|instead of|rather than|not|no longer|deprecated|without|like|such as|e\.g\.)[^.;:`]{0,30}$/i;
const tells =
  /(?:\b(?:run|running|execute|executing|invoke|call|try|use|using|via|with|command|type|then)\b[^.`]{0,40}|[:|→]\s*\**)$|^\s*(?:(?:[-*+]|\d+[.)])\s*)?\**$/i;

const endsOpen = /\s-[a-zA-Z]\s*$|^tar\s+-?[a-zA-Z]*f\s*$|^uvx?\s+run\s*$/;

function isMeant(code: string, before: string): boolean {
  // `git branch -d` names an option and not a command: its object is missing.
  if (code.length > 2000 || !looksLikeCommand(code) || endsOpen.test(code)) return false;
  const sentence = before.slice(before.lastIndexOf('\n') + 1);
  if (warns.test(sentence)) return false;
  return runsCode.test(code) ? hasObject(code) : tells.test(sentence);
}

/** `curl` needs an address and an interpreter a file, package or module: `python3 or node` is prose. */
function hasObject(code: string): boolean {
  const args = code.trim().split(/\s+/).slice(1);
  if (/^(?:sudo )?(?:curl|wget)\s/.test(code)) return args.some((word) => /:\/\/|\.\w{2,}|\$|<|\{/.test(word));
  if (/^npx\s/.test(code)) return args.some((word) => /^@?[\w./-]+(?:@[\w.-]+)?$/.test(word) && !word.startsWith('-'));
  // `bash <script>` says how any script is run, and names none.
  if (args.filter((word) => word !== 'run').every((word) => /^<[\w -]+>?$|^[\w-]+>$/.test(word))) return false;
  return args.some((word) => /[./$"'<{-]/.test(word) || /^(?:run|-m|-c)$/.test(word));
}
