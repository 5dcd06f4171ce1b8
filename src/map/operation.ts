import type { Bundle } from '../ir/bundle.ts';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import { type Expr, literal, object } from '../ir/expr.ts';
import type { Schema } from '../ir/json.ts';
import type { Call, Plan } from '../ir/plan.ts';
import type { WrittenCredential } from '../ir/redact.ts';
import type { ShellNode } from '../ir/shell-program.ts';
import type { Operation, SandboxRequest, ScriptBody, ShellBody, Skill } from '../ir/skill.ts';
import { parseShell } from '../shell/parse.ts';
import { fileRedirects } from './command-words.ts';
import { confidenceOf } from './confidence.ts';
import { unionEffects } from './effects.ts';
import { Collector } from './infer/collector.ts';
import type { Hints } from './infer/hints.ts';
import { inferHttp, undeclaredEgress } from './infer/http.ts';
import { decidePath } from './infer/paths.ts';
import { inputSchema } from './inputs.ts';
import { approvalReason, estimateOf, highestTier, sandboxPolicy, tierOf } from './judge.ts';
import type { Dispatch } from './map-command.ts';
import { type MappedSite, mapSites, programArgs, programCall, type ShellContext } from './shell-call.ts';

export interface MapOptions {
  readonly dispatch: Dispatch;
  readonly hints: Hints;
  readonly bundle?: Bundle;
  /** Origins that may be read without asking. */
  readonly trustedOrigins: ReadonlySet<string>;
  readonly classifications: readonly string[];
  readonly declared: SandboxRequest;
}

/** Commands by what became of them; the four add up to `total`. */
export interface CommandCounts {
  readonly total: number;
  readonly mapped: number;
  readonly sandboxed: number;
  readonly unknown: number;
  readonly refused: number;
}

export interface MappedOperation {
  /** Undefined when the operation can never run; the diagnostics say why. */
  readonly plan?: Plan;
  readonly counts: CommandCounts;
  readonly diagnostics: readonly Diagnostic[];
  /** The commands of a shell body, for those who ask about one command. */
  readonly sites: readonly MappedSite[];
  /** Credentials written out in the text. */
  readonly embedded: readonly WrittenCredential[];
}

interface Calls {
  readonly composition: Plan['composition'];
  readonly calls: readonly Call[];
  readonly sites: readonly MappedSite[];
  readonly counts: CommandCounts;
}

export function mapOperation(operation: Operation, options: MapOptions): MappedOperation {
  const collector = new Collector();
  const hints: Hints = { ...options.hints, ...(operation.input === undefined ? {} : { input: operation.input }) };
  const request = narrower(options.declared, operation.sandbox);
  const made = bodyCalls(operation, { ...options, hints, declared: request }, collector);
  if ('refusal' in made) {
    const diagnostics = [...collector.diagnostics, made.refusal];
    return { counts: made.counts, diagnostics, sites: made.sites, embedded: collector.embedded };
  }
  const plan = buildPlan(operation, made, collector, request, options);
  return {
    plan,
    counts: made.counts,
    diagnostics: collector.diagnostics,
    sites: made.sites,
    embedded: collector.embedded,
  };
}

/** An operation may ask for less than its skill, or for what the skill leaves open. */
function narrower(skill: SandboxRequest, own: SandboxRequest | undefined): SandboxRequest {
  if (own === undefined) return skill;
  const egress =
    own.egress === undefined
      ? skill.egress
      : skill.egress === undefined
        ? own.egress
        : own.egress.filter((host) => skill.egress?.includes(host));
  return { ...skill, ...own, ...(egress === undefined ? {} : { egress }) };
}

type Refusal = { readonly refusal: Diagnostic; readonly counts: CommandCounts; readonly sites: readonly MappedSite[] };

const one = (kind: 'mapped' | 'sandboxed' | 'unknown' | 'refused'): CommandCounts => ({
  total: 1,
  mapped: 0,
  sandboxed: 0,
  unknown: 0,
  refused: 0,
  [kind]: 1,
});

