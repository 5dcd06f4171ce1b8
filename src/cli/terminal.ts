/** What a command may use of the outside: streams and environment, so that tests can give their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdinIsTerminal: boolean;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Resolves when the text is on its way, so that a slow reader holds the writer back. */
  readonly out: (text: string) => Promise<void>;
  readonly err: (text: string) => void;
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
    out: (text) => new Promise((done) => process.stdout.write(text, () => done())),
    err: (text) => {
      process.stderr.write(text);
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
