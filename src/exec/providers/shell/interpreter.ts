import { Bash, type CommandName, type ExecResult } from 'just-bash';
import { Control, Stopped } from './control.ts';
import { ExitTraps } from './exit-traps.ts';
import { FsError } from './files/fs-error.ts';
import { GovernedFs } from './files/governed-fs.ts';
import { outsideCommand } from './hook.ts';
import { brokenLimit, executionLimits } from './limits.ts';
import { TRAP_BEGINS } from './lower/exit-trap.ts';
import { unreadable } from './lower/flaws.ts';
import { lowerProgram } from './lower/lower.ts';
import { LINE_PRINTER } from './lower/open-command.ts';
import { isPath, PATH_RUNNER } from './lower/path-command.ts';
import type { ShellAnswer, ShellHint, ShellQuestion, ShellRequest } from './protocol.ts';
import { insideCommands, nameWords, pureTools } from './registry.ts';
import { runShell, withoutShebang } from './tools/shells.ts';
import { asCommand, type Context, printed, type Script, type Start, stdinOf, type ToolHost } from './tools/tool.ts';
import { merged } from './tools/wrappers.ts';

/** Runs one program in an interpreter of its own. */
export async function runProgram(
  request: ShellRequest,
  ask: (question: ShellQuestion) => Promise<ShellHint>,
): Promise<ShellAnswer> {
  return new ProgramRun(request, new Control(ask)).run();
}

type Exec = (text: string, env: Readonly<Record<string, string>>, stdin: string) => Promise<ExecResult>;

class ProgramRun {
  readonly #request: ShellRequest;
  readonly #control: Control;
  readonly #fs: GovernedFs;
  readonly #host: ToolHost;
  readonly #bash: Bash;
  readonly #inside: ReadonlySet<string>;
  readonly #known = new Set<string>();
  readonly #outside: ReadonlySet<string>;
  readonly #traps = new ExitTraps();

  constructor(request: ShellRequest, control: Control) {
    this.#request = request;
    this.#control = control;
    this.#outside = new Set(request.programs);
    this.#fs = new GovernedFs(request.files, {
      bundleFile: async (path) => {
        const hint = await control.ask({ kind: 'bundle-file', path });
        return hint.kind === 'bytes' ? hint.bytes : undefined;
      },
      outside: async (access, path) => {
        await control.ask({ kind: 'outside', access, path: this.#fs.shown(path) });
      },
      isProgram: (name) => this.#inside.has(name) || this.#outside.has(name),
      sawScript: (text) => this.#register(text),
      mostBytes: request.limits.file_bytes,
    });
    this.#host = {
      fs: this.#fs,
      control,
      start: (words, context, more = {}) => this.#start(words, context, more),
      script: (script, context) => this.#script(script, context),
      traps: this.#traps,
    };
    const inside = insideCommands(this.#host);
    this.#inside = new Set([...pureTools, ...inside.map(({ name }) => name)]);
    const byPath = asCommand(PATH_RUNNER, (words, context) => this.#startPath(words, context, {}), this.#host);
    const lines = asCommand(LINE_PRINTER, async (words) => printed(lineOf(words)), this.#host);
    const trapBegins = asCommand(TRAP_BEGINS, async () => this.#trapBegins(), this.#host);
    this.#bash = new Bash({
      fs: this.#fs,
      env: { ...request.env },
      cwd: request.cwd,
      commands: [...pureTools] as CommandName[],
      customCommands: [...inside, byPath, trapBegins, lines],
      executionLimits: executionLimits(request.limits),
    });
    this.#bash.registerTransformPlugin({
      name: 'skillc',
      transform: ({ ast }) => ({ ast: lowerProgram(ast, (what) => this.#refuse(what)) }),
    });
  }

  async run(): Promise<ShellAnswer> {
    const { text, name, args, stdin } = this.#request;
    const exec: Exec = (program, env, input) =>
      this.#bash.exec(program, {
        rawScript: true,
        env: { ...env },
        stdin: input,
        stdinKind: 'bytes',
        signal: this.#control.signal,
      });
    try {
      const result = await this.#toItsEnd(text, positional(name, args), Buffer.from(stdin).toString('latin1'), exec);
      if (this.#control.signal.aborted) return this.#stopped();
      return brokenLimit(result) ?? ended(result, this.#fs);
    } catch (error) {
      if (error instanceof Stopped || this.#control.signal.aborted) return this.#stopped();
      // Where bash would go on behind a redirection that cannot be opened, the interpreter loses everything.
      if (error instanceof FsError) return { kind: 'refused', code: 'io/redirection', message: error.message };
      throw error;
    }
  }

  #stopped(): ShellAnswer {
    const { refusal } = this.#control;
    return refusal === undefined ? { kind: 'stopped' } : { kind: 'refused', ...refusal };
  }

  /** A program and what it has asked to run behind it. */
  async #toItsEnd(text: string, env: Readonly<Record<string, string>>, stdin: string, exec: Exec): Promise<ExecResult> {
    this.#register(text);
    const leave = this.#traps.enter();
    try {
      const result = await exec(text, env, stdin);
      if (this.#control.signal.aborted) return result;
      const [, problem] = /^bash: syntax error: (.*)/.exec(result.exitCode === 2 ? result.stderr : '') ?? [];
      if (problem !== undefined) return this.#refuse(unreadable(problem));
      const left = this.#traps.left(text, result.exitCode);
      if (left === undefined) return result;
      return merged([result, await exec(left.text, { ...env, ...left.env }, '')], result.exitCode);
    } finally {
      leave();
    }
  }

  #refuse(what: string): never {
    return this.#control.refuse('shell/unsupported', `${what} is not run here`, 'write it in a simpler form');
  }

  #trapBegins(): ExecResult {
    this.#traps.begins();
    return { stdout: '', stderr: '', exitCode: 0 };
  }

