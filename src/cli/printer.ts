import { colours, diagnosticText, jsonText, noColours, type Paint, visibleLines } from '../index.ts';
import { exitCode } from './exit-code.ts';
import { type Terminal, wantsColour } from './terminal.ts';

export interface PrintOptions {
  readonly json?: true;
  readonly color: boolean;
}

/** Why something was not done, and the way out. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string | undefined;
}

/** What a command says: one document for programs, or text for people. */
export interface Printer {
  readonly json: boolean;
  /** For standard output. */
  readonly paint: Paint;
  readonly paintErr: Paint;
  /** How many columns a line may have: those of a terminal; a file or a pipe gets each row as one line. */
  readonly width: number;
  /** How standard error looks. */
  readonly errLook: { readonly paint: Paint; readonly width: number };
  readonly show: (document: object, text: () => string) => Promise<void>;
  /** A line for people beside the answer. */
  readonly note: (text: string) => void;
  /** Explains on standard error; no document. */
  readonly explain: (refusal: Refusal) => void;
  /** The whole answer of a command that came to nothing. */
  readonly fail: (refusal: Refusal, code?: number) => Promise<number>;
}

export function printerFor(terminal: Terminal, options: PrintOptions): Printer {
  const json = options.json === true;
  const paint = wantsColour(terminal, terminal.outIsTerminal, options.color) ? colours : noColours;
  const paintErr = wantsColour(terminal, terminal.errIsTerminal, options.color) ? colours : noColours;
  const nowhere = () => undefined;
  const explain = ({ code, message, remedy }: Refusal): void => {
    // What a program said may have many lines; none of them steers the terminal.
    const [first = '', ...rest] = message.split('\n');
    const help = remedy === undefined ? {} : { help: remedy };
    const finding = { code, severity: 'error', message: first, ...help } as const;
    const more = rest.length === 0 ? '' : `\n${visibleLines(rest.join('\n')).replace(/^/gm, '  ')}`;
    terminal.err(`${diagnosticText(finding, nowhere, (source) => source, paintErr)}${more}\n`);
  };
  const show = (document: object, text: () => string): Promise<void> => {
    const lines = json ? jsonText(document) : text();
    return lines === '' ? Promise.resolve() : terminal.out(`${lines}\n`);
  };
  return {
    json,
    paint,
    paintErr,
    width: widthOf(terminal, terminal.outIsTerminal),
    errLook: { paint: paintErr, width: widthOf(terminal, terminal.errIsTerminal) },
    show,
    note: (text) => terminal.err(`${text}\n`),
    explain,
    fail: async (refusal, code = exitCode.failed) => {
      explain(refusal);
      await show({ outcome: code === exitCode.denied ? 'denied' : 'failed', reason: reasonOf(refusal) }, () => '');
      return code;
    },
  };
}

function widthOf({ columns }: Terminal, isTerminal: boolean): number {
  return isTerminal ? (columns ?? 80) : Number.POSITIVE_INFINITY;
}

function reasonOf({ code, message, remedy }: Refusal): object {
  return { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) };
}
