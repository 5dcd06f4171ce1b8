import { suggestTools } from '../../host/index.ts';
import { visible } from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withHost } from '../with-host.ts';

export async function runSuggest(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const tools = await suggestTools(host);
    await printer.show({ tools }, () =>
      tools.length === 0
        ? 'no unknown program was asked for'
        : tools
            .map(({ program, asked, operations, path }) => {
              const [first] = operations;
              const target = visible(first ?? `'${program} …'`);
              const learn = path === null ? 'not on this machine' : `skillc learn ${target}`;
              return `${String(asked).padStart(5)}  ${printer.paint.bold(visible(program))}  ${printer.paint.dim(learn)}`;
            })
            .join('\n'),
    );
    return exitCode.done;
  });
}
