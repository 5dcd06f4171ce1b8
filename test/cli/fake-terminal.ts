import { run } from '../../src/cli/main.ts';
import type { Prompts } from '../../src/cli/prompts.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process and gives what it printed. */
export async function skillc(argv: readonly string[], given: Partial<Terminal> = {}): Promise<Ran> {
  let out = '';
  let err = '';
  const terminal: Terminal = {
    env: {},
    stdin: chunks(),
    stdinIsTerminal: false,
    outIsTerminal: false,
    errIsTerminal: false,
    out: async (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    prompts: nobody,
    onInterrupt: () => () => {},
    ...given,
  };
  const code = await run(argv, terminal);
  return { code, out, err };
}

/** A terminal without a person. */
export const nobody: Prompts = {
  choose: () => Promise.reject(new Error('nobody is there to choose')),
  confirm: () => Promise.reject(new Error('nobody is there to confirm')),
  hidden: () => Promise.reject(new Error('nobody is there to type')),
};

export async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}