function bodyCalls(operation: Operation, options: MapOptions, collector: Collector): Calls | Refusal {
  const { body } = operation;
  switch (body.kind) {
    case 'http': {
      const http = inferHttp(body.request, { hints: options.hints, collector, call: 0 });
      const denied = 'code' in http ? http : undeclaredEgress(http.origin, options.declared.egress, body.request.span);
      if ('code' in http || denied !== undefined)
        return { refusal: denied ?? (http as Diagnostic), counts: one('refused'), sites: [] };
      const call: Call = {
        kind: 'call',
        capability: 'network.http-fetch',
        args: http.args,
        effects: unionEffects([http.effects]),
        tier: 1,
        span: body.request.span,
      };
      return { composition: 'single', calls: [call], sites: [], counts: one('mapped') };
    }
    case 'shell':
      return shellCalls(operation, body, options, collector);
    case 'script':
      return scriptCalls(operation, body, options, collector);
  }
}

function shellContext(body: Pick<ShellBody, 'files'>, options: MapOptions, collector: Collector): ShellContext {
  const { dispatch, hints, declared } = options;
  return {
    dispatch,
    hints,
    collector,
    request: declared,
    files: body.files,
    depth: 0,
    ...(options.bundle === undefined ? {} : { bundle: options.bundle }),
  };
}

function shellCalls(operation: Operation, body: ShellBody, options: MapOptions, collector: Collector): Calls | Refusal {
  const context = shellContext(body, options, collector);
  const { sites, effects, refusal } = mapSites(body.program.statements, body.scope, context);
  const counts = countSites(sites);
  const denied = refusal ?? sites.find((site) => site.refusal !== undefined)?.refusal;
  if (denied !== undefined) return { refusal: denied, counts, sites };
  const nodes = straightNodes(body);
  const own = sites.filter(({ site }) => !assignsPlainly(site.command));
  const direct = nodes === undefined || effects.length > 0 ? undefined : directCalls(nodes, own, context);
  if (direct !== undefined) return { ...direct, sites, counts };
  if (sites.length === 0 && effects.length === 0) {
    return { refusal: diagnose('map/nothing', 'no command to run', operation.span), counts, sites };
  }
  const call = programCall(programArgs(programText(body), context), sites, [effects], operation.span);
  return { composition: 'single', calls: [call], sites, counts };
}

/** Assignments that hold before the program are part of what runs. */
function programText({ program, scope }: ShellBody): string {
  const before = scope.map((binding) => `${binding.exported ? 'export ' : ''}${binding.name}=${binding.value.text}`);
  return [...before, program.text].join('\n');
}

/** One simple command or one straight pipeline of them, after assignments of values the text itself gives. */
function straightNodes({ program }: ShellBody): readonly Extract<ShellNode, { kind: 'command' }>[] | undefined {
  const [statement, second] = program.statements.filter((one) => !assignsPlainly(one.node));
  if (statement === undefined || second !== undefined || statement.background) return undefined;
  const { node } = statement;
  const commands = node.kind === 'pipeline' && !node.negated ? node.commands : [node];
  const simple = commands.filter((command) => command.kind === 'command' && command.words.length > 0);
  return simple.length === commands.length ? (simple as readonly Extract<ShellNode, { kind: 'command' }>[]) : undefined;
}

function assignsPlainly(node: ShellNode): boolean {
  if (node.kind !== 'command' || node.redirects.length > 0 || node.assignments.length === 0) return false;
  const [word, second] = node.words;
  const alone = word === undefined || (word.text === 'export' && second === undefined);
  return (
    alone &&
    node.assignments.every(
      ({ value }) => value?.parts.every((part) => part.kind === 'literal' || part.kind === 'variable') === true,
    )
  );
}

