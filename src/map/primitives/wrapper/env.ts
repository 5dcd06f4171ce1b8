import { literalOf, type Text } from '../../../ir/text.ts';
import type { CommandWords, Primitive } from '../../primitive.ts';
import { literalPrefix, splitAtFirst } from '../../text-slice.ts';
import { from, inner, openWrapper, unclear, type WrapperOption } from './unwrap.ts';

/** `-S` splits text into words, `-C` changes the folder: not here. */
const options: readonly WrapperOption[] = [
  { names: ['-i', '--ignore-environment'], value: 'none' },
  { names: ['-u', '--unset'], value: 'required' },
  { names: ['-v', '--debug'], value: 'none' },
];

/** `env -i A=b command`: the same as `A=b command` with the variables in front dropped. */
export const env: Primitive = (command, context) => {
  const opened = openWrapper('env', options, command);
  if ('kind' in opened) return opened;
  const { rest } = opened;
  const dash = literalOf(rest.words[0] ?? []) === '-';
  const clear = dash || opened.options.some(({ row }) => row.names.includes('-i'));
  const kept = new Map(clear ? [] : command.env);
  for (const { row, value } of opened.options) {
    if (!row.names.includes('-u')) continue;
    const name = literalOf(value ?? []);
    if (name === undefined) return unclear('`env -u`: the name is not in the text', command);
    kept.delete(name);
  }
  const taken = takeAssignments({ ...from(rest, dash ? 1 : 0), env: kept });
  if (taken === undefined) return unclear('`env`: a name is not in the text', command);
  return inner('env', taken, context);
};

/** Moves `NAME=value` words into the environment; undefined when a word in that place could be one or not. */
export function takeAssignments(command: CommandWords): CommandWords | undefined {
  const found = new Map(command.env);
  let at = 0;
  for (const word of command.words) {
    const parts = splitAtFirst(word, '=');
    if (parts === undefined) break;
    const name = literalOf(parts.before);
    if (name === undefined) return undefined;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) break;
    found.set(name, parts.after);
    at++;
  }
  const first = command.words[at];
  if (first !== undefined && startsOpen(first)) return undefined;
  return { ...from(command, at), env: found };
}

/** `env $VARS command`: a hole there may hold assignments. */
function startsOpen(word: Text): boolean {
  return literalPrefix(word) === '' && word.length > 0;
}
