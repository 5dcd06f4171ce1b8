import type { CommandNode, SimpleCommandNode, StatementNode, TransformPlugin, WordNode } from 'just-bash';

/** Runs what a path names; skill text that calls it by this name gets no more than the path would. */
export const PATH_RUNNER = '__skillc_path';

/**
 * Small changes to a program before it runs, where the interpreter would do something else than bash: a command that is named by a
 * path is looked at by us (the interpreter reads every file as shell text), and `exec` ends the shell. Text that is made while the
 * program runs is not changed; a path in it is not run at all.
 */
export const programTransform: TransformPlugin = {
  name: 'skillc',
  transform: ({ ast }) => {
    const copy = structuredClone(ast);
    visit(copy);
    return { ast: copy };
  },
};

function visit(node: unknown): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const value of Object.values(node)) visit(value);
  const { type } = node as { readonly type?: unknown };
  if (type === 'Pipeline') {
    const pipeline = node as { commands: CommandNode[] };
    pipeline.commands = pipeline.commands.map((command) =>
      command.type === 'SimpleCommand' ? changed(command) : command,
    );
  }
}

function changed(command: SimpleCommandNode): CommandNode {
  const { name } = command;
  if (name === null) return command;
  const literal = literalOf(name);
  if (literal === 'exec' && command.args.length > 0) return ending(command);
  if (literal === 'command' || literal === 'builtin') return { ...command, args: withRunner(command.args) };
  return isPath(name) ? { ...command, name: word(PATH_RUNNER), args: [name, ...command.args] } : command;
}

/** `exec FOO` is `FOO` and then the end. */
function ending(command: SimpleCommandNode): CommandNode {
  const rest = command.args.findIndex((one) => !/^-[cl]+$/.test(literalOf(one) ?? ''));
  const [name, ...args] = command.args.slice(Math.max(0, rest));
  const status = word('$?');
  const leave: SimpleCommandNode = {
    ...command,
    assignments: [],
    redirections: [],
    name: word('exit'),
    args: [{ ...status, parts: [{ type: 'ParameterExpansion', parameter: '?', operation: null }] }],
  };
  const run = changed({ ...command, redirections: [], name: name ?? word('true'), args });
  return { type: 'Group', body: [statement(run), statement(leave)], redirections: command.redirections };
}

function withRunner(args: WordNode[]): WordNode[] {
  const at = args.findIndex((one) => !/^-/.test(literalOf(one) ?? ''));
  const first = args[at];
  return first !== undefined &&
    isPath(first) &&
    !args.slice(0, at).some((one) => /^-\w*[vV]/.test(literalOf(one) ?? ''))
    ? [...args.slice(0, at), word(PATH_RUNNER), ...args.slice(at)]
    : args;
}

/** A slash that the text itself shows, and no place where the system keeps its programs. */
function isPath(name: WordNode): boolean {
  const literal = literalOf(name);
  if (literal !== undefined) return literal.includes('/') && !/^\/(?:usr\/)?bin\/[^/]+$/.test(literal);
  return JSON.stringify(name.parts.map(shownText)).includes('/');
}

function shownText(part: WordNode['parts'][number]): string {
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

/** Undefined where any of it is expanded. */
export function literalOf({ parts }: WordNode): string | undefined {
  let out = '';
  for (const part of parts) {
    if (part.type === 'DoubleQuoted') {
      const inner = literalOf({ type: 'Word', parts: part.parts });
      if (inner === undefined) return undefined;
      out += inner;
    } else if (part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'Escaped') out += part.value;
    else return undefined;
  }
  return out;
}

function word(value: string): WordNode {
  return { type: 'Word', parts: [{ type: 'Literal', value }] };
}

function statement(command: CommandNode): StatementNode {
  return {
    type: 'Statement',
    pipelines: [{ type: 'Pipeline', commands: [command], negated: false }],
    operators: [],
    background: false,
  };
}
