import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, said } from './answer.ts';
import type { EgressLimits } from './limits.ts';
import { type PassedOn, passOn } from './pass-on.ts';
import { isRefusal, type Refusal, refusal } from './refusal.ts';
import type { TlsEnd } from './tls/tls-end.ts';
import type { TunnelTarget } from './tunnel-target.ts';

/** What a proxy is made of. It decides nothing itself. */
export interface ProxyParts {
  readonly limits: EgressLimits;
  readonly tls: TlsEnd;
  /** What becomes of `CONNECT host:port`. */
  readonly tunnel: (asked: string) => TunnelTarget | PassedOn | Refusal;
  /** The answer to a request, in a tunnel or in absolute form. */
  readonly answer: (request: IncomingMessage, tunnel: TunnelTarget | undefined, signal: AbortSignal) => Promise<Answer>;
  /** What was refused before there was a request to answer. */
  readonly refused: (refusal: Refusal) => Promise<void>;
}

/** An HTTP proxy that ends TLS itself. One of them serves one run. */
export class HttpProxy {
  readonly #parts: ProxyParts;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #tunnels = new WeakMap<Duplex, TunnelTarget>();
  readonly #ended = new AbortController();
  #asked = 0;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
    const { limits } = parts;
    this.#server = createServer({
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headMs),
      // Looked at with all other headers, so that the refusal says why.
      requireHostHeader: false,
    });
    this.#server.maxConnections = limits.connections;
    this.#server.on('connection', (socket) => this.#watch(socket));
    this.#server.on('request', (request, response) => void this.#onRequest(request, response));
    this.#server.on('connect', (request, socket, head) => void this.#onConnect(request, socket, head));
    this.#server.on('clientError', (error, socket) => void this.#onBroken(error, socket));
    this.#server.on('drop', () => void this.#note(refusal(429, 'connections', 'too many connections at once')));
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, resolve);
    });
  }

  /** Whatever is under way ends. */
  async close(): Promise<void> {
    this.#ended.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await closed;
  }

  #watch(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // Said by `close` too, and nobody else may listen.
    socket.on('error', () => socket.destroy());
  }

  /** Refusals past the limit are not noted one by one: the first says it. */
  async #note(refused: Refusal): Promise<void> {
    if (this.#asked <= this.#parts.limits.requests + 1) await this.#parts.refused(refused).catch(() => undefined);
  }

  #isTooMany(): Refusal | undefined {
    this.#asked += 1;
    const { requests } = this.#parts.limits;
    return this.#asked > requests ? refusal(429, 'requests', `this run has made its ${requests} requests`) : undefined;
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort()).on('error', () => gone.abort());
    const tooMany = this.#isTooMany();
    const answer =
      tooMany === undefined
        ? await this.#answer(request, AbortSignal.any([gone.signal, this.#ended.signal]))
        : said(tooMany.status, tooMany.code, tooMany.message);
    if (tooMany !== undefined) await this.#note(tooMany);
    if (response.destroyed) return;
    write(response, answer, request.complete);
  }

  async #answer(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.#parts.answer(request, this.#tunnels.get(request.socket), signal);
    } catch {
      return said(502, 'egress/fault', 'the request could not be handled');
    }
  }

  async #onConnect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const inside = this.#tunnels.has(socket);
    const target =
      this.#isTooMany() ??
      (inside ? refusal(400, 'target', 'a tunnel in a tunnel') : this.#parts.tunnel(request.url ?? ''));
    if (target.kind === 'pass') return this.#passOn(target, socket, head);
    if (isRefusal(target)) {
      await this.#note(target);
      return end(socket, said(target.status, target.code, target.message, target.remedy));
    }
    const secured = this.#parts.tls.secure(socket, target.host, head);
    if (isRefusal(secured)) {
      await this.#note(secured);
      return end(socket, said(secured.status, secured.code, secured.message));
    }
    this.#watch(secured.socket);
    socket.write(established);
    const { headMs } = this.#parts.limits;
    const late = setTimeout(() => socket.destroy(), headMs);
    secured.socket.on('close', () => clearTimeout(late));
    secured.socket.once('secure', () => {
      clearTimeout(late);
      this.#tunnels.set(secured.socket, target);
      this.#server.emit('connection', secured.socket);
    });
  }

  async #passOn(target: PassedOn, socket: Duplex, head: Buffer): Promise<void> {
    const onward = await target.open(this.#ended.signal);
    if ('code' in onward) {
      await this.#note(onward);
      return end(socket, said(onward.status, onward.code, onward.message, onward.remedy));
    }
    this.#watch(onward);
    socket.write(established);
    const refused = await passOn(target, socket, onward, head, this.#parts.limits.headMs);
    if (refused !== undefined) await this.#note(refused);
  }

  /** What Node's parser does not take: two lengths, bare line feeds, folded lines, NUL … or a head that takes too long. */
  async #onBroken(error: Error & { readonly code?: string }, socket: Duplex): Promise<void> {
    const tooMany = this.#isTooMany();
    if (tooMany !== undefined) await this.#note(tooMany);
    if (tooMany !== undefined || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const refused = brokenRequest(error.code ?? '');
    await this.#note(refused);
    end(socket, said(refused.status, refused.code, refused.message));
  }
}

const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

function brokenRequest(code: string): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'too-slow', 'the request takes too long');
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, 'head-size', 'the head of the request is too long');
  return refusal(
    400,
    'malformed',
    `this is not one plain HTTP/1.1 request${/^HPE_\w+$/.test(code) ? ` (${code})` : ''}`,
  );
}

function write(response: ServerResponse, answer: Answer, complete: boolean): void {
  const headers = answer.headers.flat();
  // The rest of a body that was not read would be taken for the next request.
  if (!complete) headers.push('Connection', 'close');
  response.sendDate = false;
  response.writeHead(answer.status, answer.reason, headers);
  response.end(answer.body);
}

function end(socket: Duplex, answer: Answer): void {
  const lines = [...answer.headers, ['Connection', 'close'] as const].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${answer.status} ${answer.reason}\r\n${lines.join('')}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), answer.body]), () => socket.destroy());
}
