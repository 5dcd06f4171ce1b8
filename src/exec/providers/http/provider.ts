import { randomBytes } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Json } from '../../../ir/json.ts';
import type { Provider, ProviderContext, ProviderResult } from '../../provider.ts';
import { Deadline } from './deadline.ts';
import { headerOf } from './exchange.ts';
import { HttpFailure } from './failure.ts';
import { Operation } from './operation.ts';
import { Pool } from './pool.ts';
import { type Resolver, systemResolver } from './reach.ts';
import { defaultLimits, type HttpCall, type HttpLimits } from './request.ts';
import { shownReceived } from './shown-size.ts';
import { checkWriteOut, writeOut } from './write-out.ts';

export interface HttpProviderOptions {
  readonly resolver?: Resolver;
  /** PEM certificates trusted besides the built-in ones. Neither these nor a proxy are ever taken from the environment. */
  readonly extraAuthorities?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly random?: (bytes: number) => Uint8Array;
}

export interface HttpProvider extends Provider<HttpCall> {
  /** Closes the connections that are kept. */
  readonly close: () => void;
}

/** Headers of an answer that the record of a call keeps. */
const recorded = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'etag',
  'last-modified',
  'retry-after',
]);

export function createHttpProvider(options: HttpProviderOptions = {}): HttpProvider {
  const limits = { ...defaultLimits, ...options.limits };
  const random = options.random ?? randomBytes;
  let trusted: SecureContext | undefined;
  const trust = () => {
    trusted ??= createSecureContext({ ca: [...rootCertificates, ...(options.extraAuthorities ?? [])] });
    return trusted;
  };
  const pool = new Pool(options.resolver ?? systemResolver, trust, limits);
  return {
    run: (call, context) => runCall(call, context, pool, limits, random),
    close: () => pool.close(),
  };
}

async function runCall(
  call: HttpCall,
  context: ProviderContext,
  pool: Pool,
  limits: HttpLimits,
  random: (bytes: number) => Uint8Array,
): Promise<ProviderResult> {
  const started = context.clock.monotonic();
  const elapsed = () => Math.max(0, context.clock.monotonic() - started);
  const end = new Deadline(context.signal, context.cap.wall_clock_ms, call.request.timeoutMs);
  const operation = new Operation(call, context, pool, limits, end, random);
  const { output } = operation;
  let failure: HttpFailure | undefined;
  /** The request was made whatever becomes of the answer. */
  let answered = false;
  try {
    if (call.request.writeOut !== undefined) checkWriteOut(call.request.writeOut);
    end.check();
    await output.open();
    const head = await operation.run();
    answered = true;
    await output.closeSideFiles(() => call.cookies?.fileText(context.clock.wall()) ?? '');
    if (call.request.failOnStatus && head.status >= 400) {
      failure = new HttpFailure('network/status', `The server answered ${head.status}`, 22);
      answered = false;
      await output.dropFile();
    } else await output.close();
  } catch (error) {
    await output.abandon();
    if (!(error instanceof HttpFailure)) throw error;
    // An origin that a server chose is part of some messages.
    failure = new HttpFailure(error.code, output.scrub(error.message), error.exitCode, error.remedy);
  } finally {
    end.clear();
  }
  const ms = elapsed();
  if (call.request.writeOut !== undefined && operation.answer !== undefined) {
    output.text(writeOut(call.request.writeOut, transferFacts(operation, ms, failure?.exitCode ?? 0)));
  }
  return {
    status: failure === undefined ? 'done' : 'failed',
    stdout: output.bytes,
    exitCode: failure?.exitCode ?? 0,
    ...(failure === undefined ? {} : { code: failure.code, message: failure.message, stderr: `${failure.message}\n` }),
    ...(failure?.remedy === undefined ? {} : { remedy: failure.remedy }),
    ...(failure !== undefined && (operation.uncertain || answered) ? { uncertain: true } : {}),
    ...(operation.leadsTo === undefined ? {} : { leadsTo: output.scrub(operation.leadsTo) }),
    used: { network_bytes: shownTraffic(operation, context), wall_clock_ms: Math.ceil(ms), cpu_ms: 0 },
    facts: { http: httpFacts(operation) },
  };
}

/** Never more than what was reserved, though an answer may be larger when it is unpacked. */
function shownTraffic({ sent, received, shown }: Operation, { cap }: ProviderContext): number {
  return Math.min(shown.sent + shownReceived(shown.answers), Math.max(cap.network_bytes, sent + received));
}

function httpFacts(operation: Operation): Json {
  const { answer, hops, output, guarded, shown } = operation;
  const kept = [...(answer?.names.entries() ?? [])]
    .filter(([, name]) => recorded.has(name) && !(guarded && name === 'content-length'))
    .sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
  const values = kept.map(([at]) => answer?.headers[at]?.[1] ?? '');
  const scrubbed = output.scrubAll([...values, ...hops.map(({ path }) => path)]);
  // In the order of the canonical form, as the log writes it.
  return {
    bytes_received: shownReceived(shown.answers),
    bytes_sent: shown.sent,
    headers: Object.fromEntries(kept.map(([, name], at) => [name, scrubbed[at] ?? ''])),
    hops: hops.map(({ address, method, origin, status }, at) => ({
      address,
      method,
      origin,
      path: scrubbed[kept.length + at] ?? '',
      status,
    })),
    status: answer?.status ?? 0,
  };
}

function transferFacts(operation: Operation, ms: number, exitCode: number): Parameters<typeof writeOut>[1] {
  const { answer, hops, output } = operation;
  const last = hops.at(-1);
  return {
    http_code: String(answer?.status ?? 0).padStart(3, '0'),
    content_type: (answer && headerOf(answer, 'content-type')) ?? '',
    url_effective: operation.effectiveUrl,
    num_redirects: String(operation.redirects),
    size_download: String(output.size),
    size_upload: String(operation.uploaded),
    size_header: String(operation.headerBytes),
    time_total: (ms / 1000).toFixed(6),
    method: last?.method ?? '',
    scheme: last?.origin.split(':')[0] ?? '',
    http_version: answer?.protocol.slice(5) ?? '0',
    exitcode: String(exitCode),
  };
}
