import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { ShellProgram, ShellStatement } from '../../ir/shell-program.ts';
import type { Binding, SetupLine, SuppliedFile } from '../../ir/skill.ts';
import { parseShell } from '../../shell/parse.ts';
import { walkStatements } from '../../shell/walk.ts';
import { isSetup, literalWord } from './setup-lines.ts';
import {
  joinSources,
  type SourceText,
  sliceSource,
  sourceLines,
  sourceOffset,
  sourceSpan,
  textOffset,
} from './source-text.ts';
import { isBindable } from './stand-in.ts';
import { factsOf, type StatementFacts } from './statement-facts.ts';
import { linkStatements } from './statement-links.ts';

/** One thing the block does: linked statements, with the assignments that hold before them. */
export interface ShellPiece {
  readonly program: ShellProgram;
  readonly scope: readonly Binding[];
  /** The comment above or behind the first command. */
  readonly comment?: string;
}

export interface ShellBlock {
  readonly pieces: readonly ShellPiece[];
  readonly setup: readonly SetupLine[];
  /** `export NAME=text`: holds in later blocks too. */
  readonly exports: readonly Binding[];
  /** Files that heredocs write as they stand. */
  readonly files: readonly SuppliedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ShellBlockContext {
  readonly source: string;
  readonly underInstall: boolean;
  readonly scope: readonly Binding[];
}

/** More statements than this in one block are not taken apart. */
const maxStatements = 400;

/** The shell parser's time grows faster than their number. */
const maxSubstitutions = 1000;

export function readShellBlock(block: SourceText, context: ShellBlockContext): ShellBlock {
  if (block.text.split('$(').length > maxSubstitutions) {
    const message = `the block holds more than ${maxSubstitutions} command substitutions`;
    return { ...nothing, diagnostics: [diagnose('limit/depth', message, sourceSpan(block, context.source))] };
  }
  const parsed = parse(block, context);
  if (parsed.diagnostics.length === 0) return readProgram(block, parsed.program, context);
  const chunks = paragraphsOf(block);
  if (chunks.length < 2 || chunks.length > maxStatements) return { ...nothing, diagnostics: parsed.diagnostics };
  return readChunks(chunks, context);
}

const nothing: ShellBlock = { pieces: [], setup: [], exports: [], files: [], diagnostics: [] };

function parse(text: SourceText, context: ShellBlockContext) {
  return parseShell(text.text, context.source, (offset) => sourceOffset(text, offset));
}

/** Broken shell, part by part: what bash would refuse is reported, the rest is read. */
function readChunks(chunks: readonly SourceText[], context: ShellBlockContext): ShellBlock {
  let { scope } = context;
  let all = nothing;
  for (const chunk of chunks) {
    const parsed = parse(chunk, context);
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

/** The lines in front of the first error, if bash would accept them alone; nothing behind it is guessed at. */
function readUntilError(chunk: SourceText, diagnostics: readonly Diagnostic[], context: ShellBlockContext): ShellBlock {
  const failed = Math.min(...diagnostics.map(({ span }) => span?.start ?? 0));
  const lines = sourceLines(chunk);
  const before = lines.filter((line) => sourceOffset(line, line.text.length) < failed);
  const prefix = joinSources(before, '\n');
  const parsed = parse(prefix, context);
  if (before.length === 0 || parsed.diagnostics.length > 0) return { ...nothing, diagnostics };
  const read = readProgram(prefix, parsed.program, context);
  return { ...read, diagnostics: [...read.diagnostics, ...diagnostics] };
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

function readProgram(block: SourceText, program: ShellProgram, context: ShellBlockContext): ShellBlock {
  const { statements } = program;
  if (statements.length > maxStatements) {
    return { ...nothing, pieces: [{ program, scope: context.scope }] };
  }
  const facts = statements.map(factsOf);
  const extents = statements.map((statement) => extentOf(block, statement));
  const groups = mergeOverlaps(
    linkStatements(
      facts,
      statements.map(({ background }) => background),
    ),
    extents,
  );
  const bindings = bindingsOf(statements, facts, groups);
  const pieces: ShellPiece[] = [];
  const setup: SetupLine[] = [];
  for (const group of groups) {
    const active = group.filter((index) => facts[index]?.preamble !== true && facts[index]?.isCd !== true);
    const lines = group.flatMap((index) => statements[index] ?? []);
    if (active.length === 0) {
      setup.push(...lines.filter(isStandInExport).map((line) => setupLine(block, line, context.source)));
    } else if (active.every((index) => isSetupAt(statements, index, context.underInstall))) {
      setup.push(
        ...active.flatMap((index) => statements[index] ?? []).map((line) => setupLine(block, line, context.source)),
      );
    } else {
      pieces.push(pieceOf(block, program, group, { extents, facts, bindings }, context));
    }
  }
  return {
    pieces,
    setup,
    exports: bindings.filter(({ binding }) => binding.exported).map(({ binding }) => binding),
    files: statements.flatMap(heredocFiles),
    diagnostics: [],
  };
}

function isSetupAt(statements: readonly ShellStatement[], index: number, underInstall: boolean): boolean {
  const statement = statements[index];
  return statement !== undefined && isSetup(statement, underInstall);
}

/** `export KEY=your-key`: something for the reader to do. */
function isStandInExport({ node }: ShellStatement): boolean {
  return node.kind === 'command' && node.assignments.some((one) => !isBindable(one));
}

function setupLine(block: SourceText, { span }: ShellStatement, source: string): SetupLine {
  const start = textOffset(block, span.start);
  const end = textOffset(block, span.end);
  return { text: block.text.slice(start, end), span: sourceSpan(block, source, start, end) };
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A statement's range in the block's text, its heredoc bodies and their end marks included. */
function extentOf(block: SourceText, statement: ShellStatement): Extent {
  let end = textOffset(block, statement.span.end);
  walkStatements([statement], {
    redirect: ({ body }) => {
      const close = body === undefined ? -1 : textOffset(block, body.span.end);
      if (close < end) return;
      const line = block.text.indexOf('\n', close);
      end = line === -1 ? block.text.length : line;
    },
  });
  return { start: textOffset(block, statement.span.start), end };
}

/** Two heredocs of one line, or a heredoc and what stands behind it on its line, cannot be cut apart. */
function mergeOverlaps(
  groups: readonly (readonly number[])[],
  extents: readonly Extent[],
): readonly (readonly number[])[] {
  const groupOf = new Map(groups.flatMap((group, id) => group.map((index) => [index, id] as const)));
  const merged = groups.map((group) => [...group]);
  for (let index = 1; index < extents.length; index++) {
    const from = groupOf.get(index - 1) ?? 0;
    const to = groupOf.get(index) ?? 0;
    if (from === to || (extents[index]?.start ?? 0) >= (extents[index - 1]?.end ?? 0)) continue;
    for (const moved of merged[to] ?? []) groupOf.set(moved, from);
    merged[from] = [...(merged[from] ?? []), ...(merged[to] ?? [])].sort((a, b) => a - b);
    merged[to] = [];
  }
  return merged.filter((group) => group.length > 0);
}

interface PlacedBinding {
  readonly index: number;
  readonly binding: Binding;
}

/** Plain assignments that stand alone; one that is linked to a computed value stays inside its program. */
function bindingsOf(
  statements: readonly ShellStatement[],
  facts: readonly StatementFacts[],
  groups: readonly (readonly number[])[],
): readonly PlacedBinding[] {
  const alone = new Set(groups.filter((group) => group.length === 1).map(([index]) => index));
  return statements.flatMap((_, index) => {
    const fact = facts[index];
    if (fact === undefined || !alone.has(index)) return [];
    return fact.bindings
      .filter(isBindable)
      .flatMap(({ name, value, span }) =>
        value === undefined ? [] : [{ index, binding: { name, value, exported: fact.exported, span } }],
      );
  });
}

interface Layout {
  readonly extents: readonly Extent[];
  readonly facts: readonly StatementFacts[];
  readonly bindings: readonly PlacedBinding[];
}

function pieceOf(
  block: SourceText,
  program: ShellProgram,
  linked: readonly number[],
  layout: Layout,
  context: ShellBlockContext,
): ShellPiece {
  const first = linked[0] ?? 0;
  const group = withAssignmentsBetween(linked, layout.bindings);
  const ranges = rangesOf(group, layout.extents).map(({ start, end }) => sliceSource(block, start, end));
  const own = parse(joinSources(ranges, '\n'), context);
  const before = layout.bindings.filter(({ index }) => index < first).map(({ binding }) => binding);
  const comment = commentOf(block, program.statements, linked, layout);
  const facts = group.flatMap((index) => layout.facts[index] ?? []);
  return {
    program: own.diagnostics.length === 0 ? own.program : program,
    scope: usedBindings([...context.scope, ...before], facts),
    ...(comment === undefined ? {} : { comment }),
  };
}

/** An assignment between two linked statements must hold for the second and not for the first. */
function withAssignmentsBetween(group: readonly number[], bindings: readonly PlacedBinding[]): readonly number[] {
  const first = group[0] ?? 0;
  const last = group.at(-1) ?? 0;
  const between = bindings.map(({ index }) => index).filter((index) => index > first && index < last);
  return between.length === 0 ? group : [...new Set([...group, ...between])].sort((a, b) => a - b);
}

/** Neighbouring statements are kept with what stands between them. */
function rangesOf(group: readonly number[], extents: readonly Extent[]): readonly Extent[] {
  const ranges: Extent[] = [];
  let last = Number.NaN;
  for (const index of group) {
    const { start, end } = extents[index] ?? { start: 0, end: 0 };
    const previous = ranges.at(-1);
    if (previous !== undefined && index === last + 1)
      ranges[ranges.length - 1] = { start: previous.start, end: Math.max(previous.end, end) };
    else ranges.push({ start, end });
    last = index;
  }
  return ranges;
}

/** Those that are read, directly or through another, and those that every program inherits. */
function usedBindings(bindings: readonly Binding[], facts: readonly StatementFacts[]): readonly Binding[] {
  const needed = new Set(facts.flatMap((fact) => [...fact.reads]));
  const used = new Set<Binding>();
  for (const binding of bindings.toReversed()) {
    if (!binding.exported && !needed.has(binding.name)) continue;
    used.add(binding);
    for (const part of binding.value.parts) if (part.kind === 'variable') needed.add(part.name);
  }
  return bindings.filter((binding) => used.has(binding));
}

function commentOf(
  block: SourceText,
  statements: readonly ShellStatement[],
  group: readonly number[],
  layout: Layout,
): string | undefined {
  const first = group.find((index) => layout.facts[index]?.preamble !== true) ?? 0;
  const above =
    statements[first]?.comment ?? group.map((index) => statements[index]?.comment).find((one) => one !== undefined);
  if (above !== undefined) return above;
  const end = layout.extents[first]?.end ?? 0;
  const behind = /^[ \t]{1,80}#[ \t]*(\S[^\n]{0,200})/.exec(block.text.slice(end, end + 400))?.[1];
  return behind ?? contiguousComment(block, statements, first, layout);
}

/** The comment over assignments that stand directly above the command. */
function contiguousComment(
  block: SourceText,
  statements: readonly ShellStatement[],
  first: number,
  { facts, extents }: Layout,
): string | undefined {
  for (let index = first - 1; index >= 0 && facts[index]?.preamble === true; index--) {
    if (/\n[ \t]*\n/.test(block.text.slice(extents[index]?.end ?? 0, extents[index + 1]?.start ?? 0))) return undefined;
    const comment = statements[index]?.comment;
    if (comment !== undefined) return comment;
  }
  return undefined;
}

/** `cat > F <<'EOF'` with a body that holds no expansion. */
function heredocFiles({ node }: ShellStatement): readonly SuppliedFile[] {
  if (node.kind !== 'command' || node.words.length !== 1 || node.words[0]?.text !== 'cat') return [];
  const body = node.redirects.find(({ operator }) => operator === '<<' || operator === '<<-')?.body;
  const target = node.redirects.find(({ operator }) => operator === '>')?.target;
  const content = body === undefined ? undefined : literalWord(body);
  const path = target === undefined ? undefined : literalWord(target);
  return content === undefined || path === undefined || body === undefined ? [] : [{ path, content, span: body.span }];
}
