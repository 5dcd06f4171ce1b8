import type { Effect } from '../../../ir/effect.ts';
import { type Expr, literal, type ObjectExpr } from '../../../ir/expr.ts';
import type { Call, InputBinding } from '../../../ir/plan.ts';
import { isSteering } from '../../../ir/steering-variable.ts';
import type { ChildResult, ChildStep, ProgramContext } from '../../market/program.ts';
import type { ProviderResult } from '../../provider.ts';
import type { HandledText } from '../../secrets/program-secrets.ts';
import { type SignAlgorithm, signAlgorithms } from '../../secrets/sign.ts';
import type { Placed } from '../io/commit-staged.ts';
import { spellings } from '../io/file-grants.ts';
import { commitFiles } from './commit-files.ts';
import { grantedPaths } from './files/granted-paths.ts';
import { resolvePath } from './files/paths.ts';
import type { ProgramSource } from './program-source.ts';
import type { CommandQuestion, FileChange, ShellHint, ShellQuestion } from './protocol.ts';
import { type RunningWords, runningWords } from './running-words.ts';
import { type KnownSite, matchingSites, plannedEffects, sameCode, sitesOf } from './sites.ts';
import type { MappedCall, RunningCommand, StandIn, WordMapper } from './word-mapper.ts';

/** Why a program was ended from here. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly uncertain?: boolean;
}

interface Waiting {
  readonly question: CommandQuestion;
  readonly calls: readonly MappedCall[];
}

const span = { source: 'program', start: 0, end: 0 } as const;

/**
 * A shell keeps these by itself, and a process that is started gets its directory another way; programs are found by the host, never
 * by a search path of the skill's.
 */
const kept: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SHLVL', '_', 'PATH']);

/** What the host answers to one program while it runs: the only way out of the interpreter. */
export class Conversation {
  readonly #context: ProgramContext;
  readonly #mapper: WordMapper;
  readonly #stagingName: () => string;
  readonly #base: Readonly<Record<string, string>>;
  readonly #given: Readonly<Record<string, string>>;
  readonly #standIns: readonly StandIn[];
  readonly #sites: readonly KnownSite[];
  readonly #tickets = new Map<number, Waiting>();
  readonly written: Placed[] = [];
  failure: Failure | undefined;

  constructor(
    context: ProgramContext,
    mapper: WordMapper,
    stagingName: () => string,
    /** Variables that every program has. */
    base: Readonly<Record<string, string>>,
    source: Pick<ProgramSource, 'env' | 'standIns'>,
  ) {
    this.#context = context;
    this.#mapper = mapper;
    this.#stagingName = stagingName;
    this.#base = base;
    this.#given = source.env;
    this.#standIns = source.standIns;
    this.#sites = sitesOf(context.call);
  }

  async answer(question: ShellQuestion): Promise<ShellHint> {
    switch (question.kind) {
      case 'bundle-file':
        return { kind: 'bytes', bytes: this.#context.bundle.get(question.path)?.bytes() };
      case 'command':
        return this.#command(question);
      case 'command-files':
        return this.#withFiles(question);
      case 'outside':
        return this.#outside(question.access, question.path);
      case 'sign':
        return this.#sign(question);
    }
  }

  #stop(failure: Failure): ShellHint {
    this.failure ??= failure;
    return { kind: 'stop' };
  }

