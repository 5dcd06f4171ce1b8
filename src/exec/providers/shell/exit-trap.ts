import { parse, type ScriptNode, serialize } from 'just-bash';

/** What `trap … EXIT` asked for, with the variables of the shell that asked: they are those of its end when it runs. */
export interface ExitTrap {
  readonly code: string;
  readonly variables: ReadonlyMap<string, string>;
}

/** The code as a program of its own that knows the functions of the one it follows, and its last status. */
export function trapProgram(text: string, { code }: ExitTrap, status: number): string {
  return `${functionsOf(text)}\n(exit ${status})\n${code}`;
}

export function trapVariables({ variables }: ExitTrap): Record<string, string> {
  return Object.fromEntries([...variables].filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)));
}

function functionsOf(text: string): string {
  const script = parse(text);
  const statements = script.statements.filter(({ pipelines }) =>
    pipelines.every(({ commands }) => commands.every(({ type }) => type === 'FunctionDef')),
  );
  return serialize({ ...script, statements } satisfies ScriptNode);
}
