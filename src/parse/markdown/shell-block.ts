import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import { readProgram } from './block-program.ts';
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
  let { scope } = context;
  let all = nothing;
  for (const chunk of chunks) {
    const parsed = parseSource(chunk, context.source);
    const read =
      parsed.diagnostics.length > 0
        ? readUntilError(chunk, parsed.diagnostics, { ...context, scope })
        : readProgram(chunk, parsed.program, { ...context, scope });
    scope = [...scope, ...read.exports];
    all = {
      pieces: [...all.pieces, ...read.pieces],
      setup: [...all.setup, ...read.setup],
      exports: [...all.exports, ...read.exports],
      files: [...all.files, ...read.files],
      diagnostics: [...all.diagnostics, ...read.diagnostics],
    };
  }
  return all;
}

/** The lines in front of the first error, if bash would accept them alone; what is behind it is shown, and never runs. */
function readUntilError(chunk: SourceText, diagnostics: readonly Diagnostic[], context: ShellBlockContext): ShellBlock {
  const failed = Math.min(...diagnostics.map(({ span }) => span?.start ?? 0));
  const lines = sourceLines(chunk);
  const whole = lines.findIndex((line) => sourceOffset(line, line.text.length) >= failed);
  const before = lines.slice(0, Math.max(0, whole));
  const prefix = joinSources(before, '\n');
  const parsed = parseSource(prefix, context.source);
  const readable = before.length > 0 && parsed.diagnostics.length === 0;
  const read = readable ? readProgram(prefix, parsed.program, context) : nothing;
  const rest = readable ? joinSources(lines.slice(before.length), '\n') : chunk;
  return {
    ...read,
    pieces: [...read.pieces, unreadPiece(rest, diagnostics, context)],
    diagnostics: [...read.diagnostics, ...diagnostics],
  };
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
