import { type CommandNode, literalOf, nameOf, type WordNode, word } from './nodes.ts';

/** Runs what a path names. Skill text that calls it by this name gets no more than the path would. */
export const PATH_RUNNER = '__skillc_path';

/** `./run.py`: the interpreter reads every file as shell text, so that what a path names is for us to look at. */
export function pathCommand(command: CommandNode): CommandNode {
  if (command.type !== 'SimpleCommand' || command.name === null) return command;
  const name = nameOf(command);
  if (name === 'command' || name === 'builtin' || name === 'exec')
    return { ...command, args: withRunner(command.args) };
  return isPath(name ?? '') ? { ...command, name: word(PATH_RUNNER), args: [command.name, ...command.args] } : command;
}

function withRunner(args: WordNode[]): WordNode[] {
  const at = args.findIndex((one) => !literalOf(one)?.startsWith('-'));
  const first = args[at];
  const onlyLooks = args.slice(0, Math.max(0, at)).some((one) => /^-\w*[vV]/.test(literalOf(one) ?? ''));
  if (first === undefined || onlyLooks || !isPath(literalOf(first) ?? '')) return args;
  return [...args.slice(0, at), word(PATH_RUNNER), ...args.slice(at)];
}

/** No place where the system keeps its programs. */
export function isPath(name: string): boolean {
  return name.includes('/') && !/^\/(?:usr\/)?bin\/[^/]+$/.test(name);
}
