import { inPlainEnvironment, refused } from '../../outcome.ts';
import type { Primitive } from '../../primitive.ts';
import { awk } from './awk.ts';
import { cat } from './cat.ts';
import { date } from './date.ts';
import { echo } from './echo.ts';
import { fileCommands } from './file-commands.ts';
import { find } from './find.ts';
import { searchTools } from './grep.ts';
import { lookTools } from './look-tools.ts';
import { plainTools } from './plain-tools.ts';
import { printf } from './printf.ts';
import { sed } from './sed.ts';
import { tee } from './tee.ts';
import { testCommand } from './test-command.ts';
import { textTool, transform } from './tool.ts';
import { xxd } from './xxd.ts';

/** Takes any words and touches nothing. */
const pure =
  (name: string): Primitive =>
  (command) =>
    transform(name, command.words.slice(1), [], command);

const yes: Primitive = (command) => refused('map/never-ends', '`yes` does not end by itself', command.span);

const entries: readonly (readonly [string, Primitive])[] = [
  ['echo', echo],
  ['printf', printf],
  ['cat', cat],
  ['tee', tee],
  ['sed', sed],
  ['awk', awk('awk')],
  ['gawk', awk('gawk')],
  ['mawk', awk('mawk')],
  ['find', find],
  ['date', date],
  ['xxd', xxd],
  ['test', testCommand('test')],
  ['[', testCommand('[')],
  ['true', pure('true')],
  ['false', pure('false')],
  ['expr', pure('expr')],
  ['yes', yes],
  ...fileCommands,
  ...[...plainTools, ...lookTools, ...searchTools].map((spec) => [spec.name, textTool(spec)] as const),
];

/** Text, output and file commands by name. */
export const textTools: ReadonlyMap<string, Primitive> = new Map(
  entries.map(([name, primitive]) => [name, inPlainEnvironment(primitive)]),
);
