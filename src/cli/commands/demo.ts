import { tellStory } from '../demo/story.ts';
import { exitCode } from '../exit-code.ts';
import { type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';

/** With `--json` the story is told on standard error, and the document says whether it held. */
export async function runDemo(options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  const holds = await tellStory((text) => (printer.json ? terminal.err(text) : void terminal.out(text)));
  await printer.show({ holds }, () => (holds ? '\nall of it held' : '\nnot all of it held'));
  return holds ? exitCode.done : exitCode.failed;
}
