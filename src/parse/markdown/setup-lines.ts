import type { ShellCommand, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import { commandsOf, walkStatements } from '../../shell/walk.ts';
import { isInstall } from './install-commands.ts';
import { isPersonStep } from './person-steps.ts';

/** Headings under which commands prepare a machine. */
export function isInstallTitle(title: string): boolean {
  return /\b(?:install(?:ation|ing|s)?|set[ -]?up|prerequisites?|requirements?|dependenc(?:y|ies)|getting started|bootstrap|updat(?:e|ing)|upgrad(?:e|ing)|uninstall)\b|安装|依赖/i.test(
    title.slice(0, 200),
  );
}

/** Whether every command of a statement prepares the machine, so that the line is listed and never run. */
export function isSetup(statement: ShellStatement, underInstall: boolean): boolean {
  const commands = commandsOf([statement]);
  if (commands.length === 0) return false;
  if (isInstaller(statement, commands)) return underInstall || saysInstall(statement.comment);
  return (
    commands.some((command) => preparesMachine(command, underInstall)) &&
    commands.every((command) => preparesMachine(command, underInstall) || isHarmless(command))
  );
}

/**
 * `curl … | sh`, `bash <(curl …)`, `sh -c "$(curl …)"`: remote code. Listed under an install heading or a comment that says
 * so, an operation that is refused anywhere else.
 */
function isInstaller({ node }: ShellStatement, commands: readonly ShellCommand[]): boolean {
  const names = commands.map((command) => argv(command)[0]);
  if (node.kind === 'pipeline') return fetcher.test(names[0] ?? '') && shell.test(names.at(-1) ?? '');
  if (node.kind !== 'command' || commands.length !== 2) return false;
  return shell.test(names[0] ?? '') && fetcher.test(names[1] ?? '');
}

const fetcher = /^(?:curl|wget)$/;
const shell = /^(?:ba|z|da)?sh$/;

/** `# Install (macOS)`, `# 2. Or install by cargo`: the comment directly above. */
function saysInstall(comment: string | undefined): boolean {
  return /^(?:\d{1,2}[.)] *|step \d+:? *|or,? *|fresh *|quick *|first,? *)*(?:re)?install\b/i.test(
    comment?.slice(0, 200) ?? '',
  );
}

/** The literal words, behind `sudo` and its options; a word with holes is `undefined`. */
function argv(command: ShellCommand): readonly (string | undefined)[] {
  const words = command.words.map(literalWord);
  if (words[0] !== 'sudo') return words;
  const first = words.findIndex((word, index) => index > 0 && word?.startsWith('-') !== true);
  return first === -1 ? [] : words.slice(first);
}

export function literalWord(word: ShellWord): string | undefined {
  let out = '';
  for (const part of word.parts) {
    if (part.kind !== 'literal') return undefined;
    out += part.value;
  }
  return out;
}

function isHarmless(command: ShellCommand): boolean {
  const [program] = argv(command);
  return program === undefined
    ? command.words.length === 0
    : /^(?:cd|echo|true|source|\.|export|set|which|pwd|ls|\[|test|:)$/.test(program);
}

function preparesMachine(command: ShellCommand, underInstall: boolean): boolean {
  const words = argv(command);
  const [program] = words;
  if (program === undefined) return false;
  if (isInstall(words) || isPersonStep(words, underInstall) || writesProfile(command)) return true;
  const line = words.map((word) => word ?? '…').join(' ');
  return underInstall && (isVersionCheck(line) || isFileWork(program) || fetchesSkill(command, program));
}

function isVersionCheck(line: string): boolean {
  return /^(?:which|type|command -v|where) \S+$|^\S+ (?:--version|-v|-V|version)$/.test(line);
}

function isFileWork(program: string): boolean {
  return /^(?:cp|mv|ln|touch|chmod|unzip|tar|rm)$/.test(program);
}

/** `curl … > ~/.x/skills/y/SKILL.md`: the skill's own installation. */
function fetchesSkill(command: ShellCommand, program: string): boolean {
  if (program !== 'curl' && program !== 'wget') return false;
  const output = command.words.findIndex((word) => /^(?:-o|--output|-O)$/.test(word.text));
  const targets = [...command.redirects.map(({ target }) => target), command.words[output + 1]];
  return targets.some(
    (word) => /(?:\/skills?\/|SKILL\.md|\/bin\/)/i.test(word?.text ?? '') && !/^https?:/.test(word?.text ?? ''),
  );
}

/** `echo 'export …' >> ~/.bashrc`. */
function writesProfile(command: ShellCommand): boolean {
  return command.redirects.some(({ target }) =>
    /\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b/.test(target?.text ?? ''),
  );
}

/** Text that any command of these statements mentions as a word or inside one. */
export function mentionsOf(statements: readonly ShellStatement[]): readonly string[] {
  const texts: string[] = [];
  const add = (word: ShellWord | undefined): void => {
    if (word !== undefined) texts.push(literalWord(word) ?? word.text);
  };
  walkStatements(statements, {
    command: (command) => command.words.forEach(add),
    redirect: ({ target, body }) => {
      add(target);
      add(body);
    },
  });
  return texts;
}
