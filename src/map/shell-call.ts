import type { Bundle } from '../ir/bundle.ts';
import type { CommandCounts } from '../ir/command-counts.ts';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { Effect } from '../ir/effect.ts';
import { type Expr, list, literal, object } from '../ir/expr.ts';
import { exprText } from '../ir/expr-text.ts';
import { placeholderName } from '../ir/placeholder-name.ts';
import type { Call, CallSite, Understanding } from '../ir/plan.ts';
import type { BodyPart, RequestTemplate } from '../ir/request.ts';
import type { ShellStatement } from '../ir/shell-program.ts';
import type { Binding, SandboxRequest, SuppliedFile } from '../ir/skill.ts';
import type { Span } from '../ir/span.ts';
import { hasGlob, literalOf, literalText, type Text } from '../ir/text.ts';
import { hasHidden } from '../ir/visible.ts';
import { fillPlaceholders } from '../shell/angle-placeholders.ts';
import { parseShell } from '../shell/parse.ts';
import { commandWords, type FileRedirect, fileRedirects, opensSocket } from './command-words.ts';
import { unionEffects } from './effects.ts';
import { refuseFetchedScripts } from './fetched-scripts.ts';
import { Collector } from './infer/collector.ts';
import type { Hints } from './infer/hints.ts';
import { inferHttp, undeclaredEgress } from './infer/http.ts';
import { decidePath } from './infer/paths.ts';
import { inferPlain } from './infer/plain.ts';
import { declaredEffects, highestTier, tierOf } from './judge.ts';
import { type Dispatch, mapCommandWords, unknownDraft } from './map-command.ts';
import type { CommandWords, Draft, PlainDraft } from './primitive.ts';
import type { DefinedFunction } from './resolve/assigned-names.ts';
import { type Site, type Start, walkProgram } from './resolve/sites.ts';
import { type Around, scriptStart } from './script-start.ts';
import { systemProgram } from './system-path.ts';
import { suppliedByText, withWrittenFiles, writtenOnce } from './written-files.ts';

export interface ShellContext {
  readonly dispatch: Dispatch;
  readonly hints: Hints;
  readonly collector: Collector;
  readonly request: SandboxRequest;
  readonly files: readonly SuppliedFile[];
  readonly bundle?: Bundle;
  /** Scripts that start scripts. */
  readonly depth: number;
  /** Something is piped into the script itself. */
  readonly fed?: boolean;
  /** The words a script is started with. */
  readonly words?: readonly Text[];
  /** Functions of the program around it. */
  readonly functions?: ReadonlyMap<string, DefinedFunction>;
  /** Where and with what a script is started. */
  readonly start?: Start;
  readonly around?: Around;
}

/** A call with the number that bindings know it by. `own` is what it touches without its redirections. */
export type NumberedCall = { readonly call: Call; readonly number: number; readonly own: readonly Effect[] };

/** One command mapped: its calls, or why it can never run. */
export interface MappedSite {
  readonly site: Site;
  readonly words: CommandWords;
  readonly calls: readonly NumberedCall[];
  readonly understanding: Understanding | 'refused';
  /** Commands inside a script this one starts. */
  readonly inner: readonly MappedSite[];
  readonly refusal?: Diagnostic;
  /** Needs the shell's own expansion (globs, run-time values), so it cannot be a call by itself. */
  readonly needsShell: boolean;
}

const MAX_SITES = 1_000;
const MAX_SCRIPTS = 4;
const MAX_WORDS = 4_096;
/** A command may be many requests: `curl 'https://x/[1-100]'`. */
const MAX_CALLS = 2_000;

/** Maps every command of a program. Functions the program defines are not programs. */
export function mapSites(
  statements: readonly ShellStatement[],
  bindings: readonly Binding[],
  context: ShellContext,
): {
  readonly sites: readonly MappedSite[];
  readonly effects: readonly Effect[];
  readonly refusal?: Diagnostic;
} {
  const walked = walkProgram(statements, bindings, context.fed, context.words, context.start);
  const [first] = walked.sites;
  if (walked.sites.length > MAX_SITES && first !== undefined) {
    const refusal = diagnose('limit/commands', `${walked.sites.length} commands in one operation`, first.command.span);
    return { sites: [], effects: [], refusal };
  }
  const functions = new Map([...(context.functions ?? []), ...walked.functions]);
  const own = walked.sites.filter((site) => !callsFunction(site, functions, context));
  const effects = walked.redirects.flatMap(({ redirect, scope, cwd }) =>
    redirectEffects(fileRedirects([redirect], scope), cwd, context),
  );
  const inner = withOwnFiles(own, effects, {
    ...context,
    functions,
    around: { statements, moves: walked.moves || context.around?.moves === true },
  });
  const sites = own.map((site) => mapSite(site, inner));
  const looked = walked.looked.map(({ path, cwd, span }) => lookEffect(path, span, cwd, context));
  return { sites: refuseFetchedScripts(sites), effects: [...effects, ...looked] };
}

