import { initPolicy } from '../../host/index.ts';
import { visible } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';

export async function runInit(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  const { kind, path } = initPolicy(process.cwd());
  const said =
    kind === 'written'
      ? `wrote ${visible(path)}: edit its rules, then \`skillc doctor\` says whether they are read`
      : `${visible(path)} is there already; nothing was changed`;
  await printer.show({ path, written: kind === 'written' }, () => said);
  return exitCode.done;
}