/** Calls without an interpreter: every command understood, nothing left to the shell. */
function directCalls(
  nodes: readonly Extract<ShellNode, { kind: 'command' }>[],
  sites: readonly MappedSite[],
  context: ShellContext,
): Pick<Calls, 'composition' | 'calls'> | undefined {
  if (sites.length !== nodes.length || sites.some((site) => site.needsShell)) return undefined;
  if (nodes.length > 1 && sites.some((site) => site.calls.length !== 1)) return undefined;
  if (sites.some((site) => site.calls.length === 0)) return undefined;
  const first = inputCall(sites[0], context);
  const last = outputCall(sites.at(-1), context);
  if (first === 'shell' || last === 'shell' || middleRedirects(sites)) return undefined;
  const calls = [
    ...(first === undefined ? [] : [first]),
    ...sites.flatMap((site) => site.calls),
    ...(last === undefined ? [] : [last]),
  ];
  const piped = nodes.length > 1 || first !== undefined || last !== undefined;
  if (piped && sites.some((site) => site.calls.length !== 1)) return undefined;
  return { composition: calls.length === 1 ? 'single' : piped ? 'pipe' : 'seq', calls };
}

/** `< file` in front of a pure command is a read of its own; programs and HTTP clients keep their input themselves. */
function inputCall(mapped: MappedSite | undefined, context: ShellContext): Call | 'shell' | undefined {
  if (mapped === undefined || mapped.words.stdin.kind === 'none' || mapped.words.stdin.kind === 'pipe')
    return undefined;
  const capability = mapped.calls[0]?.capability;
  if (capability === 'network.http-fetch' || capability?.startsWith('sandbox.') || capability === 'shell.run')
    return undefined;
  const { stdin, span } = mapped.words;
  const path =
    stdin.kind === 'file'
      ? decidePath(stdin.path, { ...context, span, ...(mapped.site.cwd === undefined ? {} : { cwd: mapped.site.cwd }) })
      : undefined;
  if (path !== undefined) {
    const effects = [{ kind: 'read', path: path.shown }] as const;
    return { kind: 'call', capability: 'io.read-file', args: object({ path: path.expr }), effects, tier: 1, span };
  }
  if (stdin.kind !== 'text' || stdin.text.some((piece) => piece.kind !== 'literal')) return 'shell';
  const text = stdin.text.map((piece) => (piece.kind === 'literal' ? piece.value : '')).join('');
  return {
    kind: 'call',
    capability: 'io.println',
    args: object({ text: literal(text), newline: literal(false) }),
    effects: [],
    tier: 0,
    span,
  };
}

function outputCall(mapped: MappedSite | undefined, context: ShellContext): Call | 'shell' | undefined {
  if (mapped === undefined) return undefined;
  const writes = fileRedirects(mapped.site.command.redirects, mapped.site.scope).filter(({ kind }) => kind === 'write');
  const [write, second] = writes;
  if (write === undefined) return undefined;
  if (second !== undefined || write.descriptor !== 1) return 'shell';
  const path = decidePath(write.path, {
    ...context,
    span: write.span,
    ...(mapped.site.cwd === undefined ? {} : { cwd: mapped.site.cwd }),
  });
  const args = object({ path: path.expr, ...(write.append ? { append: literal(true) } : {}) });
  return {
    kind: 'call',
    capability: 'io.write-file',
    args,
    effects: [{ kind: 'write', path: path.shown }],
    tier: 1,
    span: write.span,
  };
}

