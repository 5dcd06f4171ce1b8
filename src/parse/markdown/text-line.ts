import type { ShellStatement } from '../../ir/shell-program.ts';
import { commandsOf } from '../../shell/walk.ts';

/** One time field of a crontab: `*`, `0`, `1-5`, `*`/`10`, `MON`. */
const cronField = /^(?:\*(?:\/\d+)?|\d[\d,/-]*|(?:[A-Z]{3}(?:[,-][A-Z]{3})*))$/i;

/** What a line starts with that no program is called. */
const notNames: readonly RegExp[] = [
  /** `Authorization:` */
  /^[A-Za-z][\w-]*:$/,
  /** `1.`, and an option without its command */
  /^\d{1,3}[.)]$/,
  /^--?[A-Za-z][\w-]*(?:=|$)/,
  /^https?:\/\//,
  /** JSON, or its end */
  /^[[{]"/,
  /^[\]})]+,?$/,
];

/**
 * A line between commands that is none: a header or field (`Authorization: Bearer …`), an item of a list, an
 * option by itself, an address, a line of a crontab, JSON.
 * No program has such a name; the line is for a person to read, and is listed like the lines that set a machine up.
 */
export function isTextLine(statement: ShellStatement): boolean {
  const { node } = statement;
  if (node.kind !== 'command' || node.redirects.length > 0 || node.assignments.length > 0) return false;
  if (commandsOf([statement]).length !== 1) return false;
  const words = node.words.map(({ text }) => text);
  const [first = ''] = words;
  return notNames.some((form) => form.test(first)) || isCronLine(words);
}

function isCronLine(words: readonly string[]): boolean {
  const [first = '', second] = words;
  if (/^@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)$/.test(first)) return second !== undefined;
  return words.length > 5 && words.slice(0, 5).every((word) => cronField.test(word));
}
