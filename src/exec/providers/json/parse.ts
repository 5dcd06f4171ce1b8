import type { Provider, ProviderContext, ProviderResult } from '../../provider.ts';
import { readGranted } from '../io/read-granted.ts';
import { noBytes, noCost, refusedResult } from '../io/result.ts';
import type { WriteHost } from '../io/write-file.ts';
import { writeFileProvider } from '../io/write-file.ts';
import { PythonJsonError, readPythonJson } from './python-read.ts';
import { type PythonStyle, writePythonJson } from './python-write.ts';

/** Arguments of `json.parse` as plans hold them. */
export interface ParseArguments {
  readonly file?: string;
  readonly output_file?: string;
  readonly indent?: number;
  readonly sort_keys?: boolean;
  readonly keep_unicode?: boolean;
  readonly lines?: boolean;
  readonly tab?: boolean;
  readonly single_line?: boolean;
  readonly compact?: boolean;
  /** Text that takes the place of standard input. */
  readonly stdin?: string;
  readonly stdin_file?: string;
}

/** Prints JSON again as `python -m json.tool` does. */
export function jsonParse(host: WriteHost): Provider<ParseArguments> {
  return {
    run: async (args, context) => {
      const given = [args.indent, args.tab, args.single_line, args.compact].filter((value) => value !== undefined);
      if (given.length > 1) return refusedResult({ code: 'json/arguments', message: 'more than one way to indent' });
      const input = inputOf(host, args, context);
      if (!(input instanceof Uint8Array)) return input;
      const printed = print(input, args);
      if (args.output_file === undefined) return printed;
      return toFile(host, args.output_file, printed, context);
    },
  };
}

function inputOf(host: WriteHost, args: ParseArguments, context: ProviderContext): Uint8Array | ProviderResult {
  const file = args.file ?? args.stdin_file;
  if (file === undefined) {
    const bytes = args.stdin === undefined ? context.stdin : Buffer.from(args.stdin);
    return bytes.length <= host.maxBytes ? bytes : refusedResult({ code: 'limit/bytes', message: 'too much to read' });
  }
  const found = readGranted(host.grants, file, host.maxBytes);
  return found.kind === 'refused' ? refusedResult(found) : found.bytes;
}

function print(input: Uint8Array, args: ParseArguments): ProviderResult {
  const style = styleOf(args);
  const parts: string[] = [];
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input).replace(/\r\n?/g, '\n');
    for (const piece of args.lines === true ? linesOf(text) : [text]) {
      const printed = writePythonJson(readPythonJson(piece), style);
      if (!printed.isWellFormed()) throw new PythonJsonError('half of a surrogate pair cannot be printed');
      parts.push(printed, '\n');
    }
    return { status: 'done', stdout: Uint8Array.from(Buffer.from(parts.join(''))), exitCode: 0, used: noCost };
  } catch (error) {
    if (!(error instanceof PythonJsonError) && !(error instanceof TypeError)) throw error;
    const message = error instanceof PythonJsonError ? error.message : 'the input is not UTF-8';
    return {
      status: 'failed',
      // Lines before a broken one are out already.
      stdout: Uint8Array.from(Buffer.from(parts.join(''))),
      stderr: `${message}\n`,
      exitCode: 1,
      code: 'json/error',
      message,
      used: noCost,
    };
  }
}

/** Each with its line end, as Python hands them out. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function styleOf(args: ParseArguments): PythonStyle {
  const common = { sortKeys: args.sort_keys === true, ascii: args.keep_unicode !== true };
  if (args.compact === true) return { ...common, itemSeparator: ',', keySeparator: ':' };
  if (args.single_line === true) return { ...common, itemSeparator: ', ', keySeparator: ': ' };
  const indent = args.tab === true ? '\t' : ' '.repeat(args.indent ?? 4);
  return { ...common, indent, itemSeparator: ',', keySeparator: ': ' };
}

/** Python empties the file before it reads; here it is left as it was when the input is broken. */
async function toFile(
  host: WriteHost,
  path: string,
  printed: ProviderResult,
  context: ProviderContext,
): Promise<ProviderResult> {
  if (printed.status === 'failed') return { ...printed, stdout: noBytes };
  return writeFileProvider(host).run({ path }, { ...context, stdin: printed.stdout });
}
