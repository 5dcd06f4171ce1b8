import { printf as format } from '../../io/printf.ts';
import { failed, printedBytes, type ShellTool } from './tool.ts';

/** bash's own, into a variable too. `%q` is the interpreter's. */
export const printf: ShellTool = async (words, context, { control }) => {
  const rest = words[0] === '--' ? words.slice(1) : words;
  const name = rest[0] === '-v' ? rest[1] : undefined;
  const [text, ...args] = name === undefined ? rest : rest[2] === '--' ? rest.slice(3) : rest.slice(2);
  if (text === undefined) return failed('printf: usage: printf [-v var] format [arguments]', 2);
  const made = format(text, args);
  if (made.kind === 'unsupported') {
    if (made.directive === '%q' && context.origCommand !== undefined) return context.origCommand([...words]);
    return control.refuse('text/unsupported', `\`printf\`: \`${made.directive}\` is not run here`);
  }
  const stderr = made.complaints.map((line) => `${line}\n`).join('');
  const exitCode = made.complaints.length > 0 ? 1 : 0;
  if (name === undefined) return printedBytes(Buffer.from(made.bytes).toString('latin1'), exitCode, stderr);
  const [, variable, subscript] = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[(.*)\])?$/s.exec(name) ?? [];
  if (variable === undefined) return failed(`printf: \`${name}': not a valid identifier`, 2);
  await context.assignShellVariable?.(variable, Buffer.from(made.bytes).toString('utf8'), subscript);
  return printedBytes('', exitCode, stderr);
};
