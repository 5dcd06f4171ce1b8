import type { ShellCommand, ShellStatement, ShellWord } from '../../ir/shell-program.ts';
import { commandsOf, walkStatements } from '../../shell/walk.ts';

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
  if (isInstaller(statement, commands)) return underInstall;
  return (
    commands.some((command) => preparesMachine(command, underInstall)) &&
    commands.every((command) => preparesMachine(command, underInstall) || isHarmless(command))
  );
}

/** `curl … | sh`: remote code. Listed under an install heading, an operation that is refused anywhere else. */
function isInstaller(statement: ShellStatement, commands: readonly ShellCommand[]): boolean {
  const names = commands.map((command) => argv(command)[0]);
  return (
    statement.node.kind === 'pipeline' &&
    /^(?:curl|wget)$/.test(names[0] ?? '') &&
    /^(?:ba|z|da)?sh$/.test(names.at(-1) ?? '')
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
    : /^(?:cd|echo|true|source|\.|export|set|which|pwd|ls)$/.test(program);
}

/** Sub-commands that install, by program. */
const installers: ReadonlyMap<string, RegExp> = new Map([
  ['npm', /^(?:install|i|ci|add|link|update|uninstall|init)$/],
  ['pnpm', /^(?:install|i|add|link|update)$/],
  ['yarn', /^(?:install|add|global|link)$/],
  ['bun', /^(?:install|add|link|i)$/],
  ['pip', /^(?:install|uninstall)$/],
  ['pip3', /^(?:install|uninstall)$/],
  ['pipx', /^(?:install|inject|upgrade|ensurepath)$/],
  ['poetry', /^(?:install|add)$/],
  ['conda', /^(?:install|create|activate)$/],
  ['brew', /^(?:install|tap|upgrade|update|reinstall)$/],
  ['apt', /^(?:install|update|upgrade)$/],
  ['apt-get', /^(?:install|update|upgrade)$/],
  ['yum', /^(?:install|update)$/],
  ['dnf', /^(?:install|update)$/],
  ['apk', /^(?:add|update)$/],
  ['pacman', /^-S/],
  ['snap', /^install$/],
  ['choco', /^install$/],
  ['winget', /^install$/],
  ['scoop', /^install$/],
  ['port', /^install$/],
  ['go', /^(?:install|get)$/],
  ['cargo', /^(?:install|add)$/],
  ['rustup', /./],
  ['gem', /^install$/],
  ['bundle', /^install$/],
  ['composer', /^(?:install|require)$/],
  ['dotnet', /^tool$/],
  ['git', /^clone$/],
  ['chmod', /^(?:\+x|a\+x|u\+x|755|\+rx|-R)$/],
  ['mkdir', /./],
  ['clawhub', /^(?:install|update)$/],
  ['clawdhub', /^(?:install|update)$/],
  ['playwright', /^install(?:-deps)?$/],
]);

/** The same behind two words. */
const longInstallers =
  /^(?:uv (?:pip|sync|add|venv|self|lock)|uv tool install|python3? -m (?:pip|venv|ensurepip)|npx (?:-y )?(?:skills|clawhub|clawdhub|playwright|openskills|add-skill|puppeteer)(?:@\S+)? (?:add|install|update)|npx (?:-y )?skills(?:@\S+)? |openclaw (?:skills?|plugins?) (?:install|add|enable|update)|clawdbot (?:skills?|plugins?) (?:install|add|enable)|claude (?:plugin|mcp) (?:install|add|marketplace)|gh extension install|corepack enable|go mod (?:download|tidy))/;

function preparesMachine(command: ShellCommand, underInstall: boolean): boolean {
  const [program, subcommand] = argv(command);
  if (program === undefined) return false;
  const line = argv(command)
    .map((word) => word ?? '…')
    .join(' ');
  if (installers.get(program)?.test(subcommand ?? '') === true) return true;
  if (longInstallers.test(`${line} `)) return true;
  if (writesProfile(command)) return true;
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
