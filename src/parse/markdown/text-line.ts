import type { ShellCommand, ShellCompound, ShellNode, ShellRedirect, ShellStatement } from '../../ir/shell-program.ts';
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
  /** JSON, a member of it, or its end; `{"rm","x"}` is none: bash makes two words of it */
  /^\["[^"\\$`]*(?:"(?:,|\],?$|$)|$)/,
  /^\{?"[^"\\$`/]*":/,
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
  /^[\w@-][\w.@-]*\.(?:toml|ya?ml|json|md|txt|csv|ini|rs)$/,
];

/**
 * A line between commands that is none: a header or field (`Authorization: Bearer …`), an item of a list, an option by
 * itself, an address, a line of a crontab, JSON, a call of an agent's tool, a sentence, a synopsis, a request without address,
 * a line of another language, a stand-in for a whole command.
 * No program has such a name; the line is for a person to read, and is listed like the lines that set a machine up.
 * `isDefined` tells the functions that the text gives such a name nevertheless.
 */
export function isTextLine(statement: ShellStatement, isDefined: (name: string) => boolean): boolean {
  const { node } = statement;
  const commands = commandsOf([statement]);
  if (commands.some(({ words }) => isDefined(words[0]?.text ?? ''))) return false;
  if (node.kind === 'compound') return isJsonObject(node, isDefined);
  if (isCronProgram(statement, commands)) return true;
  const plain = node.kind === 'pipeline' ? node.commands : [node];
  // `$( )` in it would run, whatever the line itself is.
  if (commands.length !== plain.length) return false;
  if (node.kind === 'pipeline') return isSynopsisOfMany(commands) || isElidedFirst(commands);
  if (node.kind !== 'command' || node.assignments.length > 0) return false;
  if (isElided(node)) return leavesNothing(node.redirects);
  if (node.redirects.length > 0) return false;
  if (isStandIn(node)) return true;
  const words = node.words.map(({ text }) => text);
  const [first = ''] = words;
  if (notNames.some((form) => form.test(first)) || isToolCall(words) || isSentence(words) || isSynopsis(node))
    return true;
  if (knownCommands.has(first)) return false;
  return (words.length === 1 && notAlone.some((form) => form.test(first))) || isOtherLanguage(words) || isProse(words);
}

/** `{`, members, `}`: bash reads a group of commands, of which none is one. */
function isJsonObject({ form, redirects, blocks }: ShellCompound, isDefined: (name: string) => boolean): boolean {
  const inside = blocks.flat();
  return (
    form === 'group' &&
    redirects.length === 0 &&
    inside.length > 0 &&
    inside.every((one) => isTextLine(one, isDefined)) &&
    inside.every(({ node }) => node.kind !== 'command' || jsonPart.test(node.words[0]?.text ?? ''))
  );
}

const jsonPart = /^(?:"[^"]*":|[[\]{}]|-?\d)/;

/** Without the address of its request nothing behind it gets anything to read. */
function isElidedFirst([first, ...behind]: readonly ShellCommand[]): boolean {
  if (first === undefined || !isElided(first) || !leavesNothing(first.redirects)) return false;
  return behind.every(({ words, redirects }) => {
    const [program = '', ...rest] = words.map(({ text }) => text);
    if (!leavesNothing(redirects)) return false;
    return (
      onlyPrints.test(program) || (/^(?:sort|uniq)$/.test(program) && rest.every((word) => /^-[a-np-z]+$/.test(word)))
    );
  });
}

const onlyPrints = /^(?:jq|e?grep|head|tail|wc|cut|tr)$/;

/** `2>&1`, `> /dev/null`: bash opens every other place before it finds that there is no program. */
function leavesNothing(redirects: readonly ShellRedirect[]): boolean {
  return redirects.every(({ operator, target }) => {
    const place = target?.text ?? '';
    return operator === '>&' ? /^\d$/.test(place) : /^&?>>?$/.test(operator) && place === '/dev/null';
  });
}

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

/**
 * `0 9 * * * cd /x && run`: the times stand in front of the first command. There is no program `0`, but what stands behind
 * `||` would run nevertheless, and so would a substitution.
 */
