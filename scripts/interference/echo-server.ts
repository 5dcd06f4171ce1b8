import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';

/** How the server answers one program: the same for both runs of it. */
export interface EchoStyle {
  readonly encodings: readonly Encoding[];
  /** Sizes of the pieces that the answer comes in, over and over. */
  readonly chunks: readonly number[];
  /** With its length in the head, or in chunks. */
  readonly framed: boolean;
  readonly packed: 'gzip' | 'deflate' | undefined;
  readonly status: number;
  readonly inHeaders: boolean;
  readonly asJson: boolean;
  readonly padding: number;
}

export type Encoding = keyof typeof encoders;

const percent = (text: string): string =>
  text.replace(/./gs, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** What servers do to what they got before they give it back. */
export const encoders = {
  plain: (text: string) => text,
  base64: (text: string) => Buffer.from(text).toString('base64'),
  base64url: (text: string) => Buffer.from(text).toString('base64url'),
  hex: (text: string) => Buffer.from(text).toString('hex'),
  'upper-hex': (text: string) => Buffer.from(text).toString('hex').toUpperCase(),
  percent,
  'double-percent': (text: string) => percent(percent(text)),
  component: (text: string) => encodeURIComponent(text),
  form: (text: string) => new URLSearchParams({ v: text }).toString(),
  json: (text: string) => JSON.stringify(text),
  'json-twice': (text: string) => JSON.stringify(JSON.stringify(text)),
  'unicode-escapes': (text: string) =>
    text.replace(/./gs, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  entities: (text: string) => text.replace(/./gs, (c) => `&#${c.charCodeAt(0)};`),
  'hex-entities': (text: string) => text.replace(/./gs, (c) => `&#x${c.charCodeAt(0).toString(16)};`),
  octal: (text: string) => text.replace(/./gs, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`),
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
  reversed: (text: string) => [...text].reverse().join(''),
  'base64-of-json': (text: string) => Buffer.from(JSON.stringify({ v: text })).toString('base64'),
  'bytes-list': (text: string) => JSON.stringify([...Buffer.from(text)]),
} as const;

export interface EchoServer {
  readonly origin: string;
  readonly seen: string[];
  style: EchoStyle;
  readonly close: () => Promise<void>;
}

/** Gives back the value of every header, query member and body member that the client chose, encoded. */
export async function echoServer(style: EchoStyle): Promise<EchoServer> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      seen.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`);
      const { style: now } = echo;
      const values = sentValues(request.url ?? '', request.headers, body);
      const written = values.flatMap((value) => now.encodings.map((name) => encoders[name](value)));
      const text = now.asJson ? JSON.stringify({ got: written, pad: 'p'.repeat(now.padding) }) : written.join('\n');
      const bytes = packed(Buffer.from(text), now.packed);
      response.statusCode = now.status;
      response.sendDate = false;
      response.setHeader('content-type', now.asJson ? 'application/json' : 'text/plain');
      if (now.packed !== undefined) response.setHeader('content-encoding', now.packed);
      if (now.inHeaders)
        response.setHeader(
          'x-echo',
          written
            .join(' ')
            .replace(/[^\x20-\x7e]/g, '')
            .slice(0, 8_000),
        );
      if (now.framed) response.setHeader('content-length', bytes.length);
      send(bytes, now.chunks, (piece) => response.write(piece));
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const echo: EchoServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    style,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return echo;
}

function sentValues(
  url: string,
  headers: { readonly [name: string]: string | string[] | undefined },
  body: string,
): string[] {
  const own = ['authorization', 'x-api-key', 'cookie'].flatMap((name) => {
    const value = String(headers[name] ?? '');
    if (value === '') return [];
    if (!value.startsWith('Basic ')) return [value];
    return [Buffer.from(value.slice(6), 'base64').toString('utf8')];
  });
  const query = [...new URL(url, 'http://x').searchParams.values()];
  const members =
    body === ''
      ? []
      : body.startsWith('{')
        ? Object.values(JSON.parse(body) as object).map(String)
        : [...new URLSearchParams(body).values()];
  return [...own, ...query, ...members];
}

function packed(bytes: Buffer, how: EchoStyle['packed']): Buffer {
  return how === 'gzip' ? gzipSync(bytes) : how === 'deflate' ? deflateSync(bytes) : bytes;
}

function send(bytes: Buffer, sizes: readonly number[], write: (piece: Buffer) => void): void {
  for (let [at, turn] = [0, 0]; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    write(bytes.subarray(at, at + size));
    at += size;
  }
}
