import type { Effect, NetworkEffect } from '../../ir/effect.ts';
import { covers } from '../../ir/effects.ts';
import type { Encoding } from '../../ir/expr.ts';
import type { Json } from '../../ir/json.ts';
import type { Call, InputBinding, SecretUse } from '../../ir/plan.ts';
import type { RequestTemplate } from '../../ir/request.ts';
import { literalOf } from '../../ir/text.ts';
import { isValueProblem, type ValueProblem, valueProblem } from '../evaluate/problem.ts';
import type { CookieJar } from '../providers/http/cookies.ts';
import { placeOf } from '../providers/http/reach.ts';
import type { FileOutput, HttpCall, HttpRequest, NetworkGrant, Output } from '../providers/http/request.ts';
import { type Replacement, replaceLiterals } from '../request/bindings.ts';
import { type PreparedRequest, prepareRequest } from '../request/http-request.ts';
import { httpTemplate } from '../request/http-template.ts';
import { createStandIns } from '../request/secret-stand-ins.ts';
import { isWithoutHoles } from '../request/without-holes.ts';
import type { OutputFile } from './file-output.ts';

/** What one request of a plan is made from. */
export interface HttpStep {
  readonly call: Call;
  readonly bindings: readonly InputBinding[];
  readonly inputs: ReadonlyMap<string, Json>;
  /** Inputs that the caller gave, without defaults. */
  readonly given: ReadonlyMap<string, Json>;
  readonly settings: ReadonlyMap<string, string>;
  readonly uses: readonly SecretUse[];
  /** With settings put in. */
  readonly effects: readonly Effect[];
  readonly stdin: Uint8Array;
  readonly holder: string;
  readonly cookies: CookieJar;
  readonly policyOrigins: readonly string[];
  readonly random: (bytes: number) => Uint8Array;
  readonly readFile: (path: string) => Uint8Array | undefined;
  readonly writeFile: (file: OutputFile) => FileOutput;
  /** `-b FILE`: nothing where it does not exist, as with curl. */
  readonly readCookies: (path: string) => Uint8Array | undefined | ValueProblem;
  readonly now: number;
}

/** The request that goes out, checked against what the plan may touch. Nothing in it is decided later but secrets' values. */
export function httpCall(step: HttpStep): HttpCall | ValueProblem {
  const template = filledTemplate(step);
  if (isValueProblem(template)) return template;
  const unsupported = unsupportedPart(template.request);
  if (unsupported !== undefined) return valueProblem('http/unsupported', unsupported);
  const { request, prepared } = template;
  const network = step.effects.filter((effect) => effect.kind === 'network');
  if (!network.some((grant) => covers(grant, prepared.effect)))
    return valueProblem('network/outside-plan', 'the request is not one that the plan names');
  const unread = loadCookies(request, prepared.origin, step);
  if (unread !== undefined) return unread;
  return { request: httpRequest(request, prepared, step), grant: grantOf(network, step), cookies: step.cookies };
}

interface Filled {
  readonly request: RequestTemplate;
  readonly prepared: PreparedRequest;
}

/** Requests in which nothing is left open, by the call they are of: the same bytes each time. */
const constants = new WeakMap<Call, Filled>();

function filledTemplate(step: HttpStep): Filled | ValueProblem {
  const replacements = step.bindings.flatMap(({ name, bind }) => {
    const value = step.given.get(name);
    return value === undefined ? [] : [{ name, bind, value }];
  });
  const before = replacements.length === 0 ? constants.get(step.call) : undefined;
  if (before !== undefined) return before;
  const filled = fillTemplate(step, replacements);
  if (isValueProblem(filled)) return filled;
  const isConstant = replacements.length === 0 && filled.request.body === undefined && isWithoutHoles(step.call.args);
  if (isConstant) constants.set(step.call, filled);
  return filled;
}