function isCronProgram({ node }: ShellStatement, commands: readonly ShellCommand[]): boolean {
  if (node.kind === 'and-or' && node.operators.includes('||')) return false;
  const [first, ...others] = node.kind === 'and-or' ? node.items : [node];
  if (first?.kind !== 'command' || !isCronLine(first.words.map(({ text }) => text))) return false;
  const behind = new Set(commandsIn(others));
  return (
    commands.every((one) => one === first || behind.has(one) || isNameOfPlace(one)) && onlyAppends(first.redirects)
  );
}

function commandsIn(nodes: readonly ShellNode[]): readonly ShellCommand[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'command') return [node];
    return node.kind === 'pipeline' ? commandsIn(node.commands) : [];
  });
}

/** `$(whoami)`, `$(pwd)`. */
function isNameOfPlace({ words, redirects }: ShellCommand): boolean {
  return words.length === 1 && redirects.length === 0 && /^(?:whoami|pwd|hostname|date)$/.test(words[0]?.text ?? '');
}

function onlyAppends(redirects: readonly ShellRedirect[]): boolean {
  return leavesNothing(redirects.filter(({ operator }) => !/^&?>>$/.test(operator)));
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
  if (words.length < 3 || !words.every((word) => plainWord.test(word))) return false;
  const ends = words.slice(1, -1).some((word, at) => /^[a-z]+\.$/.test(word) && /^[A-Z]/.test(words[at + 2] ?? ''));
  const isEnglish = words.slice(1).some((word) => englishOnly.test(word));
  if (ends && isEnglish && /[a-z][.!]$/.test(words.at(-1) ?? '')) return true;
  const takes = /^(?:takes|supports|accepts|has|offers|knows)$/.test(words[1] ?? '');
  if (takes && words.filter((word) => /^--?[a-z][\w-]*,$/.test(word)).length > 1) return true;
  return (
    words.every((word) => /^[A-Z][A-Za-z]*$/.test(word)) &&
    /^(?:Requests?|Responses?|Outputs?|Results?|Examples?)$/.test(words.at(-1) ?? '')
  );
}

/** No path, no address and no file: with one of them a program that has such a name would do something. */
const plainWord = /^(?:-{0,2}[A-Za-z][A-Za-z0-9'’-]*[,.:;!]?|\d+[,.]?)$/;

/** `tool <service> <method> [flags]`: where the first thing to choose is the sub-command, and words may be left out. */
function isSynopsis({ words }: ShellCommand): boolean {
  const [chosen] = words[1]?.parts ?? [];
  if (words[1]?.parts.length !== 1 || chosen?.kind !== 'placeholder' || runsOthers.test(words[0]?.text ?? ''))
    return false;
  return (
    /^<(?:sub-?)?(?:command|service|action|verb|method)>$/i.test(chosen.written) &&
    words.some(({ text }) => /^\[[a-z][a-z-]*\]$/.test(text))
  );
}

/** To bash `<command>` is a file to read from: these would run what it holds. */
const runsOthers = /^(?:(?:ba|z|da|k|c|tc|fi)?sh|python3?|node|perl|ruby|sudo|env|exec|eval|xargs|ssh)$/;

/**
 * `run [--fast | --slow]`: bash would look for a program `--slow]`, and there is none. It would start the first one, with
 * the words in front of the bracket: those must be none that say what to do with which thing.
 */
function isSynopsisOfMany([first, ...others]: readonly ShellCommand[]): boolean {
  const words = first?.words.map(({ text }) => text) ?? [];
  const opens = words.findIndex((word) => /^\[[^\]]*$/.test(word));
  if (opens < 1 || knownCommands.has(words[0] ?? '') || first === undefined || first.redirects.length > 0) return false;
  const inFront = words.slice(0, opens).every((word) => /^(?:[A-Za-z][\w-]*|<[\w -]+>|\[[^\]]*\])$/.test(word));
  return inFront && others.every((one) => one.redirects.length === 0 && isChoice(one.words[0]?.text ?? ''));
}

function isChoice(word: string): boolean {
  return /^-/.test(word) || /^[\w-]+\]$/.test(word);
}
