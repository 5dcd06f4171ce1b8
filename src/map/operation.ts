import { type CommandCounts, noCommands, oneCommand } from '../ir/command-counts.ts';
import { type Diagnostic, diagnose } from '../ir/diagnostic.ts';
import type { Effect } from '../ir/effect.ts';
import { unionEffects } from '../ir/effects.ts';
import { type Expr, literal, object } from '../ir/expr.ts';
import type { Call, Plan } from '../ir/plan.ts';
import type { WrittenCredential } from '../ir/redact.ts';
import type { HttpBody, Operation, SandboxRequest, ScriptBody, ShellBody } from '../ir/skill.ts';
import type { Hole } from '../ir/text.ts';
import { parseShell } from '../shell/parse.ts';
import { buildPlan, type Calls, type PlanOptions } from './build-plan.ts';
import { assignsPlainly, directCalls, straightNodes } from './direct-calls.ts';
import { Collector } from './infer/collector.ts';
import type { Hints } from './infer/hints.ts';
import { inferHttp, undeclaredEgress } from './infer/http.ts';
import type { Dispatch } from './map-command.ts';
import type { PlainDraft } from './primitive.ts';
import { lonelySite } from './program/child-commands.ts';
import { draftCall } from './program/draft-call.ts';
import { mapSites } from './program/map-sites.ts';
import { countSites, type MappedSite, type ShellContext } from './program/mapped-site.ts';
import { programArgs, programCall } from './program/program-call.ts';
import { programText } from './program/program-text.ts';
import { externalVariables } from './resolve/external-names.ts';
import { isSecretName } from './secret-names.ts';

export interface MapOptions extends PlanOptions {
  readonly dispatch: Dispatch;
  readonly hints: Hints;
  readonly declared: SandboxRequest;
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

interface Made extends Calls {
  readonly sites: readonly MappedSite[];
  readonly counts: CommandCounts;
}

export function mapOperation(operation: Operation, options: MapOptions): MappedOperation {
  const collector = new Collector();
  const hints: Hints = { ...options.hints, ...(operation.input === undefined ? {} : { input: operation.input }) };
  const request = narrower(options.declared, operation.sandbox);
  const made = bodyCalls(operation, { ...options, hints, declared: request }, collector);
  const parts = [...collector.credentialParts].filter((name) => !hints.declaredSecrets.has(name));
  if (parts.length > 0) {
    // Now that they are known to make up a credential, every place that holds them is decided again.
    const declaredSecrets = new Set([...hints.declaredSecrets, ...parts]);
    return mapOperation(operation, { ...options, hints: { ...options.hints, declaredSecrets } });
  }
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

function bodyCalls(operation: Operation, options: MapOptions, collector: Collector): Made | Refusal {
  const { body } = operation;
  switch (body.kind) {
    case 'http':
      return httpCalls(body, options, collector);
    case 'shell':
      return shellCalls(operation, body, options, collector);
    case 'script':
      return scriptCalls(operation, body, options, collector);
  }
}

function httpCalls({ request }: HttpBody, { hints, declared }: MapOptions, collector: Collector): Made | Refusal {
  const number = collector.numberCall();
  const http = inferHttp(request, { hints, collector, call: number });
  const denied = 'code' in http ? http : undeclaredEgress(http.origin, declared.egress, request.span);
  if ('code' in http || denied !== undefined) {
    return { refusal: denied ?? (http as Diagnostic), counts: oneCommand('refused'), sites: [] };
  }
  const effects = unionEffects([http.effects]);
  const call: Call = {
    kind: 'call',
    capability: 'network.http-fetch',
    args: http.args,
    effects,
    tier: 1,
    span: request.span,
  };
  return { composition: 'single', calls: [call], numbers: [number], sites: [], counts: oneCommand('mapped') };
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

function shellCalls(operation: Operation, body: ShellBody, options: MapOptions, collector: Collector): Made | Refusal {
  const { unread } = body.program;
  if (unread !== undefined) {
    const what = unread.lines === 1 ? 'a line' : `${unread.lines} lines from here on`;
    const message = `${what} that bash would not read: ${unread.reason}`;
    const counts = { ...noCommands, total: unread.lines, refused: unread.lines };
    return { refusal: diagnose('shell/unread', message, body.program.span), counts, sites: [] };
  }
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
  const given = giveVariables(body, context);
  const call = programCall(programArgs(programText(body, sites), context), sites, [effects, given], operation.span);
  const numbers = sites.flatMap((site) => site.calls.map(({ number }) => number));
  return { composition: 'single', calls: [call], numbers, sites, counts };
}

/** What the program reads from outside beside its commands' words: inputs, and secrets as handles. */
function giveVariables({ program, scope }: ShellBody, { collector, hints }: ShellContext): readonly Effect[] {
  return externalVariables(program.statements, scope).flatMap((hole): readonly Effect[] => {
    if (collector.variables.has(hole.name) || collector.settings.has(hole.name)) return [];
    if (!hints.declaredSecrets.has(hole.name) && !isSecretName(hole.name)) {
      collector.param(hole, 'raw');
      return [];
    }
    collector.variables.set(hole.name, { kind: 'secret', name: hole.name });
    return [{ kind: 'env', name: hole.name }];
  });
}

/** `runtime: python:3.11` with a script in the document. */
function scriptCalls(
  operation: Operation,
  body: ScriptBody,
  options: MapOptions,
  collector: Collector,
): Made | Refusal {
  const runtime = body.runtime.toLowerCase();
  if (/^(?:bash|sh|shell)\b/.test(runtime)) {
    const parsed = parseShell(body.source, body.span.source, () => body.span.start);
    const [broken] = parsed.diagnostics;
    if (broken !== undefined)
      return {
        refusal: diagnose('map/script-syntax', `the script does not parse: ${broken.message}`, body.span),
        counts: oneCommand('refused'),
        sites: [],
      };
    return shellCalls(operation, { kind: 'shell', program: parsed.program, scope: [], files: [] }, options, collector);
  }
  const capability = /^python/.test(runtime)
    ? 'sandbox.python'
    : /^(?:node|javascript|js)\b/.test(runtime)
      ? 'sandbox.node'
      : 'sandbox.tool';
  const unknown = capability === 'sandbox.tool';
  const draft: PlainDraft = {
    kind: 'plain',
    capability,
    args: object<Hole>({ runtime: literal(body.runtime), code: literal(body.source), input: inputArgs(operation) }),
    effects: [{ kind: 'process', program: body.runtime }],
    understanding: unknown ? 'unknown' : 'sandboxed',
    span: body.span,
  };
  const made = draftCall(draft, 0, lonelySite(body.span), shellContext({ files: [] }, options, collector), mapSites);
  if ('code' in made) return { refusal: made, counts: oneCommand('refused'), sites: [] };
  const { call } = made;
  return {
    composition: 'single',
    calls: [call],
    numbers: [],
    sites: [],
    counts: oneCommand(unknown ? 'unknown' : 'sandboxed'),
  };
}

/** Code in the document has no words: what the caller gives stands in a file, `/input/input.json`. */
function inputArgs({ input }: Operation): Expr | undefined {
  const { properties, required } = Object(input) as { readonly properties?: object; readonly required?: unknown };
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(properties ?? {});
  if (names.length === 0) return undefined;
  const members = names.map((name) => {
    const optional = needed.has(name) ? {} : ({ optional: true } as const);
    return { key: name, value: { kind: 'param', name, encode: 'json', ...optional } as const };
  });
  return { kind: 'object', members };
}
