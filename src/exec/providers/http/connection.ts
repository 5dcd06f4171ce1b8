import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { type AddressClass, classOf } from './address.ts';
import type { OpenSocket } from './connect.ts';
import { HttpFailure } from './failure.ts';
import type { Place } from './reach.ts';
import type { HttpLimits } from './request.ts';

const longestInterim = 8_192;

/** The bytes of one request. `length` counts the body as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** One character a byte. */
  readonly head: string;
  readonly expectsContinue: boolean;
  readonly body?: Buffer | { readonly length: number; readonly chunks: AsyncIterable<Uint8Array> };
}

/** How far the wire's own count may go for the answer under way. */
interface Meter {
  readonly from: number;
  readonly upTo: number;
  readonly onExceeded: () => void;
}

/**
 * One socket to one checked address, for one request at a time. undici frames, parses and keeps it alive; the head it would write
 * (its own order and case, a `connection` header) is replaced by ours, byte for byte, on its way to the socket.
 */
export class Connection {
  readonly place: Place;
  readonly address: string;
  readonly addressClass: AddressClass;
  used = false;
  #client: Client;
  #open: OpenSocket;
  #head: { readonly expected: string; readonly text: string } | undefined;
  #meter: Meter = { from: 0, upTo: 0, onExceeded: ignore };
  #interim: Buffer | undefined;
  #protocol = '';

  constructor(place: Place, open: OpenSocket, limits: HttpLimits) {
    this.place = place;
    this.address = open.address;
    this.addressClass = classOf(open.address);
    this.#open = open;
    this.#replaceHeads(open.socket);
    this.#meterAnswers(open.socket);
    let given = false;
    this.#client = new Client('http://checked.invalid', {
      allowH2: false,
      useMilo: false,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: limits.idleMs,
      keepAliveMaxTimeout: limits.idleMs,
      // The one socket, once: a client that lost it must not open another, unchecked.
      connect: (_options, done) => {
        const first = !given;
        given = true;
        queueMicrotask(() => {
          if (first) done(null, open.socket);
          else done(new HttpFailure('network/closed', 'The server closed the connection', 52), null);
        });
      },
    });
    this.#client.on('connectionError', ignore);
  }

  get alive(): boolean {
    return !this.#open.socket.destroyed && this.#open.socket.writable && !this.#client.destroyed;
  }

  /** Bytes in both directions since the connection began. */
  get traffic(): { readonly sent: number; readonly received: number } {
    return { sent: this.#open.wire.bytesWritten, received: this.#open.wire.bytesRead };
  }

  /** `HTTP/1.0` or `HTTP/1.1`, of the answer under way. */
  get protocol(): string {
    return this.#protocol;
  }

  get answerBytes(): number {
    return this.#open.wire.bytesRead - this.#meter.from;
  }

  dispatch(request: WireRequest, allowed: number, handler: Dispatcher.DispatchHandler, onExceeded: () => void): void {
    const { body } = request;
    // Only what undici's framing depends on; the rest of the request is in the head.
    const method = request.method === 'HEAD' ? 'HEAD' : body === undefined ? 'GET' : 'POST';
    this.used = true;
    const from = this.#open.wire.bytesRead;
    this.#meter = { from, upTo: from + allowed, onExceeded };
    this.#protocol = '';
    this.#interim = request.expectsContinue ? Buffer.alloc(0) : undefined;
    // Taken by the first write: undici sending the same request again would find none.
    this.#head = { expected: `${method} / HTTP/1.1\r\n`, text: request.head };
    const length = body === undefined || Buffer.isBuffer(body) ? [] : ['content-length', String(body.length)];
    const payload = body === undefined || Buffer.isBuffer(body) ? body : body.chunks;
    this.#client.dispatch({ method, path: '/', headers: length, body: (payload ?? null) as null }, handler);
  }

  destroy(): void {
    this.#client.destroy().catch(ignore);
    this.#open.socket.destroy();
  }

  #replaceHeads(socket: Socket): void {
    const write = socket.write.bind(socket) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
    const replaced = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      if (typeof chunk !== 'string') return write(chunk, ...rest);
      const head = this.#head;
      this.#head = undefined;
      // Every string undici writes is a head of its own making: one that was not announced must not go out.
      if (head === undefined || !chunk.startsWith(head.expected) || !chunk.endsWith('\r\n\r\n')) {
        socket.destroy(new Error('unexpected head'));
        return false;
      }
      return write(head.text, 'latin1');
    };
    socket.write = replaced as Socket['write'];
  }

  #meterAnswers(socket: Socket): void {
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (chunk === null) return push(null);
      if (this.#open.wire.bytesRead > this.#meter.upTo) {
        this.#meter.onExceeded();
        return false;
      }
      const rest = this.#withoutContinue(chunk);
      if (this.#protocol === '' && rest.length >= 8) this.#protocol = rest.toString('latin1', 0, 8);
      return rest.length === 0 ? true : push(rest, encoding);
    };
  }

  /** undici takes `100 Continue` for a bad answer. It is skipped where it was asked for. */
  #withoutContinue(chunk: Buffer): Buffer {
    if (this.#interim === undefined) return chunk;
    const seen = Buffer.concat([this.#interim, chunk]);
    const start = seen.toString('latin1', 0, 12);
    if (!/^HTTP\/1\.[01] 100$/.test(start)) {
      if (start.length < 12) {
        this.#interim = seen;
        return Buffer.alloc(0);
      }
      this.#interim = undefined;
      return seen;
    }
    const end = seen.indexOf('\r\n\r\n');
    if (end === -1 && seen.length < longestInterim) {
      this.#interim = seen;
      return Buffer.alloc(0);
    }
    this.#interim = undefined;
    return end === -1 ? seen : seen.subarray(end + 4);
  }
}

function ignore(): void {}
