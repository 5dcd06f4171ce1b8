import type { Bundle } from '../ir/bundle.ts';
import { diagnose } from '../ir/diagnostic.ts';
import { list, literal, object } from '../ir/expr.ts';
import { textExpr } from '../ir/expr-text.ts';
import { literalOf, showText } from '../ir/text.ts';
import type { CommandWords, MapContext, Mapped, PlainDraft, Primitive } from './primitive.ts';
import { namedScript, pathCommand } from './primitives/runtime/path-command.ts';
import { systemProgram } from './system-path.ts';
import type { ToolTable } from './tools/tool.ts';
import { mapTool, unknownTool, unsafeVariable } from './tools/tool-primitive.ts';

const MAX_WRAPPERS = 8;

export interface Dispatch {
  readonly primitives: ReadonlyMap<string, Primitive>;
  /** Names among them that skillc carries out itself: no process, so no environment. */
  readonly ownPrograms: ReadonlySet<string>;
  readonly tools: ToolTable;
  readonly bundle?: Bundle;
}

/** The meaning of one simple command: a primitive, a known program, a file of the bundle, or unknown. */
export function mapCommandWords(command: CommandWords, cwd: string, dispatch: Dispatch, depth = 0): Mapped {
  if (depth > MAX_WRAPPERS) {
    return { kind: 'refused', reason: diagnose('map/recursion', 'commands wrap each other too deeply', command.span) };
  }
  const context: MapContext = {
    cwd,
    mapCommand: (inner) => mapCommandWords(inner, cwd, dispatch, depth + 1),
    ...(dispatch.bundle === undefined ? {} : { bundle: dispatch.bundle }),
  };
  const word = literalOf(command.words[0] ?? []);
  if (word === undefined || word === '') {
    const shown = showText(command.words[0] ?? []);
    return {
      kind: 'unknown',
      reason: diagnose('map/dynamic-command', `the command word \`${shown}\` is not literal`, command.span),
    };
  }
  const program = systemProgram(word);
  if (program !== undefined && dispatch.ownPrograms.has(program)) {
    return dispatch.primitives.get(program)?.(command, context) ?? unknownTool(program, command.span);
  }
  const result = mapProgram(program, command, context, dispatch);
  const [steering] = command.inherited ?? [];
  // A refusal stays one: a variable never softens the verdict.
  if (steering === undefined || result.kind === 'refused') return result;
  return unsafeVariable(steering, word, command.span);
}

function mapProgram(
  program: string | undefined,
  command: CommandWords,
  context: MapContext,
  dispatch: Dispatch,
): Mapped {
  if (program === undefined) return pathCommand(command, context);
  const primitive = dispatch.primitives.get(program);
  if (primitive !== undefined) return primitive(command, context);
  const tool = dispatch.tools.get(program);
  if (tool !== undefined) return mapTool(tool, program, command);
  return namedScript(program, command, context) ?? unknownTool(program, command.span);
}

/** What is not understood runs only as an unknown tool: no network, no secret, and a person is asked first. */
export function unknownDraft(command: CommandWords): PlainDraft {
  const program = showText(command.words[0] ?? []);
  return {
    kind: 'plain',
    capability: 'sandbox.tool',
    args: object({
      program: textExpr(command.words[0] ?? []),
      args: list(command.words.slice(1).map(textExpr)),
      known: literal(false),
    }),
    effects: [{ kind: 'process', program }],
    understanding: 'unknown',
    span: command.span,
  };
}
