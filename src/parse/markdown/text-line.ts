import type { ShellCommand, ShellStatement } from '../../ir/shell-program.ts';
import { commandsOf } from '../../shell/walk.ts';
import { isElided } from './elided-request.ts';

/** One time field of a crontab: `*`, `0`, `1-5`, `*`/`10`, `MON`. */
const cronField = /^(?:\*(?:\/\d+)?|\d[\d,/-]*|(?:[A-Z]{3}(?:[,-][A-Z]{3})*))$/i;

/** What a line starts with that no program is called. */
const notNames: readonly RegExp[] = [
  /** `Authorization:` */
  /^[A-Za-z][\w-]*:$/,
  /** `1.`, `-`, and an option without its command */
  /^\d{1,3}[.)]$/,
  /^[-–—•*]$/,
  /^--?[A-Za-z][\w-]*(?:=|$)/,
  /^https?:\/\//,
  /** JSON, or its end */
  /^[[{]"/,
  /^[\]})]+,?$/,
  /** `/review` for an agent, `@skill` for a chat, a comment of another language */
  /^\/[a-z][a-z0-9-]*$/,
  /^@[a-z][\w-]*$/,
  /^\/\/$/,
  /** `$env:NAME` of PowerShell */
  /^\$env:\w+$/,
];

/**
 * A line between commands that is none: a header or field (`Authorization: Bearer …`), an item of a list, an option by
 * itself, an address, a line of a crontab, JSON, a call of an agent's tool, a sentence, a synopsis, a request without address.
 * No program has such a name; the line is for a person to read, and is listed like the lines that set a machine up.
 */
export function isTextLine(statement: ShellStatement): boolean {
  const { node } = statement;
  const commands = commandsOf([statement]);
  if (node.kind === 'pipeline') return commands.length === node.commands.length && commands.some(endsSynopsis);
  if (isCronProgram(statement)) return true;
  if (node.kind !== 'command' || node.redirects.length > 0 || node.assignments.length > 0) return false;
  if (commands.length !== 1) return false;
  const words = node.words.map(({ text }) => text);
  const [first = ''] = words;
  return (
    notNames.some((form) => form.test(first)) ||
    isCronLine(words) ||
    isToolCall(words) ||
    isSentence(words) ||
    isElided(node)
  );
}

function isCronLine(words: readonly string[]): boolean {
  const [first = '', second] = words;
  if (/^@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)$/.test(first)) return second !== undefined;
  return words.length > 5 && words.slice(0, 5).every((word) => cronField.test(word));
}

/** `0 9 * * * cd /x && run`: the times stand in front of the first command. */
function isCronProgram({ node }: ShellStatement): boolean {
  const first = node.kind === 'and-or' ? node.items[0] : undefined;
  return first?.kind === 'command' && isCronLine(first.words.map(({ text }) => text));
}

/** `process action:log sessionId:x`: how agents write a call of the tool that watches what they started. */
function isToolCall(words: readonly string[]): boolean {
  const [program, verb = '', object = ''] = words;
  if (program !== 'process') return false;
  return /^action:\w+$/.test(verb) || (/^(?:kill|log|poll|write|submit)$/.test(verb) && /^sessionId[:=]/.test(object));
}

/** `Good signs are:`, `Write a test for the parser`: a capital, and words of which one only English has. */
function isSentence(words: readonly string[]): boolean {
  if (words.length < 3 || !/^[A-Z][a-z]+$/.test(words[0] ?? '')) return false;
  if (!words.every((word) => /^[A-Za-z][A-Za-z0-9'’-]*[,.:?!]?$/.test(word))) return false;
  if (words.slice(1, -1).some((word) => word.endsWith(':'))) return true;
  return /[:?.]$/.test(words.at(-1) ?? '') || words.slice(1, -1).some((word) => englishOnly.test(word));
}

const englishOnly = /^(?:a|an|the|to|with|of|and|or|for|your|this|that|is|are)$/;

/** `run [--fast | --slow]`: bash would look for a program `--slow]`, and there is none. */
function endsSynopsis({ words }: ShellCommand): boolean {
  const first = words[0]?.text ?? '';
  return /^-/.test(first) || /^[\w-]+\]$/.test(first);
}
