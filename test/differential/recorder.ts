import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';

export interface RecordedRequest {
  readonly method: string;
  /** One character for each byte. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** latin1 */
  readonly body: string;
}

export interface Recorder {
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  readonly close: () => void;
}

/** Answers every request on one port, plain or TLS, with 200 and keeps what it was asked. */
export function startRecorder(
  certificate: { readonly key: string; readonly cert: string },
  place: { readonly host: string; readonly port: number } = { host: '127.0.0.1', port: 0 },
): Promise<Recorder> {
  const context = createSecureContext(certificate);
  const requests: RecordedRequest[] = [];
  const server = createServer((socket) => accept(socket, context, requests));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, () =>
      resolve({ port: portOf(server), requests, close: () => server.close() }),
    );
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A TLS hello starts with 0x16, which no method does. */
function accept(socket: Socket, secureContext: SecureContext, requests: RecordedRequest[]): void {
  socket.on('error', () => socket.destroy());
  socket.once('data', (first) => {
    socket.pause();
    socket.unshift(first);
    const stream = first[0] === 0x16 ? new TLSSocket(socket, { isServer: true, secureContext }) : socket;
    stream.on('error', () => socket.destroy());
    record(stream, requests);
    stream.resume();
  });
}

function record(stream: Socket, requests: RecordedRequest[]): void {
  let seen = '';
  let continued = false;
  stream.on('data', (chunk) => {
    seen += chunk.toString('latin1');
    if (!continued && /\r\nexpect: *100-continue/i.test(seen) && seen.includes('\r\n\r\n')) {
      continued = true;
      stream.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
    const request = readRequest(seen);
    if (request === undefined) return;
    seen = '';
    requests.push(request);
    stream.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
  });
}

/** Undefined until all of it has arrived. */
export function readRequest(text: string): RecordedRequest | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map(readHeader);
  const rest = text.slice(end + 4);
  const body = readBody(rest, headers);
  if (body === undefined) return undefined;
  const from = line.indexOf(' ');
  const to = line.lastIndexOf(' ');
  return { method: line.slice(0, from), target: line.slice(from + 1, to), headers, body };
}

function readHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function readBody(rest: string, headers: RecordedRequest['headers']): string | undefined {
  const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  if (value('transfer-encoding')?.toLowerCase() === 'chunked') return readChunks(rest);
  const length = Number(value('content-length') ?? '0');
  return rest.length >= length ? rest.slice(0, length) : undefined;
}

function readChunks(rest: string): string | undefined {
  let out = '';
  let at = 0;
  for (;;) {
    const end = rest.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(rest.slice(at, end), 16);
    if (Number.isNaN(size)) return undefined;
    if (rest.length < end + 2 + size + 2) return undefined;
    if (size === 0) return out;
    out += rest.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}
