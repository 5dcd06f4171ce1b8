import { Argument, Command, Option } from 'commander';
import { exitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

export const checkFormats = ['text', 'json', 'sarif'] as const;
export const manifestFormats = ['text', 'json', 'yaml', 'rtfs', 'html'] as const;
export const shells = ['bash', 'zsh', 'fish'] as const;

/** The command line as data; what a command does is loaded only when it is called. */
export function buildProgram(version: string, terminal: Terminal, finish: (code: number) => void): Command {
  const program = new Command('skillc')
    .description('Compiles agent skills and shows what they can touch. Nothing is run.')
    .version(version, '-V, --version', 'print the version')
    .option('--no-color', 'plain text (as NO_COLOR=1)')
    .helpCommand('help [command]', 'help for a command')
    .addHelpText(
      'after',
      `\nExit codes: ${exitCode.done} done, ${exitCode.failed} failed, ${exitCode.usage} wrong usage`,
    );
  const colour = () => program.opts<{ color: boolean }>().color;
  for (const command of [mapCommand(terminal, finish, colour), checkCommand(terminal, finish, colour, version)]) {
    program.addCommand(command);
  }
  program.addCommand(manifestCommand(terminal, finish, colour));
  program.addCommand(completionCommand(program, terminal, finish));
  for (const command of [program, ...program.commands]) settle(command, terminal);
  return program;
}

/** Errors are values of ours, and go where the terminal says. */
function settle(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => void terminal.out(text),
    writeErr: (text) => terminal.err(text),
    outputError: (text, write) => write(text.replace(/^error: /, 'skillc: ')),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  const name = command.parent === null ? 'skillc' : `skillc ${command.name()}`;
  command.showHelpAfterError(`run \`${name} --help\` for what it takes`);
}

function mapCommand(terminal: Terminal, finish: (code: number) => void, colour: () => boolean): Command {
  return new Command('map')
    .summary('what a command would become')
    .description('Shows what a command would become: calls, effects, secrets, tier, approval. Nothing is run.')
    .argument('[command]', 'the whole command line in quotes; `-` reads it from standard input')
    .option('--json', 'one JSON document')
    .option('--batch', 'NUL-separated commands on standard input, one JSON a line on standard output')
    .addHelpText(
      'after',
      `
Examples:
  skillc map 'curl -s https://api.example.com/v1/me -H "Authorization: Bearer $TOKEN" | jq .id'
  skillc map --json 'git clone https://github.com/example/app.git'
  printf '%s\\0' 'cat notes.txt' 'rm -rf build' | skillc map --batch`,
    )
    .action(async (command: string | undefined, options: { json?: true; batch?: true }) => {
      const { runMap } = await import('./commands/map.ts');
      finish(await runMap(command, { ...options, color: colour() }, terminal));
    });
}

function checkCommand(
  terminal: Terminal,
  finish: (code: number) => void,
  colour: () => boolean,
  version: string,
): Command {
  return new Command('check')
    .summary('every finding in skills')
    .description('Compiles skills without registering them and prints every finding. Exit code 1 on errors.')
    .argument('<paths...>', 'skill files, skill directories, or directories that hold many')
    .addOption(new Option('--format <format>', 'how to print').choices(checkFormats).default('text'))
    .option('--json', 'as --format json')
    .option('--strict', 'every deviation from a format’s own rules is an error')
    .addHelpText(
      'after',
      `
Examples:
  skillc check skills/search
  skillc check --strict SKILL.md openapi.yaml
  skillc check --format sarif . > skillc.sarif`,
    )
    .action(async (paths: string[], options: { format: (typeof checkFormats)[number]; json?: true; strict?: true }) => {
      const { runCheck } = await import('./commands/check.ts');
      const format = options.json === true ? 'json' : options.format;
      finish(await runCheck(paths, { format, strict: options.strict === true, color: colour(), version }, terminal));
    });
}

function manifestCommand(terminal: Terminal, finish: (code: number) => void, colour: () => boolean): Command {
  return new Command('manifest')
    .summary('what a reviewer reads and signs')
    .description('Prints the manifest of a skill: what each operation calls, touches and needs.')
    .argument('<path>', 'a skill file or directory')
    .option('--operation <name>', 'one operation only')
    .addOption(new Option('--format <format>', 'how to print').choices(manifestFormats).default('text'))
    .option('--json', 'as --format json')
    .option('-o, --output <file>', 'write to a file')
    .addHelpText(
      'after',
      `
Examples:
  skillc manifest skills/search
  skillc manifest skills/search --format html -o search.html
  skillc manifest openapi.yaml --operation list_users --json`,
    )
    .action(async (path: string, options: ManifestFlags) => {
      const { runManifest } = await import('./commands/manifest.ts');
      const format = options.json === true ? 'json' : options.format;
      finish(await runManifest(path, { ...options, format, color: colour() }, terminal));
    });
}

interface ManifestFlags {
  readonly format: (typeof manifestFormats)[number];
  readonly json?: true;
  readonly operation?: string;
  readonly output?: string;
}

function completionCommand(program: Command, terminal: Terminal, finish: (code: number) => void): Command {
  return new Command('completion')
    .summary('completions for a shell')
    .description('Prints a script that completes commands and options.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  source <(skillc completion bash)
  skillc completion zsh > ~/.zfunc/_skillc
  skillc completion fish > ~/.config/fish/completions/skillc.fish`,
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { completionScript } = await import('./commands/completion.ts');
      await terminal.out(completionScript(shell, program));
      finish(exitCode.done);
    });
}
