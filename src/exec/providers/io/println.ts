import type { Provider, ProviderResult } from '../../provider.ts';
import { decodeEscapes } from './escapes.ts';
import { printf } from './printf.ts';
import { noCost } from './result.ts';

export interface PrintArguments {
  readonly text?: string;
  /** Backslashes in `text` are still to be read, as by `echo -e`. */
  readonly escapes?: boolean;
  readonly newline?: boolean;
  /** Instead of `text`: bash's `printf`. */
  readonly format?: string;
  readonly args?: readonly string[];
}

export const println: Provider<PrintArguments> = {
  run: async (args) => (args.format === undefined ? text(args) : formatted(args.format, args.args ?? [])),
};

function text(args: PrintArguments): ProviderResult {
  const written = args.text ?? '';
  const { bytes, stopped } =
    args.escapes === true ? decodeEscapes(written, 'echo') : { bytes: Buffer.from(written), stopped: false };
  const ending = args.newline === false || stopped ? '' : '\n';
  return {
    status: 'done',
    stdout: Uint8Array.from(Buffer.concat([bytes, Buffer.from(ending)])),
    exitCode: 0,
    used: noCost,
  };
}

function formatted(format: string, args: readonly string[]): ProviderResult {
  const printed = printf(format, args);
  if (printed.kind === 'unsupported') {
    return {
      status: 'failed',
      stdout: new Uint8Array(),
      code: 'io/format-unsupported',
      message: `\`printf\` does not print \`${printed.directive}\` here`,
      remedy: 'use %s, %b, %c, %d, %o, %u, %x or %f',
      used: noCost,
    };
  }
  const { bytes, complaints } = printed;
  if (complaints.length === 0) return { status: 'done', stdout: bytes, exitCode: 0, used: noCost };
  return {
    status: 'failed',
    stdout: bytes,
    stderr: complaints.map((line) => `${line}\n`).join(''),
    exitCode: 1,
    code: 'io/bad-number',
    message: complaints[0] ?? '',
    used: noCost,
  };
}
