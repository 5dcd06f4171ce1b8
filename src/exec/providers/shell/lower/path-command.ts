import { type CommandNode, literalOf, nameOf, type WordNode, type WordPart, word } from './nodes.ts';

/** Runs what a path names. Skill text that calls it by this name gets no more than the path would. */
export const PATH_RUNNER = '__skillc_path';

/**
 * `./run.py`, `"$DIR/x.sh"`: the interpreter reads every file as shell text, so that what a path names is for us to look at. A path
 * in text that is made while the program runs is not run at all.
 */
export function pathCommand(command: CommandNode): CommandNode {
  if (command.type !== 'SimpleCommand' || command.name === null) return command;
  const name = nameOf(command);
  if (name === 'command' || name === 'builtin' || name === 'exec')
    return { ...command, args: withRunner(command.args) };
  return isPath(command.name)
    ? { ...command, name: word(PATH_RUNNER), args: [command.name, ...command.args] }
    : command;
}

function withRunner(args: WordNode[]): WordNode[] {
  const at = args.findIndex((one) => !literalOf(one)?.startsWith('-'));
  const first = args[at];
  const onlyLooks = args.slice(0, Math.max(0, at)).some((one) => /^-\w*[vV]/.test(literalOf(one) ?? ''));
  if (first === undefined || onlyLooks || !isPath(first)) return args;
  return [...args.slice(0, at), word(PATH_RUNNER), ...args.slice(at)];
}

/** A slash that the text itself shows, and no place where the system keeps its programs. */
function isPath(name: WordNode): boolean {
  const literal = literalOf(name);
  if (literal !== undefined) return literal.includes('/') && !/^\/(?:usr\/)?bin\/[^/]+$/.test(literal);
  return name.parts.map(shownText).join('').includes('/');
}

function shownText(part: WordPart): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return part.value;
    case 'DoubleQuoted':
      return part.parts.map(shownText).join('');
    default:
      return '';
  }
}
