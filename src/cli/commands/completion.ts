import type { Command } from 'commander';

interface Completion {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
}

/** A completion script made from the commands themselves, so that it cannot fall behind. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
  const commands = program.commands.map(
    (command): Completion => ({
      name: command.name(),
      summary: command.summary(),
      words: [...new Set(wordsOf(command)), '--no-color', '--help'],
    }),
  );
  switch (shell) {
    case 'bash':
      return bash(commands);
    case 'zsh':
      return zsh(commands);
    case 'fish':
      return fish(commands);
  }
}

/** Of a command with others below it: their names, and what any of them takes. */
function wordsOf(command: Command): readonly string[] {
  const below = command.commands.flatMap((one) => [one.name(), ...wordsOf(one)]);
  return [...choicesOf(command), ...below, ...command.options.flatMap(({ long }) => long ?? [])];
}

function choicesOf(command: Command): readonly string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
}

function bash(commands: readonly Completion[]): string {
  const cases = commands.map(({ name, words }) => `    ${name}) words="${words.join(' ')}" ;;`);
  return `_skillc() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} --help --version --no-color"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _skillc skillc
`;
}

function zsh(commands: readonly Completion[]): string {
  const names = commands.map(({ name, summary }) => `'${name}:${summary.replaceAll("'", '')}'`);
  const cases = commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')}; _files ;;`);
  return `#compdef skillc
_skillc() {
  local -a commands
  commands=(${names.join(' ')})
  if (( CURRENT == 2 )); then _describe 'command' commands; return; fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
}
compdef _skillc skillc
`;
}

function fish(commands: readonly Completion[]): string {
  const lines = commands.flatMap(({ name, summary, words }) => [
    `complete -c skillc -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", '')}'`,
    ...words.map((word) => `complete -c skillc -n '__fish_seen_subcommand_from ${name}' ${fishWord(word)}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function fishWord(word: string): string {
  return word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
}
