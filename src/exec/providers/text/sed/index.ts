import { type OptionTable, readOptions, unsupported } from '../options.ts';
import { refusedPattern } from '../own/refused-pattern.ts';
import type { OwnTool } from '../own/tool.ts';
import { bytesOf, textOf } from '../own/utf8.ts';
import { parseScript } from './parse.ts';
import { SedRun } from './run.ts';

const table: OptionTable = {
  flags: 'nEr',
  values: 'e',
  long: { quiet: 'n', silent: 'n', 'regexp-extended': 'E', expression: 'e' },
};

/** sed, as GNU's answers. There is no command here that reaches a file or a program. */
export const sed: OwnTool = (input) => {
  const read = readOptions(table, input.args);
  if (read.kind === 'unsupported') return read;
  const given = read.values.get('e');
  const scripts = given ?? read.operands.slice(0, 1);
  const names = given === undefined ? read.operands.slice(1) : read.operands;
  if (scripts.length === 0) return unsupported('no script');
  try {
    const commands = parseScript(scripts.map(textOf).join('\n'), read.flags.has('E') || read.flags.has('r'));
    const complaints: string[] = [];
    let text = '';
    for (const name of names.length === 0 ? ['-'] : names) {
      const bytes = name === '-' ? input.stdin : input.file(name);
      if (bytes === undefined) complaints.push(`sed: can't read ${name}: No such file or directory\n`);
      else text = joined(text, textOf(bytes));
    }
    // Which of them add the end that the last line lacks is a matter of its own.
    if (text !== '' && !text.endsWith('\n') && commands.some(({ action }) => 'PDGgxq'.includes(action.kind))) {
      return unsupported('input without a line end in this script');
    }
    const { stdout, exitCode } = new SedRun(commands, read.flags.has('n'), text).run();
    const failed = complaints.length > 0 && exitCode === 0;
    return { kind: 'ran', stdout: bytesOf(stdout), stderr: complaints.join(''), exitCode: failed ? 2 : exitCode };
  } catch (error) {
    return unsupported(refusedPattern(error));
  }
};

/** Files are one text; the end that a last line lacks is added before the next. */
function joined(before: string, text: string): string {
  return before === '' || before.endsWith('\n') || text === '' ? before + text : `${before}\n${text}`;
}
