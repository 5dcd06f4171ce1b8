import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Egress, type EgressOptions, openEgress } from '../../../src/exec/egress/open-egress.ts';
import { isValueProblem } from '../../../src/exec/evaluate/problem.ts';
import { httpCall } from '../../../src/exec/market/http-step.ts';
import type { ChildCalls, ChildResult, ChildStep } from '../../../src/exec/market/program.ts';
import { CookieJar } from '../../../src/exec/providers/http/cookies.ts';
import { createHttpProvider } from '../../../src/exec/providers/http/provider.ts';
import { Broker } from '../../../src/exec/secrets/broker.ts';
import { programSecrets } from '../../../src/exec/secrets/program-secrets.ts';
import { memoryStore } from '../../../src/exec/secrets/store/memory-store.ts';
import type { Effect } from '../../../src/ir/effect.ts';
import { covers } from '../../../src/ir/effects.ts';
import { object } from '../../../src/ir/expr.ts';
import type { Call, SecretUse } from '../../../src/ir/plan.ts';
import { makeCertificates } from '../http/certificates.ts';
import { contextWith } from '../provider-context.ts';
import { secret } from '../secrets/made.ts';

const certificates = makeCertificates(['DNS:localhost', 'IP:127.0.0.1', 'DNS:api.test']);
/** Of every server that `api` starts. */
export const { authority } = certificates;

/** One request as it came over the wire: the witness. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

export interface Api {
  readonly origin: string;
  readonly port: number;
  readonly seen: Seen[];
  readonly close: () => Promise<void>;
}

export type ApiAnswer = (seen: Seen, response: ServerResponse<IncomingMessage>) => void;

/** An HTTPS server on loopback. */
export async function api(answer: ApiAnswer = (_, response) => void response.end('{"ok":true}')): Promise<Api> {
  const seen: Seen[] = [];
  const server = createServer(certificates.server, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks) };
      seen.push(one);
      answer(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `https://localhost:${port}`, port, seen, close };
}

export interface Run {
  readonly egress: Egress;
  readonly denials: { readonly code: string; readonly message: string }[];
  /** Every call that was asked for, and what became of it. */
  readonly calls: { readonly step: ChildStep; readonly result: ChildResult }[];
  readonly lookedUp: string[];
  readonly handle: (name: string) => string;
  readonly close: () => Promise<void>;
}

export interface RunOptions {
  readonly ceiling: readonly Effect[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly uses?: readonly SecretUse[];
  readonly limits?: EgressOptions['limits'];
  readonly networkBytes?: number;
}

/** The broker, the HTTP provider and the check against the ceiling, as a call inside a call has them; nothing is written down. */
export async function startRun({ ceiling, secrets = {}, uses = [], limits, networkBytes }: RunOptions): Promise<Run> {
  const skill = 'skill';
  const store = memoryStore(new Map(Object.entries(secrets).map(([name, value]) => [name, secret(value)])));
  const broker = new Broker({ store, timeoutMs: 1_000, random: randomBytes });
  const bindings = uses.map((use) => ({ ...use, skill }));
  const opened = await broker.open({ call: 'call_1', skill, uses, bindings, loopback: true });
  if (opened.kind !== 'open') throw new Error(opened.message);
  const lookedUp: string[] = [];
  const provider = createHttpProvider({
    extraAuthorities: [certificates.authority],
    resolver: async (name) => {
      lookedUp.push(name);
      return ['127.0.0.1'];
    },
  });
  const handles = programSecrets(randomBytes);
  const calls: Run['calls'] = [];
  const perform = async (step: ChildStep): Promise<ChildResult> => {
    const outside = step.call.effects.find((effect) => !ceiling.some((grant) => covers(grant, effect)));
    if (outside !== undefined) {
      const message = `\`${JSON.stringify(outside)}\` is not part of what was approved`;
      return { status: 'turned-away', how: 'denied', code: `ceiling/${outside.kind}`, message };
    }
    const made = httpCall({
      call: step.call,
      bindings: [],
      inputs: new Map(),
      given: new Map(),
      settings: new Map(),
      uses: step.uses,
      effects: ceiling,
      stdin: step.stdin,
      holder: skill,
      cookies: new CookieJar(),
      policyOrigins: [],
      random: randomBytes,
      readFile: () => undefined,
      writeFile: () => ({ kind: 'file', write: () => Promise.reject(new Error('nothing is written here')) }),
      readCookies: () => undefined,
      now: Date.now(),
    });
    const used = { network_bytes: 0, wall_clock_ms: 0, cpu_ms: 0 };
    if (isValueProblem(made)) return { status: 'failed', stdout: new Uint8Array(), ...made, used };
    const cap = { network_bytes: networkBytes ?? 100_000_000, wall_clock_ms: 20_000, cpu_ms: 1_000 };
    const secrets = { ...opened.secrets, scrubber: () => opened.secrets.scrub.scrubber(handles.handle) };
    return provider.run(made, contextWith(step.stdin, { signal: step.signal, cap, secrets }));
  };
  const denials: { readonly code: string; readonly message: string }[] = [];
  const children: ChildCalls = {
    run: async (step) => {
      const result = await perform(step);
      calls.push({ step, result });
      return result;
    },
    refuse: async (refused) => void denials.push(refused),
  };
  const call: Call = {
    kind: 'call',
    capability: 'sandbox.python',
    args: object({}),
    effects: ceiling,
    tier: 2,
    span: { source: 'SKILL.md', start: 0, end: 1 },
  };
  const { signal, clock } = contextWith('', {
    clock: { wall: Date.now, monotonic: () => performance.now(), boot: 'test' },
  });
  const egress = await openEgress(
    { call, ceiling, children, handles, signal, networkBytes: networkBytes ?? 100_000_000, clock },
    { random: randomBytes, ...(limits === undefined ? {} : { limits }) },
  );
  const close = async () => {
    await egress.close();
    opened.secrets.close();
    provider.close();
  };
  return { egress, denials, calls, lookedUp, handle: handles.handle, close };
}

export function network(method: string, origin: string, path: string): Effect {
  return { kind: 'network', method, origin, path };
}

export function secretEffects(uses: readonly SecretUse[]): readonly Effect[] {
  return uses.map((use) => ({ kind: 'secret', ...use }));
}
