import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { readProgram } from './block-program.ts';
import { functionsAfter } from './defined-functions.ts';
import { isUnreadText } from './other-language.ts';
import {
  maxStatements,
  nothing,
  parseSource,
  type ShellBlock,
  type ShellBlockContext,
  type ShellPiece,
} from './shell-piece.ts';
import { joinSources, type SourceText, sourceLines, sourceOffset, sourceSpan } from './source-text.ts';

/** The shell parser's time grows faster than their number. */
const maxSubstitutions = 1000;

export function readShellBlock(block: SourceText, context: ShellBlockContext): ShellBlock {
  if (block.text.split('$(').length > maxSubstitutions) {
    const message = `the block holds more than ${maxSubstitutions} command substitutions`;
    return { ...nothing, diagnostics: [diagnose('limit/depth', message, sourceSpan(block, context.source))] };
  }
  const parsed = parseSource(block, context.source);
  if (parsed.diagnostics.length === 0) return readProgram(block, parsed.program, context);
  const chunks = paragraphsOf(block);
  return chunks.length > maxStatements
    ? { ...nothing, pieces: [unreadPiece(block, parsed.diagnostics, context)], diagnostics: parsed.diagnostics }
    : readChunks(chunks, context);
}

/** Broken shell, part by part: what bash would refuse is reported, the rest is read. */
function readChunks(chunks: readonly SourceText[], context: ShellBlockContext): ShellBlock {
  let all = nothing;
  chunks.forEach((chunk, index) => {
    const later = chunks.slice(index + 1).map(({ text }) => text);
    all = withMore(all, readChunk(chunk, afterwards(all, context), { above: [], later }));
  });
  return all;
}

interface Around {
  /** Lines of the same part that were set aside. */
  readonly above: readonly string[];
  /** The parts behind. */
  readonly later: readonly string[];
}

function readChunk(chunk: SourceText, context: ShellBlockContext, around: Around): ShellBlock {
  const parsed = parseSource(chunk, context.source);
  if (parsed.diagnostics.length === 0) return readProgram(chunk, parsed.program, context);
  return readUntilError(chunk, parsed.diagnostics, context, around);
}

function withMore(all: ShellBlock, read: ShellBlock): ShellBlock {
  return {
    pieces: [...all.pieces, ...read.pieces],
    setup: [...all.setup, ...read.setup],
    exports: [...all.exports, ...read.exports],
    files: [...all.files, ...read.files],
    functions: functionsAfter(all.functions, read),
    defines: [...all.defines, ...read.defines],
    unsettled: [...all.unsettled, ...read.unsettled],
    assigned: [...all.assigned, ...read.assigned],
    diagnostics: [...all.diagnostics, ...read.diagnostics],
  };
}

function afterwards(read: ShellBlock, context: ShellBlockContext): ShellBlockContext {
  return {
    ...context,
    scope: [...context.scope, ...read.exports],
    functions: functionsAfter(context.functions, read),
    defined: read.defines.length === 0 ? context.defined : new Set([...context.defined, ...read.defines]),
  };
}

/** Each one means that what follows is parsed again. */
const maxTextLines = 40;

/**
 * The lines in front of the first error, if bash would accept them alone; what is behind it is shown, and never runs.
 * Where the line of the error is no shell by its form, it alone is set aside: in front of it nothing is left open.
 */
function readUntilError(
  chunk: SourceText,
  diagnostics: readonly Diagnostic[],
  context: ShellBlockContext,
  { above, later }: Around,
): ShellBlock {
  const failed = Math.min(...diagnostics.map(({ span }) => span?.start ?? 0));
  const lines = sourceLines(chunk);
  const whole = lines.findIndex((line) => sourceOffset(line, line.text.length) >= failed);
  const before = lines.slice(0, Math.max(0, whole));
  const prefix = joinSources(before, '\n');
  const parsed = parseSource(prefix, context.source);
  const isOpen = before.length > 0 && (parsed.diagnostics.length > 0 || goesOn(prefix, context.source));
  const read = before.length === 0 || isOpen ? nothing : readProgram(prefix, parsed.program, context);
  const line = lines[before.length];
  const continues = before.length === 0 && above.at(-1)?.endsWith(',') === true;
  const isAside = line !== undefined && !mayClose(line.text, later) && (continues || isUnreadText(line.text));
  if (!isOpen && isAside && above.length < maxTextLines) {
    const text = line.text.trim();
    const set = { ...read, setup: [...read.setup, { text, span: sourceSpan(line, context.source) }] };
    const behind = lines.slice(before.length + 1);
    if (behind.length === 0) return set;
    return withMore(
      set,
      readChunk(joinSources(behind, '\n'), afterwards(set, context), { above: [...above, text], later }),
    );
  }
  const rest = isOpen ? chunk : joinSources(lines.slice(before.length), '\n');
  return {
    ...read,
    pieces: [...read.pieces, unreadPiece(rest, diagnostics, context)],
    diagnostics: [...read.diagnostics, ...diagnostics],
  };
}

/** `- it's`, and an apostrophe in a later part: to bash all between them is one word, and what is behind it runs. */
function mayClose(line: string, later: readonly string[]): boolean {
  return ["'", '"', '`'].some((mark) => line.split(mark).length % 2 === 0 && later.some((part) => part.includes(mark)));
}

/** Whether the next line would belong to the last command: behind a backslash, or in a heredoc, where even `)` is text. */
function goesOn(prefix: SourceText, source: string): boolean {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(prefix.text.slice(-200))) return true;
  const end: SourceText = { text: ')', segments: [] };
  return parseSource(joinSources([prefix, end], '\n'), source).diagnostics.length === 0;
}

function unreadPiece(rest: SourceText, diagnostics: readonly Diagnostic[], { source }: ShellBlockContext): ShellPiece {
  const lines = rest.text
    .split('\n')
    .filter((line, at, all) => !/^\s*(?:#|$)/.test(line) && !all[at - 1]?.endsWith('\\'));
  const unread = { lines: Math.max(1, lines.length), reason: diagnostics[0]?.message ?? 'it does not parse' };
  return {
    program: { kind: 'program', text: rest.text, statements: [], unread, span: sourceSpan(rest, source) },
    scope: [],
  };
}

/** Parts between blank lines. */
function paragraphsOf(block: SourceText): readonly SourceText[] {
  const parts: SourceText[] = [];
  let lines: SourceText[] = [];
  for (const line of [...sourceLines(block), { text: '', segments: [] }]) {
    if (line.text.trim() !== '') lines.push(line);
    else if (lines.length > 0) {
      parts.push(joinSources(lines, '\n'));
      lines = [];
    }
  }
  return parts;
}
