import type { CommandNode, ScriptNode, SimpleCommandNode, StatementNode, WordNode } from 'just-bash';

export type WordPart = WordNode['parts'][number];

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

export function nameOf(command: CommandNode): string | undefined {
  return command.type === 'SimpleCommand' && command.name !== null ? literalOf(command.name) : undefined;
}

export function word(value: string): WordNode {
  return { type: 'Word', parts: [{ type: 'Literal', value }] };
}

/** `"$NAME"` */
export function variable(name: string): WordNode {
  return {
    type: 'Word',
    parts: [{ type: 'DoubleQuoted', parts: [{ type: 'ParameterExpansion', parameter: name, operation: null }] }],
  };
}

export function simple(name: string, ...args: readonly WordNode[]): SimpleCommandNode {
  return { type: 'SimpleCommand', assignments: [], name: word(name), args: [...args], redirections: [] };
}

export function assignment(name: string, value: WordNode): SimpleCommandNode {
  return {
    type: 'SimpleCommand',
    assignments: [{ type: 'Assignment', name, value, append: false, array: null }],
    name: null,
    args: [],
    redirections: [],
  };
}

export function statement(...commands: readonly CommandNode[]): StatementNode {
  const pipelines = commands.map((command) => ({ type: 'Pipeline' as const, commands: [command], negated: false }));
  return { type: 'Statement', pipelines, operators: commands.slice(1).map(() => '||'), background: false };
}

export function group(...statements: readonly StatementNode[]): CommandNode {
  return { type: 'Group', body: [...statements], redirections: [] };
}

/** The statement's only command, where it has but one. */
export function onlyCommand({ pipelines, background }: StatementNode): CommandNode | undefined {
  const [pipeline, ...more] = pipelines;
  const [command, ...others] = pipeline?.commands ?? [];
  const isPlain = more.length === 0 && others.length === 0 && !background && pipeline?.negated === false;
  return isPlain ? command : undefined;
}

/** Every node of a tree, parts before wholes. */
export function eachNode(node: unknown, seen: (node: { readonly type: string; [key: string]: unknown }) => void): void {
  if (Array.isArray(node)) for (const one of node) eachNode(one, seen);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  for (const value of Object.values(node)) eachNode(value, seen);
  if ('type' in node && typeof node.type === 'string') seen(node as { readonly type: string });
}

export type { CommandNode, ScriptNode, SimpleCommandNode, StatementNode, WordNode };
