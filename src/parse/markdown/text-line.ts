import type { ShellCommand, ShellCompound, ShellNode, ShellStatement } from '../../ir/shell-program.ts';
import { commandsOf } from '../../shell/walk.ts';
import { isElided } from './elided-request.ts';
import { knownCommands } from './known-commands.ts';
import { isOtherLanguage } from './other-language.ts';

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
  /** JSON, a member of it, or its end */
  /^[[{]"/,
  /^"[^"\\$`]*":/,
  /^[\]})]+,?$/,
  /** `CVE-2024-12345`, a line of a list of what a scanner leaves out */
  /^(?:CVE-\d{4}-\d{4,}|GHSA(?:-[\da-z]{4}){3})$/,
  /** `/review` for an agent, `@skill` for a chat, a comment of another language */
  /^\/[a-z][a-z0-9-]*$/,
  /^@[a-z][\w-]*$/,
  /^\/\/$/,
  /** `$env:NAME` of PowerShell */
  /^\$env:\w+$/,
];

/** What stands alone on its line and is no program: a bracket or number of JSON, `[Unit]`, `[[table]]`, a file of data. */
const notAlone: readonly RegExp[] = [
  /^[[{]$/,
  /^-?\d+(?:\.\d+)?,?$/,
  /^\[{1,2}[A-Za-z][\w.:-]+\]{1,2}$/,
  /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*\.(?:toml|ya?ml|json|md|txt|csv|ini|rs)$/,
];

/**
 * A line between commands that is none: a header or field (`Authorization: Bearer …`), an item of a list, an option by
 * itself, an address, a line of a crontab, JSON, a call of an agent's tool, a sentence, a synopsis, a request without address,
 * a line of another language, a stand-in for a whole command.
 * No program has such a name; the line is for a person to read, and is listed like the lines that set a machine up.
 * `defined` are the functions that the text gives such a name nevertheless.
 */
export function isTextLine(statement: ShellStatement, defined: ReadonlySet<string>): boolean {
  const { node } = statement;
  const commands = commandsOf([statement]);
  if (commands.some(({ words }) => defined.has(words[0]?.text ?? ''))) return false;
  if (node.kind === 'compound') return isJsonObject(node, defined);
  if (node.kind === 'pipeline')
    return commands.length === node.commands.length && (commands.some(endsSynopsis) || isElidedFirst(node));
  if (isCronProgram(statement)) return true;
  if (node.kind !== 'command' || node.assignments.length > 0) return false;
  if (isElided(node)) return true;
  if (node.redirects.length > 0 || commands.length !== 1) return false;
  if (isStandIn(node)) return true;
  const words = node.words.map(({ text }) => text);
  const [first = ''] = words;
  if (notNames.some((form) => form.test(first)) || isToolCall(words) || isSentence(words) || isSynopsis(node))
    return true;
  if (knownCommands.has(first)) return false;
  return (words.length === 1 && notAlone.some((form) => form.test(first))) || isOtherLanguage(words) || isProse(words);
}

/** `{`, members, `}`: bash reads a group of commands, of which none is one. */
function isJsonObject({ form, redirects, blocks }: ShellCompound, defined: ReadonlySet<string>): boolean {
  const inside = blocks.flat();
  return (
    form === 'group' &&
    redirects.length === 0 &&
    inside.length > 0 &&
    inside.every((one) => isTextLine(one, defined)) &&
    inside.every(({ node }) => node.kind !== 'command' || jsonPart.test(node.words[0]?.text ?? ''))
  );
}

const jsonPart = /^(?:"[^"]*":|[[\]{}]|-?\d)/;

/** Without the address of its request nothing behind it gets anything to read. */
function isElidedFirst({ commands }: { readonly commands: readonly ShellNode[] }): boolean {
  const [first, ...behind] = commands;
  if (first?.kind !== 'command' || !isElided(first)) return false;
  return behind.every((node) => node.kind === 'command' && onlyReads.test(node.words[0]?.text ?? ''));
}

const onlyReads = /^(?:jq|e?grep|rg|head|tail|wc|sort|uniq|cut|tr)$/;

/** `<test command>`: a stand-in for all there is to say. */
function isStandIn({ words }: ShellCommand): boolean {
  const [word] = words;
  return words.length === 1 && word?.parts.length === 1 && word.parts[0]?.kind === 'placeholder';
}

function isCronLine(words: readonly string[]): boolean {
  const [first = '', second] = words;
  if (/^@(?:reboot|hourly|daily|weekly|monthly|yearly|annually|midnight)$/.test(first)) return second !== undefined;
  return words.length > 5 && words.slice(0, 5).every((word) => cronField.test(word));
}

/** `0 9 * * * cd /x && run`: the times stand in front of the first command. */
function isCronProgram({ node }: ShellStatement): boolean {
  const first = node.kind === 'and-or' ? node.items[0] : node;
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

/** `The list is long. See the help for more.`, `it takes --fast, --slow, --both`, `Example JSON Response`. */
function isProse(words: readonly string[]): boolean {
  if (words.length < 3 || words.some((word) => /["'$`*?]/.test(word))) return false;
  const ends = words.slice(1, -1).some((word, at) => /^[a-z]+\.$/.test(word) && /^[A-Z]/.test(words[at + 2] ?? ''));
  if (ends && /[a-z][.!]$/.test(words.at(-1) ?? '')) return true;
  if (words.filter((word) => /^--?[a-z][\w-]*,$/.test(word)).length > 1) return true;
  return (
    words.every((word) => /^[A-Z][A-Za-z]*$/.test(word)) &&
    /^(?:Requests?|Responses?|Outputs?|Results?|Examples?)$/.test(words.at(-1) ?? '')
  );
}

/** `tool <service> <method> [flags]`: where the first thing to choose is the sub-command, and words may be left out. */
function isSynopsis({ words }: ShellCommand): boolean {
  const [chosen] = words[1]?.parts ?? [];
  if (words[1]?.parts.length !== 1 || chosen?.kind !== 'placeholder') return false;
  return (
    /^<(?:sub-?)?(?:command|service|action|verb|method)>$/i.test(chosen.written) &&
    words.some(({ text }) => /^\[[a-z][a-z-]*\]$/.test(text))
  );
}

/** `run [--fast | --slow]`: bash would look for a program `--slow]`, and there is none. */
function endsSynopsis({ words }: ShellCommand): boolean {
  const first = words[0]?.text ?? '';
  return /^-/.test(first) || /^[\w-]+\]$/.test(first);
}
