import { Argument, Command, Option } from 'commander';
import { approvalCommands } from './definitions/approvals.ts';
import { budgetCommand } from './definitions/budget.ts';
import type { Edge } from './definitions/edge.ts';
import { executeCommand } from './definitions/execute.ts';
import { installCommand } from './definitions/install.ts';
import { jailCommand } from './definitions/jail.ts';
import { learnCommands } from './definitions/learn.ts';
import { loadCommand } from './definitions/load.ts';
import { logCommand } from './definitions/log.ts';
import { mcpCommand } from './definitions/mcp.ts';
import { misuse } from './definitions/misuse.ts';
import { outputCommand } from './definitions/output.ts';
import { reviewCommand } from './definitions/review.ts';
import { secretCommand } from './definitions/secret.ts';
import { serveCommands } from './definitions/serve.ts';
import { settingCommand } from './definitions/setting.ts';
import { setupCommands } from './definitions/setup.ts';
import { skillCommands } from './definitions/skills.ts';
import { whyCommand } from './definitions/why.ts';
import { exitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

export const checkFormats = ['text', 'json', 'sarif'] as const;
export const manifestFormats = ['text', 'json', 'yaml', 'rtfs', 'html'] as const;
export const shells = ['bash', 'zsh', 'fish'] as const;

/** The command line as data; what a command does is loaded only when it is called. */
export function buildProgram(version: string, terminal: Terminal, finish: (code: number) => void): Command {
  const program = new Command('skillc')
    .description(
      'Compiles agent skills, shows what they can touch, and runs them: only what was approved, within budgets, on record.',
    )
    .version(version, '-V, --version', 'print the version')
    .option('--no-color', 'plain text (as NO_COLOR=1)')
    .helpCommand('help [command]', 'help for a command')
    .addHelpText(
      'after',
      `\nExit codes: ${exitCode.done} done, ${exitCode.failed} failed, ${exitCode.usage} wrong usage, ${exitCode.denied} denied, ${exitCode.waiting} waiting for approval, ${exitCode.overBudget} over budget`,
    );
  const colour = () => program.opts<{ color: boolean }>().color;
  const edge: Edge = { terminal, finish, colour };
  const commands = [
    mapCommand(terminal, finish, colour),
    checkCommand(terminal, finish, colour, version),
    manifestCommand(terminal, finish, colour),
    reviewCommand(edge),
    loadCommand(edge),
    installCommand(edge),
    executeCommand(edge),
    outputCommand(edge),
    ...learnCommands(edge),
    ...approvalCommands(edge),
    secretCommand(edge),
    settingCommand(edge),
    budgetCommand(edge),
    ...skillCommands(edge),
    logCommand(edge),
    whyCommand(edge),
    mcpCommand(edge),
    jailCommand(edge),
    ...serveCommands(edge),
    ...setupCommands(edge),
    completionCommand(program, terminal, finish),
  ];
  for (const command of commands) program.addCommand(command);
  for (const command of withSubcommands(program)) {
    settle(command, terminal);
    refuseRepeats(command);
  }
  return program;
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
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
  command.showHelpAfterError(`run \`${pathOf(command)} --help\` for what it takes`);
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** Of two values for one option, none is taken in silence. */
function refuseRepeats(command: Command): void {
  for (const { required, parseArg, argChoices, long } of command.options) {
    // One that collects its values takes them all; a choice only looks as if it did.
    const collects = parseArg !== undefined && argChoices === undefined;
    if (!required || collects || long === undefined) continue;
    let given = 0;
    command.on(`option:${long.slice(2)}`, () => {
      given++;
      if (given > 1) misuse(command, `${long} is given twice`);
    });
  }
}

/** `--json` is `--format json`; together with another format one of the two would be dropped. */
function formatOf<Format extends string>(
  command: Command,
  options: { readonly format: Format; readonly json?: true },
): Format | 'json' {
  if (options.json !== true) return options.format;
  const chosen = command.getOptionValueSource('format') === 'cli' && options.format !== 'json';
  return chosen ? misuse(command, `--json and --format ${options.format} contradict each other`) : 'json';
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
    .action(async (line: string | undefined, options: { json?: true; batch?: true }, command: Command) => {
      const { runMap } = await import('./commands/map.ts');
      const refuse = (message: string) => misuse(command, message);
      finish(await runMap(line, { ...options, color: colour() }, terminal, refuse));
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
    .action(async (paths: string[], options: CheckFlags, command: Command) => {
      const { runCheck } = await import('./commands/check.ts');
      const format = formatOf(command, options);
      finish(await runCheck(paths, { format, strict: options.strict === true, color: colour(), version }, terminal));
    });
}

interface CheckFlags {
  readonly format: (typeof checkFormats)[number];
  readonly json?: true;
  readonly strict?: true;
}

function manifestCommand(terminal: Terminal, finish: (code: number) => void, colour: () => boolean): Command {
  return new Command('manifest')
    .summary('what a reviewer reads and signs')
    .description('Prints the manifest of a skill: what each operation calls, touches and needs.')
    .argument('<skill>', 'a skill file or directory, or the id of a loaded skill')
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
  skillc manifest openapi.yaml --operation list_users --json
  skillc manifest weather`,
    )
    .action(async (path: string, options: ManifestFlags, command: Command) => {
      const { runManifest } = await import('./commands/manifest.ts');
      const format = formatOf(command, options);
      const refuse = (message: string) => misuse(command, message);
      finish(await runManifest(path, { ...options, format, color: colour() }, terminal, refuse));
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
    .option('--json', 'one JSON document that holds the script')
    .addHelpText(
      'after',
      `
Examples:
  source <(skillc completion bash)
  skillc completion zsh > ~/.zfunc/_skillc
  skillc completion fish > ~/.config/fish/completions/skillc.fish`,
    )
    .action(async (shell: (typeof shells)[number], options: { json?: true }) => {
      const { completionScript } = await import('./commands/completion.ts');
      const script = completionScript(shell, program);
      await terminal.out(options.json === true ? `${JSON.stringify({ shell, script }, null, 2)}\n` : script);
      finish(exitCode.done);
    });
}