function fillTemplate(step: HttpStep, replacements: readonly Replacement[]): Filled | ValueProblem {
  const standIns = createStandIns(() => Buffer.from(step.random(16)).toString('hex'));
  const environment = {
    inputs: step.inputs,
    settings: step.settings,
    secret: (name: string, encode: Encoding | undefined) => standIns.standIn(name, encode),
  };
  const template = httpTemplate(step.call.args, environment, step.call.span);
  if (isValueProblem(template)) return template;
  const request = replaceLiterals(template, replacements);
  if (isValueProblem(request)) return request;
  const isMultipart = request.body?.kind === 'multipart';
  const boundary = isMultipart ? `------------------------${Buffer.from(step.random(8)).toString('hex')}` : '';
  const source = { file: step.readFile, stdin: step.stdin, boundary };
  const prepared = prepareRequest(request, step.uses, standIns, source);
  return isValueProblem(prepared) ? prepared : { request, prepared };
}

/** What a request may say and this provider does not do: said, never left out in silence. */
function unsupportedPart(request: RequestTemplate): string | undefined {
  return request.writes.length > 0 ? 'writing a log or cookies as `wget` does is not supported' : undefined;
}

function loadCookies({ cookieFile }: RequestTemplate, origin: string, step: HttpStep): ValueProblem | undefined {
  if (cookieFile === undefined) return undefined;
  const path = literalOf(cookieFile) ?? '';
  // Curl reads it once, before the first of its requests.
  if (step.cookies.hasRead(path)) return undefined;
  const found = step.readCookies(path);
  if (isValueProblem(found)) return found;
  step.cookies.read(path, Buffer.from(found ?? []).toString('latin1'), placeOf(origin), step.now);
  return undefined;
}

function httpRequest(request: RequestTemplate, prepared: PreparedRequest, step: HttpStep): HttpRequest {
  const { redirects, writeOut } = request;
  return {
    method: prepared.method,
    origin: prepared.origin,
    target: prepared.target,
    headers: prepared.headers,
    ...(prepared.body === undefined ? {} : { body: prepared.body }),
    ...(prepared.auth === undefined ? {} : { auth: { kind: 'basic', ...prepared.auth } }),
    redirects: redirects.kind === 'none' ? { policy: 'none' } : { policy: redirects.kind, max: redirects.max },
    decompress: request.decompress,
    ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }),
    ...(request.connectTimeoutMs === undefined ? {} : { connectTimeoutMs: request.connectTimeoutMs }),
    ...(request.retries === undefined ? {} : { retries: request.retries }),
    output: outputOf(request, step),
    failOnStatus: request.failOnStatus,
    includeHeaders: request.includeHeaders,
    ...sideFiles(request, step),
    ...(writeOut === undefined ? {} : { writeOut: literalOf(writeOut) ?? '' }),
  };
}

function outputOf({ output }: RequestTemplate, step: HttpStep): Output {
  if (output.kind === 'none') return { kind: 'discard' };
  if (output.kind !== 'file') return { kind: 'result' };
  const { path, createDirs } = output;
  return step.writeFile({ path: literalOf(path) ?? '', ...(createDirs === undefined ? {} : { createDirs }) });
}

function sideFiles({ headerFile, cookieJar }: RequestTemplate, step: HttpStep) {
  const heads = headerFile === undefined ? undefined : literalOf(headerFile.path);
  const jar = cookieJar === undefined ? undefined : literalOf(cookieJar);
  return {
    ...(heads === undefined
      ? {}
      : { headerFile: step.writeFile({ path: heads, append: headerFile?.append === true }) }),
    ...(jar === undefined ? {} : { cookieJar: step.writeFile({ path: jar }) }),
  };
}

function grantOf(network: readonly NetworkEffect[], { holder, policyOrigins }: HttpStep): NetworkGrant {
  return {
    holder,
    effects: network,
    covers: (method, origin, path) => network.some((grant) => covers(grant, { kind: 'network', method, origin, path })),
    // The approval names these origins literally; a name that only resolves to such an address is not among them.
    privateOrigins: network.map(({ origin }) => origin),
    policyOrigins,
    plainHttpLoopback: true,
  };
}