  /** Names in it that lead outside are known from here on; any other is not found. */
  #register(text: string): void {
    for (const name of nameWords(text)) {
      if (this.#known.has(name) || this.#inside.has(name) || !this.#outside.has(name)) continue;
      this.#known.add(name);
      this.#bash.registerCommand(outsideCommand(name, this.#fs, this.#control));
    }
  }

  async #start(words: readonly string[], context: Context, start: Start): Promise<ExecResult> {
    const [name = '', ...args] = words;
    const program = /^\/(?:usr\/)?bin\/([^/]+)$/.exec(name)?.[1] ?? name;
    if (program.includes('/')) return this.#startPath(words, context, start);
    if (/^(?:bash|sh|dash)$/.test(program)) return runShell(program, args, context, this.#host, start);
    this.#register(program);
    return execOf(context)(quoted(program), { ...optionsOf(context, start), args });
  }

  async #startPath(words: readonly string[], context: Context, start: Start): Promise<ExecResult> {
    const [name = '', ...args] = words;
    const path = this.#fs.resolvePath(context.cwd, name);
    const origin = await this.#fs.originOf(path);
    if (origin !== undefined && origin !== 'elsewhere' && this.#fs.isShellFile(path))
      return this.#script({ text: withoutShebang(await this.#fs.readFile(path)), name, args, start }, context);
    return outsideCommand(name, this.#fs, this.#control).execute([...args], context);
  }

  async #script({ text, name, args, start = {} }: Script, context: Context): Promise<ExecResult> {
    const options = optionsOf(context, start);
    const exec: Exec = (program, env, stdin) => execOf(context)(program, { ...options, env: { ...env }, stdin });
    return this.#toItsEnd(text, { ...options.env, ...positional(name, args) }, options.stdin, exec);
  }
}

function execOf({ exec }: Context): NonNullable<Context['exec']> {
  if (exec === undefined) throw new Error('the interpreter gives no way to start a command');
  return exec;
}

/** What a child gets is what is exported, not what the program started with. */
function optionsOf(context: Context, { env, bare, stdin, signal = context.signal }: Start) {
  return {
    cwd: context.cwd,
    env: { ...(bare === true ? {} : context.exportedEnv), ...env },
    replaceEnv: true,
    rawScript: true,
    stdin: stdin ?? stdinOf(context),
    stdinKind: 'bytes' as const,
    ...(signal === undefined ? {} : { signal }),
  };
}

/** `$0`, `$#`, `$@` and `$1` on, as the interpreter keeps them. */
function positional(name: string, args: readonly string[]): Record<string, string> {
  const numbered = args.map((arg, at) => [String(at + 1), arg] as const);
  const all = args.join(' ');
  return { '0': name, '#': String(args.length), '@': all, '*': all, ...Object.fromEntries(numbered) };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What a path names is for us to look at. */
function lineOf([name = '', ...args]: readonly string[]): string {
  return [...(isPath(name) ? [PATH_RUNNER] : []), name, ...args].map(quoted).join(' ');
}

function ended(result: ExecResult, fs: GovernedFs): ShellAnswer {
  const isBytes = result.stdoutKind === 'bytes' || result.stdoutEncoding === 'binary';
  return {
    kind: 'ended',
    stdout: Uint8Array.from(Buffer.from(result.stdout, isBytes ? 'latin1' : 'utf8')),
    stderr: Uint8Array.from(Buffer.from(result.stderr)),
    exitCode: result.exitCode,
    changes: fs.changes,
  };
}