  async #command(question: CommandQuestion): Promise<ShellHint> {
    const running = this.#running(question);
    const mapped = 'kind' in running ? running : this.#mapper.map(running, this.#context.bundle);
    if (mapped.kind === 'refused') {
      const { code, message, remedy } = mapped;
      await this.#context.children.refuse({ code, message });
      return this.#stop({ code, message, ...(remedy === undefined ? {} : { remedy }) });
    }
    const unread = mapped.calls.find((one) => this.#isUnread(one.call, question));
    if (unread !== undefined)
      return this.#stop({
        code: 'shell/remote-code',
        message: `\`${question.words[0] ?? ''}\` would run what it reads from standard input`,
        remedy: 'write the code out, so that it can be read',
      });
    const waiting = { question, calls: mapped.calls.map((one) => this.#completed(one, question)) };
    const files = [...new Set(waiting.calls.flatMap(({ call }) => this.#readPaths(call)))];
    const flush = waiting.calls.some(({ call }) => call.capability.startsWith('sandbox.'));
    if (files.length === 0 && !flush) return this.#run(waiting, new Map(), false);
    const ticket = this.#tickets.size;
    this.#tickets.set(ticket, waiting);
    return { kind: 'needs', ticket, files, flush };
  }

  #running({ words, cwd, env, stdin }: CommandQuestion): RunningCommand | Extract<RunningWords, { kind: 'refused' }> {
    const { handles, grants } = this.#context;
    const read = runningWords(words, handles, this.#standIns);
    if (read.kind === 'refused') return read;
    const own = Object.entries(env).filter(([name, value]) => this.#base[name] !== value);
    return {
      words: read.words,
      cwd: spellings(grants, cwd)[0] ?? cwd,
      env: new Map(own),
      stdin: stdin.length === 0 ? { kind: 'none' } : { kind: 'text', text: Buffer.from(stdin).toString('utf8') },
    };
  }

  /** Code that came over standard input runs only where the plan shows that very code. */
  #isUnread({ capability, args }: Call, { stdin }: CommandQuestion): boolean {
    if (!capability.startsWith('sandbox.')) return false;
    const code = memberOf(args, 'code');
    if (code?.kind !== 'literal' || code.value !== Buffer.from(stdin).toString('utf8')) return false;
    return !this.#sites.some((site) => {
      const planned = memberOf(site.call.args, 'code');
      return planned?.kind === 'literal' && planned.value === code.value;
    });
  }

  /** A process gets the directory and the exported variables of the program, and may touch what the plan says of its code. */
  #completed({ call, uses }: MappedCall, { cwd, env }: CommandQuestion): MappedCall {
    if (!call.capability.startsWith('sandbox.') || call.args.kind !== 'object') return { call, uses };
    const planned = sameCode(call, this.#sites);
    const tier = planned[0]?.call.tier ?? call.tier;
    const own = [...plannedEffects(planned, this.#context.ceiling), ...call.effects];
    const handedOn = this.#handedOn(env, own);
    const effects: readonly Effect[] = [
      ...own,
      // What steers programs is never given, whoever is asked.
      ...handedOn.flatMap(([name]): readonly Effect[] => (isSteering(name) ? [] : [{ kind: 'env', name }])),
    ];
    const given = memberOf(call.args, 'env');
    const variables = new Map<string, Expr>([
      ...(given?.kind === 'object' ? given.members.map(({ key, value }) => [key, value] as const) : []),
      // The program knows what they are; the code that is started shows only that it looks at them.
      ...handedOn.map(([name, value]) => [name, handled(this.#context.handles.split(value))] as const),
    ]);
    const members = [
      ...call.args.members.filter(({ key }) => key !== 'env' && key !== 'stdin' && key !== 'cwd'),
      ...(variables.size === 0
        ? []
        : [
            {
              key: 'env',
              value: { kind: 'object', members: [...variables].map(([key, value]) => ({ key, value })) } as Expr,
            },
          ]),
      { key: 'cwd', value: literal(spellings(this.#context.grants, cwd)[0] ?? cwd) },
    ];
    const args: ObjectExpr = { kind: 'object', members };
    return { call: { ...call, args, effects, tier }, uses };
  }

  /**
   * What the program exports, and what the plan says that the process looks at. What the program was given for itself, a secret among it, goes on to
   * no other.
   */
  #handedOn(env: CommandQuestion['env'], effects: readonly Effect[]): readonly (readonly [string, string])[] {
    const named = new Set(effects.flatMap((effect) => (effect.kind === 'env' ? [effect.name] : [])));
    return Object.entries(env).filter(
      ([name, value]) =>
        !kept.has(name) && this.#base[name] !== value && (named.has(name) || this.#given[name] !== value),
    );
  }

  /** Absolute, as the interpreter knows them. */
  #readPaths({ effects, capability }: Call): readonly string[] {
    if (capability.startsWith('sandbox.')) return [];
    return effects.flatMap((effect) => (effect.kind === 'read' ? [this.#absolute(effect.path)] : []));
  }

  #absolute(path: string): string {
    const { workspace, home } = this.#context.grants;
    if (path === '~' || path.startsWith('~/'))
      return home === undefined ? path : resolvePath(home, `.${path.slice(1)}`);
    return resolvePath(workspace, path);
  }

  async #withFiles(question: Extract<ShellQuestion, { kind: 'command-files' }>): Promise<ShellHint> {
    const waiting = this.#tickets.get(question.ticket);
    if (waiting === undefined) return this.#stop({ code: 'shell/fault', message: 'no such command waits' });
    this.#tickets.delete(question.ticket);
    const isFlushed = question.changes.length > 0;
    const failed = this.commit(question.changes);
    if (failed !== undefined) return this.#stop(failed);
    return this.#run(waiting, new Map(question.files), isFlushed);
  }

  /** Puts changes on the disk, and says why not. */
  commit(changes: readonly FileChange[]): Failure | undefined {
    if (changes.length === 0) return undefined;
    const done = commitFiles(this.#context.grants, changes, this.#stagingName);
    this.written.push(...done.written);
    if (done.kind === 'committed') return undefined;
    const { code, message, remedy, written } = done;
    return { code, message, ...(remedy === undefined ? {} : { remedy }), uncertain: written.length > 0 };
  }

  async #run(
    { question, calls }: Waiting,
    files: ReadonlyMap<string, Uint8Array | undefined>,
    flushed: boolean,
  ): Promise<ShellHint> {
    const chunks: Uint8Array[] = [];
    const writes: { path: string; bytes: Uint8Array; append: boolean }[] = [];
    let stderr = '';
    let exitCode = 0;
    for (const { call, uses } of calls) {
      const bindings = this.#bindingsFor(call);
      if ('code' in bindings) return this.#stop(bindings);
      const result = await this.#context.children.run({
        call: { ...call, span: bindings.span ?? call.span },
        uses,
        stdin: question.stdin,
        signal: this.#context.signal,
        bindings: bindings.bindings,
        ...(call.capability.startsWith('sandbox.')
          ? {}
          : {
              files: {
                read: (asked: string) => {
                  const path = resolvePath(question.cwd, this.#fromHome(asked));
                  return files.get(path) ?? (this.#isVisible(path) ? 'missing' : undefined);
                },
                write: (asked: string, bytes: Uint8Array, append: boolean) => {
                  writes.push({ path: resolvePath(question.cwd, this.#fromHome(asked)), bytes, append });
                },
              },
            }),
      });
      const ended = this.#ended(result);
      if (ended === undefined) return { kind: 'stop' };
      chunks.push(ended.stdout);
      stderr += stderrOf(ended, question.words);
      exitCode = ended.exitCode ?? (ended.status === 'done' ? 0 : 1);
    }
    return { kind: 'ran', stdout: Buffer.concat(chunks), stderr, exitCode, writes, flushed };
  }

  /** What was granted only now lies on the disk. */
  #isVisible(path: string): boolean {
    return path.startsWith('/tmp/') || grantedPaths(this.#context.grants).spelled(path, 'read') !== undefined;
  }

  #fromHome(asked: string): string {
    return asked.startsWith('~') ? this.#absolute(asked) : asked;
  }

  /** Undefined where the program must not go on. */
  #ended(result: ChildResult): ProviderResult | undefined {
    if (result.status === 'turned-away') {
      const { code, message, remedy } = result;
      this.#stop({ code, message, ...(remedy === undefined ? {} : { remedy }) });
      return undefined;
    }
    // A program of the machine says with a number how it ended; what has none was no such end.
    if (result.status === 'done' || result.exitCode !== undefined) return result;
    const { code = 'call/failed', message = 'a call failed', remedy, uncertain } = result;
    this.#stop({
      code,
      message,
      ...(remedy === undefined ? {} : { remedy }),
      ...(uncertain === true ? { uncertain } : {}),
    });
    return undefined;
  }

  /** Which command of the text it was, as far as its words tell, and what the caller put in the place of its literals. */
  #bindingsFor(call: Call): { readonly bindings: readonly InputBinding[]; readonly span?: Call['span'] } | Failure {
    const { bindings, given } = this.#context;
    const found = matchingSites(call, this.#sites);
    const named = found.map(({ index }) =>
      bindings.filter((binding) => binding.call === index && Object.hasOwn(given, binding.name)),
    );
    const [first = []] = named;
    const differs = named.find(
      (one) => JSON.stringify(one.map(({ name }) => name)) !== JSON.stringify(first.map(({ name }) => name)),
    );
    if (differs !== undefined) {
      const [input] = [...first, ...differs];
      return {
        code: 'input/ambiguous',
        message: `\`${input?.name ?? ''}\` has its place in one of several commands that look the same`,
        remedy: 'leave it out',
      };
    }
    const [site] = found;
    return site === undefined ? { bindings: first } : { bindings: first, span: site.call.span };
  }

  /** The program's own file system does it, once it is granted. */
  async #outside(access: 'read' | 'write', path: string): Promise<ShellHint> {
    const step: ChildStep = {
      call: {
        kind: 'call',
        capability: access === 'read' ? 'io.read-file' : 'io.write-file',
        args: { kind: 'object', members: [{ key: 'path', value: literal(path) }] },
        effects: [{ kind: access, path }],
        tier: 1,
        span,
      },
      uses: [],
      stdin: new Uint8Array(),
      signal: this.#context.signal,
      own: async () => ({
        status: 'done',
        stdout: new Uint8Array(),
        used: { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 },
      }),
    };
    return this.#ended(await this.#context.children.run(step)) === undefined ? { kind: 'stop' } : { kind: 'granted' };
  }

  #sign({ key, algorithm, bytes }: Extract<ShellQuestion, { kind: 'sign' }>): ShellHint {
    const [part] = this.#context.handles.split(key);
    const name = typeof part === 'object' ? part.secret : undefined;
    const use = this.#context.uses.find((one) => one.name === name && one.slot === `hmac:${algorithm}`);
    if (name === undefined || use === undefined || !isAlgorithm(algorithm))
      return this.#stop({
        code: 'secret/not-bound',
        message: `\`${name ?? 'this secret'}\` may not sign with ${algorithm}`,
      });
    const signed = this.#context.sign({ name, origin: use.origin, algorithm, bytes, encoding: 'hex' });
    if (signed.kind === 'signed') return { kind: 'signed', signature: Buffer.from(signed.signature, 'hex') };
    const { code, message, remedy } = signed;
    return this.#stop({ code, message, ...(remedy === undefined ? {} : { remedy }) });
  }
}

function isAlgorithm(name: string): name is SignAlgorithm {
  return (signAlgorithms as readonly string[]).includes(name);
}

function memberOf(args: Expr, key: string): Expr | undefined {
  return args.kind === 'object' ? args.members.find((member) => member.key === key)?.value : undefined;
}

function handled(text: HandledText): Expr {
  const parts = text.map(
    (part): Expr => (typeof part === 'string' ? literal(part) : { kind: 'secret', name: part.secret }),
  );
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'concat', parts };
}

/** curl says on standard error what went wrong, unless it is told to be silent. */
function stderrOf({ status, stderr = '', message = '', exitCode }: ProviderResult, words: readonly string[]): string {
  const [program = ''] = words;
  if (status === 'done' || !/(?:^|\/)curl$/.test(program)) return stderr;
  const flags = words.filter((word) => /^-[A-Za-z]+$/.test(word)).join('');
  const silent = flags.includes('s') || words.includes('--silent');
  const shows = flags.includes('S') || words.includes('--show-error');
  return silent && !shows ? '' : `curl: (${exitCode ?? 1}) ${message}\n`;
}