/** The context in which scripts that the text itself supplies are known, as far as nothing else may write them. */
function withOwnFiles(sites: readonly Site[], others: readonly Effect[], context: ShellContext): ShellContext {
  const files = suppliedByText(sites, context.files);
  if (files.size === 0) return context;
  const trial = { ...context, collector: new Collector() };
  const effects = sites.map((site) => mapSite(site, trial).calls.flatMap(({ call }) => call.effects));
  const bundle = withWrittenFiles(context.dispatch.bundle, writtenOnce(files, [...effects, others]));
  return bundle === undefined ? context : { ...context, dispatch: { ...context.dispatch, bundle } };
}

/**
 * A name that the program defines is no program of the machine. Where only control flow knows whether it is defined by
 * then, a name with a meaning of its own keeps that meaning too.
 */
function callsFunction(
  site: Site,
  functions: ReadonlyMap<string, DefinedFunction>,
  { dispatch }: ShellContext,
): boolean {
  const name = site.command.words[0]?.text ?? '';
  const defined = functions.get(name);
  if (defined === undefined) return false;
  const certain = defined.certainFrom !== undefined && site.command.span.start >= defined.certainFrom;
  return certain || !(dispatch.primitives.has(name) || dispatch.tools.get(name) !== undefined);
}

function lookEffect(path: Text, span: Span, cwd: string | undefined, context: ShellContext): Effect {
  return { kind: 'read', path: decidePath(path, { ...context, span, cwd: cwd ?? unknownDirectory }).shown };
}

/** After `cd "$X"`: covered by no grant. */
const unknownDirectory = '${dynamic:cwd}';

function mapSite(site: Site, context: ShellContext): MappedSite {
  const words = commandWords(site);
  const base = { site, words, inner: [], needsShell: false } as const;
  const redirects = fileRedirects(site.command.redirects, site.scope);
  const socket = redirects.find(opensSocket);
  if (socket !== undefined)
    return refuse(base, diagnose('map/redirection', 'a redirection that opens a socket', socket.span));
  if (words.words.length > MAX_WORDS) {
    return refuse(base, diagnose('limit/commands', `${words.words.length} words in one command`, site.command.span));
  }
  if (words.words.length === 0) return { ...base, calls: [], understanding: 'mapped', needsShell: true };
  const mapped = mapCommandWords(words, site.cwd ?? unknownDirectory, context.dispatch);
  if (mapped.kind === 'refused') return refuse(base, mapped.reason);
  if (mapped.kind === 'unknown' && startsShell(words)) return refuse(base, shellRefusal(mapped.reason));
  if (mapped.kind === 'unknown') context.collector.diagnostics.push(mapped.reason);
  else context.collector.diagnostics.push(...mapped.diagnostics);
  const drafts: readonly Draft[] = mapped.kind === 'unknown' ? [unknownDraft(words)] : mapped.drafts;
  const extra = [...redirectEffects(redirects, site.cwd, context), ...patternEffects(words, drafts, site, context)];
  const calls: NumberedCall[] = [];
  const inner: MappedSite[] = [];
  for (const [offset, draft] of drafts.entries()) {
    const number = context.collector.numberCall();
    if (number > MAX_CALLS) {
      return refuse(base, diagnose('limit/commands', `more than ${MAX_CALLS} calls in one operation`, draft.span));
    }
    const made = draftCall(draft, number, site, context);
    if ('code' in made) return refuse(base, made);
    inner.push(...made.inner);
    const refusal = made.inner.find((one) => one.refusal !== undefined)?.refusal;
    if (refusal !== undefined) return { ...refuse(base, refusal), inner };
    const call = offset === drafts.length - 1 && extra.length > 0 ? withEffects(made.call, extra) : made.call;
    calls.push({ call, number, own: made.call.effects });
  }
  const plain = drafts.some((draft) => draft.kind === 'plain' && draft.script === undefined);
  const needsShell = words.words.some(
    (word) => word.some((piece) => piece.kind === 'dynamic') || (plain && hasGlob(word)),
  );
  return {
    site,
    words,
    calls,
    inner,
    understanding: understandingOf(drafts),
    needsShell: needsShell || site.cwd === undefined || calls.some(({ call }) => holdsDynamic(call.args)),
  };
}

