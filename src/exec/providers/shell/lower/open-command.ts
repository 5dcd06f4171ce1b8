import type { Names } from './hoist-arithmetic.ts';
import { type CommandNode, group, literalOf, simple, statement, type WordNode } from './nodes.ts';

/** Prints its words as one line that a shell reads back as those words. */
export const LINE_PRINTER = '__skillc_line';

/**
 * `$CMD a`, `"${cmd[@]}"`, `"$DIR/run.sh"`: the interpreter takes all that such a word expands to for one name. So the words are put
 * into an array, which splits them as bash does, and what comes out is run by `eval`.
 */
export function openCommand(command: CommandNode, names: Names): CommandNode {
  if (command.type !== 'SimpleCommand' || command.name === null) return command;
  if (literalOf(command.name) !== undefined || isTest(command.name)) return command;
  const name = `__skillc_${++names.count}`;
  const assign: CommandNode = {
    ...simple('true'),
    name: null,
    assignments: [{ type: 'Assignment', name, value: null, append: false, array: [command.name, ...command.args] }],
  };
  const line: WordNode = {
    type: 'Word',
    parts: [{ type: 'DoubleQuoted', parts: [{ type: 'CommandSubstitution', legacy: false, body: printing(name) }] }],
  };
  return group(
    statement(assign),
    statement({ ...command, name: { type: 'Word', parts: [{ type: 'Literal', value: 'eval' }] }, args: [line] }),
  );
}

/** `[`: to the interpreter's reader the begin of a pattern, which alone is none. */
function isTest({ parts: [part, ...more] }: WordNode): boolean {
  return part?.type === 'Glob' && part.pattern === '[' && more.length === 0;
}

function printing(name: string): { type: 'Script'; statements: ReturnType<typeof statement>[] } {
  const all: WordNode = {
    type: 'Word',
    parts: [
      { type: 'DoubleQuoted', parts: [{ type: 'ParameterExpansion', parameter: `${name}[@]`, operation: null }] },
    ],
  };
  return { type: 'Script', statements: [statement(simple(LINE_PRINTER, all))] };
}