function middleRedirects(sites: readonly MappedSite[]): boolean {
  return sites
    .slice(0, -1)
    .some((mapped, index) =>
      fileRedirects(mapped.site.command.redirects, mapped.site.scope).some(({ kind }) => kind === 'write' || index > 0),
    );
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

/** `runtime: python:3.11` with a script in the document. */
function scriptCalls(
  operation: Operation,
  body: ScriptBody,
  options: MapOptions,
  collector: Collector,
): Calls | Refusal {
  const runtime = body.runtime.toLowerCase();
  if (/^(?:bash|sh|shell)\b/.test(runtime)) {
    const parsed = parseShell(body.source, body.span.source, () => body.span.start);
    const [broken] = parsed.diagnostics;
    if (broken !== undefined)
      return {
        refusal: diagnose('map/script-syntax', `the script does not parse: ${broken.message}`, body.span),
        counts: one('refused'),
        sites: [],
      };
    return shellCalls(operation, { kind: 'shell', program: parsed.program, scope: [], files: [] }, options, collector);
  }
  const capability = /^python/.test(runtime)
    ? 'sandbox.python'
    : /^(?:node|javascript|js)\b/.test(runtime)
      ? 'sandbox.node'
      : 'sandbox.tool';
  const args: Expr = object({ runtime: literal(body.runtime), code: literal(body.source) });
  const effects = unionEffects([[{ kind: 'process', program: body.runtime }]]);
  const unknown = capability === 'sandbox.tool';
  const call: Call = {
    kind: 'call',
    capability,
    args,
    effects,
    tier: tierOf(capability, effects, unknown),
    span: body.span,
  };
  return { composition: 'single', calls: [call], sites: [], counts: one(unknown ? 'unknown' : 'sandboxed') };
}

function buildPlan(
  operation: Operation,
  made: Calls,
  collector: Collector,
  request: SandboxRequest,
  options: MapOptions,
): Plan {
  const { calls, composition } = made;
  const classified = options.classifications.map((name) => ({ kind: 'classified', class: name }) as const);
  const effects = unionEffects([...calls.map((call) => call.effects), classified]);
  const tier = highestTier(calls.map((call) => call.tier));
  const secrets = [...collector.secrets].sort((a, b) =>
    `${a.name} ${a.origin} ${a.slot}` < `${b.name} ${b.origin} ${b.slot}` ? -1 : 1,
  );
  const settings = [...collector.settings.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const judged = { calls, effects, secrets, tier, classifications: options.classifications };
  const reason = approvalReason(judged, options.trustedOrigins);
  const sandboxed = tier >= 2 || calls.some((call) => call.capability === 'shell.run');
  const inputs: Schema = inputSchema(collector, operation.input);
  return {
    kind: 'plan',
    operation: operation.name,
    composition,
    calls,
    inputs,
    bindings: collector.bindings,
    effects,
    secrets,
    settings,
    tier,
    requiresApproval: reason !== undefined,
    ...(reason === undefined ? {} : { approvalReason: reason }),
    estimate: estimateOf(calls),
    ...(sandboxed ? { sandbox: sandboxPolicy(effects, request) } : {}),
    code: codeFiles(calls, options.bundle),
    classifications: options.classifications,
    confidence: confidenceOf(collector.diagnostics),
    span: operation.span,
  };
}

/** Bundled files whose content runs, as the calls name them. */
function codeFiles(calls: readonly Call[], bundle: Bundle | undefined): Plan['code'] {
  const files = new Map<string, string>();
  const visit = (call: Call): void => {
    for (const { key, value } of call.args.kind === 'object' ? call.args.members : []) {
      const path =
        (key === 'script' || key === 'filter_file') && value.kind === 'literal' ? String(value.value) : undefined;
      const file = path === undefined ? undefined : bundle?.files.get(path);
      if (file !== undefined) files.set(file.path, file.digest);
    }
    for (const site of call.sites ?? []) if (site.kind === 'site') visit(site.call);
  };
  for (const call of calls) visit(call);
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, digest]) => ({ path, digest }));
}

export function hintsOf(skill: Skill, text: string, secretName: (name: string) => boolean): Hints {
  const primary = skill.secrets.find((secret) => secret.primary)?.name;
  const prose = [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)]
    .map((match) => match[0])
    .filter((name) => secretName(name) && !/^(?:YOUR|MY)_/.test(name));
  const mentioned = new Set([...skill.secrets.map(({ name }) => name), ...skill.env.filter(secretName), ...prose]);
  return {
    prefix: skill.id.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase(),
    ...(primary === undefined ? {} : { primarySecret: primary }),
    declaredSecrets: new Set(skill.secrets.map(({ name }) => name)),
    mentionedSecrets: [...mentioned],
    fromText: true,
  };
}