/** A value known only at run time has no place in a plan but inside `shell.run` (`xargs -I{} curl …/{}`). */
function holdsDynamic(expr: Expr): boolean {
  switch (expr.kind) {
    case 'dynamic-value':
      return true;
    case 'concat':
      return expr.parts.some(holdsDynamic);
    case 'object':
      return expr.members.some(({ value }) => holdsDynamic(value));
    case 'list':
      return expr.items.some(holdsDynamic);
    default:
      return false;
  }
}

const shells = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'csh', 'tcsh', 'fish', 'eval']);

/** A shell is never a tool in a sandbox: what it would run must be readable, or it does not run. */
function startsShell({ words: [word] }: CommandWords): boolean {
  return shells.has(systemProgram(literalOf(word ?? []) ?? '') ?? '');
}

function shellRefusal(reason: Diagnostic): Diagnostic {
  const help = 'write the commands out, so that they can be read';
  return diagnose(
    'map/shell-unread',
    `a shell would run text that nobody can read: ${reason.message}`,
    reason.span,
    help,
  );
}

function refuse(base: Pick<MappedSite, 'site' | 'words' | 'inner' | 'needsShell'>, refusal: Diagnostic): MappedSite {
  return { ...base, calls: [], understanding: 'refused', refusal };
}

function understandingOf(drafts: readonly Draft[]): Understanding {
  const all = drafts.map((draft) => (draft.kind === 'http' ? 'mapped' : draft.understanding));
  if (all.includes('unknown')) return 'unknown';
  return all.includes('sandboxed') ? 'sandboxed' : 'mapped';
}

function withEffects(call: Call, extra: readonly Effect[]): Call {
  const effects = unionEffects([call.effects, extra]);
  return { ...call, effects, tier: highestTier([call.tier, 1]) };
}

/** `echo ../*` and `set -- ../*` tell what is in a directory. */
function patternEffects(
  words: CommandWords,
  drafts: readonly Draft[],
  site: Site,
  context: ShellContext,
): readonly Effect[] {
  const names = drafts.some(
    (draft) =>
      draft.kind === 'plain' &&
      (draft.capability === 'io.println' || draft.args.members.some(({ key }) => key === 'builtin')),
  );
  if (!names) return [];
  return words.words.flatMap((word, index) =>
    hasGlob(word) ? [lookEffect(word, words.spans[index] ?? words.span, site.cwd, context)] : [],
  );
}

function redirectEffects(
  redirects: readonly FileRedirect[],
  cwd: string | undefined,
  context: ShellContext,
): readonly Effect[] {
  return redirects.map((redirect) => {
    const place = { ...context, span: redirect.span, cwd: cwd ?? unknownDirectory };
    return { kind: redirect.kind, path: decidePath(redirect.path, place).shown };
  });
}

type Made = { readonly call: Call; readonly inner: readonly MappedSite[] };

function draftCall(draft: Draft, index: number, site: Site, context: ShellContext): Made | Diagnostic {
  const place = { ...context, call: index, cwd: site.cwd ?? unknownDirectory };
  if (draft.kind === 'http') {
    const http = inferHttp(withSuppliedFiles(draft.request, context.files), place);
    if ('code' in http) return http;
    const denied = undeclaredEgress(http.origin, context.request.egress, draft.span);
    if (denied !== undefined) return denied;
    const effects = unionEffects([http.effects]);
    return {
      inner: [],
      call: { kind: 'call', capability: 'network.http-fetch', args: http.args, effects, tier: 1, span: draft.span },
    };
  }
  const plain = inferPlain(draft, place);
  const denied = deniedEgress(plain.effects, context.request.egress, draft.span);
  if (denied !== undefined) return denied;
  if (draft.script !== undefined)
    return scriptCall(draft, draft.script, plain, {
      ...context,
      fed: site.piped || context.fed === true,
      start: scriptStart(draft, site, context.around),
    });
  const sandboxed = draft.capability.startsWith('sandbox.') ? declaredEffects(context.request, draft.capability) : [];
  const effects = unionEffects([plain.effects, sandboxed]);
  const tier = tierOf(draft.capability, effects, draft.understanding === 'unknown' || draft.unreviewed === true);
  return {
    inner: [],
    call: { kind: 'call', capability: draft.capability, args: plain.args, effects, tier, span: draft.span },
  };
}

function deniedEgress(
  effects: readonly Effect[],
  egress: readonly string[] | undefined,
  span: Span,
): Diagnostic | undefined {
  for (const effect of effects) {
    const denied = effect.kind === 'network' ? undeclaredEgress(effect.origin, egress, span) : undefined;
    if (denied !== undefined) return denied;
  }
  return undefined;
}

