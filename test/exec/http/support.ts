import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { ProviderContext, ProviderResult, SecretPort } from '../../../src/exec/provider.ts';
import type { Header, HttpCall, HttpRequest, NetworkGrant } from '../../../src/exec/providers/http/request.ts';
import type { SecretText } from '../../../src/exec/secret-text.ts';

/** What came over one connection, as bytes in latin1. */
export interface Recorder {
  readonly port: number;
  readonly origin: string;
  /** One entry a request, head and body. */
  readonly requests: string[];
  connections: number;
  readonly close: () => Promise<void>;
}

export type Answer = (request: string, socket: Socket, count: number) => string | Buffer | undefined;

/** A server that parses nothing but where a request ends, and keeps every byte. */
export async function recorder(answer: Answer, tls?: TlsOptions, host = '127.0.0.1'): Promise<Recorder> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const onSocket = (socket: Socket): void => {
    recorded.connections += 1;
    sockets.add(socket);
    let seen = '';
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      for (let end = requestEnd(seen); end !== undefined; end = requestEnd(seen)) {
        const request = seen.slice(0, end);
        seen = seen.slice(end);
        requests.push(request);
        const reply = answer(request, socket, requests.length);
        if (reply !== undefined) socket.write(reply as string, 'latin1');
      }
    });
  };
  const server: Server = tls === undefined ? createServer(onSocket) : createTlsServer(tls, onSocket);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const recorded: Recorder = {
    port,
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return recorded;
}

function requestEnd(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const lines = text.slice(0, head).toLowerCase();
  const length = /\r\ncontent-length: *([0-9]+)/.exec(lines)?.[1];
  if (length !== undefined) return text.length >= head + 4 + Number(length) ? head + 4 + Number(length) : undefined;
  if (!/\r\ntransfer-encoding: *chunked/.test(lines)) return head + 4;
  const end = text.indexOf('\r\n0\r\n\r\n', head + 2);
  return end === -1 ? undefined : end + 7;
}

export function ok(body: string, headers: readonly string[] = [], status = '200 OK'): string {
  return [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n');
}

export const secretValue = 'tok-7c1fd0a94e';

/** A broker with one secret, bound to one origin. It scrubs the exact value, over chunk boundaries. */
export function secretsFor(origin: string, value = secretValue): SecretPort & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fill: async (text, at) => {
      asked.push(at);
      if (at !== origin) return { kind: 'refused', code: 'secret/not-bound', message: 'not bound here' };
      return { kind: 'filled', value: text.map((part) => (typeof part === 'string' ? part : value)).join('') };
    },
    scrubber: () => {
      let held = '';
      const scrubbed = (text: string) => text.replaceAll(value, '${secret:TOKEN}');
      return {
        push: (chunk) => {
          const text = scrubbed(held + Buffer.from(chunk).toString('latin1'));
          let keep = Math.min(text.length, value.length - 1);
          while (keep > 0 && !value.startsWith(text.slice(-keep))) keep -= 1;
          held = keep === 0 ? '' : text.slice(-keep);
          return Buffer.from(text.slice(0, text.length - keep), 'latin1');
        },
        end: () => Buffer.from(held, 'latin1'),
      };
    },
  };
}

export function contextWith(secrets: SecretPort, more: Partial<ProviderContext> = {}): ProviderContext {
  return {
    signal: new AbortController().signal,
    cap: { network_bytes: 10_000_000, wall_clock_ms: 10_000, cpu_ms: 1_000 },
    stdin: new Uint8Array(),
    secrets,
    clock: { wall: () => Date.now(), monotonic: () => performance.now(), boot: 'test' },
    ...more,
  };
}

export const token: SecretText = [{ secret: 'TOKEN', slot: 'header:authorization' }];

export function get(origin: string, more: Partial<HttpRequest> = {}): HttpRequest {
  const host = new URL(origin).host;
  return {
    method: 'GET',
    origin,
    target: ['/'],
    headers: [['Host', [host]]],
    redirects: { policy: 'none' },
    decompress: false,
    output: { kind: 'result' },
    failOnStatus: false,
    includeHeaders: false,
    ...more,
  };
}

export function headersFor(origin: string, ...more: readonly Header[]): readonly Header[] {
  return [['Host', [new URL(origin).host]], ...more];
}

/** Everything at these origins, loopback included. */
export function granting(origins: readonly string[], more: Partial<NetworkGrant> = {}): NetworkGrant {
  return {
    holder: 'skill',
    effects: [],
    covers: (_method, origin) => origins.includes(origin),
    privateOrigins: origins,
    policyOrigins: [],
    plainHttpLoopback: true,
    ...more,
  };
}

export function callOf(request: HttpRequest, more: Partial<HttpCall> = {}): HttpCall {
  return { request, grant: granting([request.origin]), ...more };
}

export function text(result: ProviderResult): string {
  return Buffer.from(result.stdout).toString('latin1');
}
