import type { ShellProgram, ShellStatement } from '../../ir/shell-program.ts';
import type { Binding, SetupLine, SuppliedFile } from '../../ir/skill.ts';
import {
  assignedBy,
  calledFunctions,
  type DefinedFunction,
  definedFunctions,
  unsettledFunctions,
} from './defined-functions.ts';
import { commentOf, type Layout } from './piece-comment.ts';
import { isSetup, literalWord } from './setup-lines.ts';
import {
  maxStatements,
  nothing,
  parseSource,
  type ShellBlock,
  type ShellBlockContext,
  type ShellPiece,
} from './shell-piece.ts';
import { joinSources, type SourceText, sliceSource, sourceSpan, textOffset } from './source-text.ts';
import { isBindable } from './stand-in.ts';
import { extentOf, mergeOverlaps, rangesOf } from './statement-extents.ts';
import { factsOf, inert, type StatementFacts } from './statement-facts.ts';
import { linkStatements } from './statement-links.ts';
import { isTextLine } from './text-line.ts';

/** Cuts a program that parses into pieces, set-up lines, exports and files. */
export function readProgram(block: SourceText, program: ShellProgram, context: ShellBlockContext): ShellBlock {
  const { statements } = program;
  if (statements.length > maxStatements) {
    return { ...nothing, pieces: [{ program, scope: context.scope }] };
  }
  const stated = statements.map(factsOf);
  const defines = [...new Set(stated.flatMap((fact) => [...fact.defines]))];
  const own = new Set(defines);
  const isDefined = (name: string): boolean => own.has(name) || context.defined.has(name);
  const isText = statements.map((statement) => isTextLine(statement, isDefined));
  const facts = stated.map((fact, index) => (isText[index] === true ? inert : fact));
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
      const told = group
        .filter((index) => isText[index] === true || facts[index]?.runs === true)
        .flatMap((index) => statements[index] ?? []);
      const forReader = lines.filter((line) => !told.includes(line) && isStandInExport(line));
      setup.push(...[...told, ...forReader].map((line) => setupLine(block, line, context.source)));
    } else if (active.every((index) => isSetupAt(statements, index, context.underInstall))) {
      setup.push(
        ...active.flatMap((index) => statements[index] ?? []).map((line) => setupLine(block, line, context.source)),
      );
    } else {
      pieces.push(pieceOf(block, program, group, { extents, facts, bindings }, context));
    }
  }
  const exports = bindings.filter(({ binding }) => binding.exported).map(({ binding }) => binding);
  const exported = new Set(exports.map(({ span }) => span));
  return {
    pieces,
    setup,
    exports,
    files: statements.flatMap(heredocFiles),
    functions: definedFunctions(
      statements,
      facts,
      (index) => sliceSource(block, extents[index]?.start ?? 0, extents[index]?.end ?? 0),
      [...context.scope, ...bindings.map(({ binding }) => binding)],
    ),
    defines,
    unsettled: unsettledFunctions(statements, facts),
    assigned: facts.flatMap((fact) => assignedBy(fact, exported)),
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

function pieceOf(
  block: SourceText,
  program: ShellProgram,
  linked: readonly number[],
  layout: Layout & { readonly bindings: readonly PlacedBinding[] },
  context: ShellBlockContext,
): ShellPiece {
  const first = linked[0] ?? 0;
  const group = withAssignmentsBetween(linked, layout.bindings);
  const ranges = rangesOf(group, layout.extents).map(({ start, end }) => sliceSource(block, start, end));
  const own = parseSource(joinSources(ranges, '\n'), context.source);
  const before = layout.bindings.filter(({ index }) => index < first).map(({ binding }) => binding);
  const comment = commentOf(block, program.statements, linked, layout);
  const facts = group.flatMap((index) => layout.facts[index] ?? []);
  const earlier = calledFunctions(context.functions, facts);
  const scope = inOrder([...context.scope, ...earlier.flatMap((one) => one.scope), ...before]);
  return {
    program: own.diagnostics.length === 0 ? withFunctions(own.program, earlier, ranges, context.source) : program,
    scope: usedBindings(scope, [...earlier.map((one) => one.facts), ...facts]),
    ...(comment === undefined ? {} : { comment }),
  };
}

/** The definitions stand in front of the calls; the program's place is still that of the calls. */
function withFunctions(
  program: ShellProgram,
  functions: readonly DefinedFunction[],
  ranges: readonly SourceText[],
  source: string,
): ShellProgram {
  if (functions.length === 0) return program;
  const whole = parseSource(joinSources([...functions.map((one) => one.source), ...ranges], '\n'), source);
  return whole.diagnostics.length === 0 ? { ...whole.program, span: program.span } : program;
}

/** An assignment between two linked statements must hold for the second and not for the first. */
function withAssignmentsBetween(group: readonly number[], bindings: readonly PlacedBinding[]): readonly number[] {
  const first = group[0] ?? 0;
  const last = group.at(-1) ?? 0;
  const between = bindings.map(({ index }) => index).filter((index) => index > first && index < last);
  return between.length === 0 ? group : [...new Set([...group, ...between])].sort((a, b) => a - b);
}

/** As the document has them: the last one of a name is what a session would hold. */
function inOrder(bindings: readonly Binding[]): readonly Binding[] {
  return [...new Set(bindings)].sort((a, b) => a.span.start - b.span.start);
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

/** `cat > F <<'EOF'` with a body that holds no expansion. */
function heredocFiles({ node }: ShellStatement): readonly SuppliedFile[] {
  if (node.kind !== 'command' || node.words.length !== 1 || node.words[0]?.text !== 'cat') return [];
  const body = node.redirects.find(({ operator }) => operator === '<<' || operator === '<<-')?.body;
  const target = node.redirects.find(({ operator }) => operator === '>')?.target;
  const content = body === undefined ? undefined : literalWord(body);
  const path = target === undefined ? undefined : literalWord(target);
  return content === undefined || path === undefined || body === undefined ? [] : [{ path, content, span: body.span }];
}