/** A bundled shell script or `sh -c` text: a program of its own, mapped command by command. */
function scriptCall(
  draft: PlainDraft,
  script: NonNullable<PlainDraft['script']>,
  plain: ReturnType<typeof inferPlain>,
  context: ShellContext,
): Made | Diagnostic {
  if (context.depth >= MAX_SCRIPTS) return diagnose('map/recursion', 'scripts start scripts too deeply', draft.span);
  // Text that is no file of the bundle stands where the command does.
  const file = script.path !== undefined && context.bundle?.files.has(script.path) ? script.path : undefined;
  const place = file === undefined ? draft.span : script.span;
  // What a reviewer cannot see must not be in what they approve; blanks of other widths are only blanks.
  if (hasHidden(script.text.replace(/[\t\r\n\p{Zs}\u2800]/gu, ' ')))
    return diagnose('parse/hidden-character', 'the script holds a character that cannot be seen', place);
  const parsed = parseShell(
    script.text,
    file ?? draft.span.source,
    file === undefined ? () => draft.span.start : undefined,
  );
  const [broken] = parsed.diagnostics;
  if (broken !== undefined)
    return diagnose(
      'map/script-syntax',
      `the script \`${script.path ?? 'text'}\` does not parse: ${broken.message}`,
      place,
    );
  const { functions, words: _, ...rest } = context;
  const own = script.inShell === undefined ? { words: scriptWords(draft) } : functions && { functions };
  const inner = mapSites(parsed.program.statements, [], {
    ...rest,
    ...own,
    depth: context.depth + 1,
  });
  if (inner.refusal !== undefined) return inner.refusal;
  return { inner: inner.sites, call: programCall(plain.args, inner.sites, [plain.effects, inner.effects], draft.span) };
}

function scriptWords({ args, script }: PlainDraft): readonly Text[] {
  const words = args.members.find(({ key }) => key === 'args')?.value;
  return words?.kind === 'list' ? words.items.slice(script?.nameFirst ? 1 : 0).map(exprText) : [];
}

/** `shell.run` with every command it may start; their effects together are the ceiling. */
export function programCall(
  args: Expr,
  sites: readonly MappedSite[],
  effects: readonly (readonly Effect[])[],
  span: Span,
): Call {
  const all = sites.flatMap((site) =>
    site.calls.map(
      ({ call }): CallSite => ({
        kind: 'site',
        call,
        understanding: site.understanding === 'refused' ? 'unknown' : site.understanding,
        span: call.span,
      }),
    ),
  );
  const union = unionEffects([...effects, ...all.map((site) => site.call.effects)]);
  const tiers = all.map((site) => site.call.tier);
  return {
    kind: 'call',
    capability: 'shell.run',
    args,
    effects: union,
    tier: highestTier([...tiers, tierOf('shell.run', union, false)]),
    sites: all,
    span,
  };
}

/** `-d @/tmp/x.json` where the text itself supplies that file: the content is known. */
function withSuppliedFiles(request: RequestTemplate, files: readonly SuppliedFile[]): RequestTemplate {
  if (request.body?.kind !== 'bytes' || files.length === 0) return request;
  const parts = request.body.parts.map((part): BodyPart => {
    const path = part.kind === 'file' ? literalOf(part.path) : undefined;
    const file = path === undefined ? undefined : files.find((one) => one.path === path);
    if (file === undefined || part.kind !== 'file' || part.mode === 'urlencoded') return part;
    return {
      kind: 'text',
      text: literalText(part.mode === 'strip' ? file.content.replace(/[\r\n\0]/g, '') : file.content),
    };
  });
  return { ...request, body: { kind: 'bytes', parts } };
}

/** The program and what the host fills in before it runs. */
export function programArgs(text: string, { collector, files }: ShellContext): Expr {
  const env = [...collector.variables].filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const settings = [...collector.settings.keys()].map((name) => [name, { kind: 'setting', name } as Expr] as const);
  const members = [...new Map<string, Expr>([...env, ...settings])].sort(([a], [b]) => (a < b ? -1 : 1));
  return object({
    program: literal(fillPlaceholders(text, (written) => `\${${placeholderName(written)}}`)),
    env:
      members.length === 0 ? undefined : { kind: 'object', members: members.map(([key, value]) => ({ key, value })) },
    files:
      files.length === 0
        ? undefined
        : list(files.map((file) => object({ path: literal(file.path), content: literal(file.content) }))),
  });
}

export function countSites(sites: readonly MappedSite[]): CommandCounts {
  const counts = { total: 0, mapped: 0, sandboxed: 0, unknown: 0, refused: 0 };
  const add = (list: readonly MappedSite[]): void => {
    for (const site of list) {
      counts.total++;
      counts[site.understanding]++;
      add(site.inner);
    }
  };
  add(sites);
  return counts;
}
