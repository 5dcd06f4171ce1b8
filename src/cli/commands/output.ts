import { writeFileSync } from 'node:fs';
import { visibleLines } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withHost } from '../with-host.ts';

export interface OutputOptions extends PrintOptions {
  readonly output?: string;
}

export async function runOutput(digest: string, options: OutputOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const bytes = host.snapshots.get(digest);
    if (bytes === undefined)
      return printer.fail({ code: 'output/unknown', message: `nothing is kept as \`${digest}\`` });
    if (options.output !== undefined) return written(bytes, options.output);
    const text = textOf(bytes);
    if (text === undefined)
      return printer.fail({
        code: 'output/binary',
        message: 'it is no text',
        remedy: 'write it to a file with -o FILE',
      });
    await printer.show({ digest, bytes: bytes.length, text }, () => shown(text.replace(/\n$/, '')));
    return exitCode.done;
  });

  async function written(bytes: Uint8Array, file: string): Promise<number> {
    try {
      // Never over a file that is there: its content may be all that is left of something.
      writeFileSync(file, bytes, { flag: 'wx' });
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'it failed';
      return printer.fail({ code: 'output/not-written', message: `\`${file}\`: ${reason}` });
    }
    await printer.show({ digest, bytes: bytes.length, file }, () => `${file} (${bytes.length} bytes)`);
    return exitCode.done;
  }

  function shown(text: string): string {
    return terminal.outIsTerminal ? visibleLines(text) : text;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
