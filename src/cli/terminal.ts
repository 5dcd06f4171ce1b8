import { type Prompts, processPrompts } from './prompts.ts';

/** What a command may use of the outside: streams and environment, so that tests can give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdinIsTerminal: boolean;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** How wide standard output is, where it is a terminal that says so. */
  readonly columns?: number;
  /** Resolves when the text is on its way, so that a slow reader holds the writer back. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
  readonly prompts: Prompts;
  /** Calls back when the person breaks off, in place of ending the program; the answer takes that back. */
  readonly onInterrupt: (handler: () => void) => () => void;
}

/** Whether a person sits there who can be asked. */
export function isAttended({ stdinIsTerminal, errIsTerminal }: Terminal): boolean {
  return stdinIsTerminal && errIsTerminal;
}

/** The real one. A reader that goes away (`| head`) ends the program without a word. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' ? 0 : 1);
    });
  }
  return {
    env: process.env,
    stdin: process.stdin,
    stdinIsTerminal: process.stdin.isTTY === true,
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    ...(process.stdout.isTTY === true ? { columns: process.stdout.columns || 80 } : {}),
    out: (text) => new Promise((done) => process.stdout.write(text, () => done())),
    err: (text) => {
      process.stderr.write(text);
    },
    prompts: processPrompts(),
    onInterrupt: (handler) => {
      process.once('SIGINT', handler);
      return () => process.off('SIGINT', handler);
    },
  };
}

/** `--no-color` and NO_COLOR mean none, whatever FORCE_COLOR says; that means always; else only a terminal gets colours. */
export function wantsColour(terminal: Terminal, isTerminal: boolean, flag: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = terminal.env;
  if (!flag) return false;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}
