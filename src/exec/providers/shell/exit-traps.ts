import { parse, type ResolvedCommandContext, serialize } from 'just-bash';
import { TRAP_CODE } from './lower/exit-trap.ts';

interface Trap {
  readonly code: string;
  /** As they were when it was set. */
  readonly variables: ReadonlyMap<string, string>;
}

/** `trap … EXIT` of one program after the other, the innermost last. */
export class ExitTraps {
  #trap: Trap | undefined;

  /** The program runs the code itself where it ends as its text says. */
  async set(code: string, context: ResolvedCommandContext): Promise<void> {
    this.#trap = code === '' ? undefined : { code, variables: new Map(context.env) };
    await context.assignShellVariable?.(TRAP_CODE, code);
  }

  /** The code has begun to run. */
  begins(): void {
    this.#trap = undefined;
  }

  /** For a program inside another: its traps are its own. */
  enter(): () => void {
    const around = this.#trap;
    this.#trap = undefined;
    return () => {
      this.#trap = around;
    };
  }

  /**
   * What is left to run behind a program that was ended by `set -e` in its middle: with its functions, and with its variables as they
   * were when the trap was set.
   */
  left(text: string, status: number): { readonly text: string; readonly env: Record<string, string> } | undefined {
    const trap = this.#trap;
    if (trap === undefined) return undefined;
    this.#trap = undefined;
    const named = [...trap.variables].filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
    return { text: `${functionsOf(text)}\n(exit ${status})\n${trap.code}`, env: Object.fromEntries(named) };
  }
}

function functionsOf(text: string): string {
  const script = parse(text);
  const statements = script.statements.filter(({ pipelines }) =>
    pipelines.every(({ commands }) => commands.every(({ type }) => type === 'FunctionDef')),
  );
  return serialize({ ...script, statements });
}
