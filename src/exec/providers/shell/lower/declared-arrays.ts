import { parse } from 'just-bash';
import { type CommandNode, nameOf, type StatementNode } from './nodes.ts';

const declarers = new Set(['local', 'declare', 'typeset']);
const form = /^\s*(\w+)((?:\s+-[aAgx]+)*)\s+([A-Za-z_]\w*)=(\(.*\))\s*;?\s*$/s;

/** `local -a list=("$@")`: the interpreter makes one text of the elements. Declared first and then assigned, they stay apart. */
export function declaredArrays(command: CommandNode, statement: StatementNode): readonly StatementNode[] {
  if (!declaresArray(command)) return [statement];
  const [, keyword, options = '', name, elements] = form.exec(statement.sourceText ?? '') ?? [];
  if (keyword === undefined || name === undefined || elements === undefined) return [statement];
  const declared = /-\w*[aA]/.test(options) ? options : `${options} -a`;
  return parse(`${keyword}${declared} ${name}\n${name}=${elements}`).statements;
}

export function declaresArray(command: CommandNode): boolean {
  if (command.type !== 'SimpleCommand' || !declarers.has(nameOf(command) ?? '')) return false;
  return command.args.some(({ parts: [first] }) => first?.type === 'Literal' && /^\w+\+?=\(/.test(first.value));
}
