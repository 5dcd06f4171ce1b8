import {
  type CompileSettings,
  colours,
  jsonText,
  type MapAnswer,
  mapCommand,
  mapText,
  noColours,
  refusedAnswer,
} from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { type NulItem, nulSeparated } from '../nul-separated.ts';
import { ownTools } from '../own-tools.ts';
import { type Terminal, wantsColour } from '../terminal.ts';

export interface MapOptions {
  readonly json?: true;
  readonly batch?: true;
  readonly color: boolean;
}

/** A longer command line is refused before it is read further. */
const longestCommand = 1024 * 1024;

export async function runMap(
  command: string | undefined,
  options: MapOptions,
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  if (options.batch === true) {
    if (command !== undefined) return misuse('--batch takes no command');
    if (options.json === true) return misuse('--json is one document, and --batch prints one a line: leave one out');
    return runBatch(terminal, ownTools(terminal));
  }
  if (command === undefined) return misuse("name a command: skillc map 'curl https://…'");
  const text = command === '-' ? await readCommand(terminal) : command;
  if (text === undefined) return misuse('standard input is not one command in UTF-8 of at most 1 MB');
  const answer = mapCommand(text, ownTools(terminal));
  const paint = wantsColour(terminal, terminal.outIsTerminal, options.color) ? colours : noColours;
  await terminal.out(`${options.json === true ? jsonText(answer) : mapText(answer, paint)}\n`);
  return exitCode.done;
}

async function readCommand(terminal: Terminal): Promise<string | undefined> {
  const items: NulItem[] = [];
  for await (const item of nulSeparated(terminal.stdin, longestCommand)) items.push(item);
  const [only, second] = items;
  return only?.kind === 'text' && second === undefined ? only.text.replace(/\r?\n$/, '') : undefined;
}

/** One line out for each command in, in order, whatever becomes of it. */
async function runBatch(terminal: Terminal, settings: CompileSettings): Promise<number> {
  let code: number = exitCode.done;
  for await (const item of nulSeparated(terminal.stdin, longestCommand)) {
    const answer = answerItem(item, settings);
    if (answer.diagnostics.some((diagnostic) => diagnostic.code === 'skillc/internal')) code = exitCode.failed;
    await terminal.out(`${jsonText(answer, 0)}\n`);
  }
  return code;
}

function answerItem(item: NulItem, settings: CompileSettings): MapAnswer {
  switch (item.kind) {
    case 'text':
      return mapSafely(item.text, settings);
    case 'not-utf8':
      return refusedAnswer(item.start, {
        code: 'parse/encoding',
        severity: 'error',
        message: 'the command is not UTF-8',
      });
    case 'too-long':
      return refusedAnswer(item.start, {
        code: 'limit/size',
        severity: 'error',
        message: 'the command has more than 1 MB',
      });
  }
}

/** A fault of ours in one command must not take the others with it. */
function mapSafely(text: string, settings: CompileSettings): MapAnswer {
  try {
    return mapCommand(text, settings);
  } catch (error) {
    const message = `skillc failed on this command: ${error instanceof Error ? error.message : 'unknown error'}`;
    return refusedAnswer(text, { code: 'skillc/internal', severity: 'error', message });
  }
}
