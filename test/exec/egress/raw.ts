import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** A proxy on a socket, and the authority of its certificates where tunnels are opened. */
export interface ProxyAt {
  readonly socket: string;
  readonly caPem?: string;
}

/** Bytes to the proxy as they are, and what comes back: so many whole answers, or all until it closes. */
export async function raw(egress: ProxyAt, bytes: string, answers = 1): Promise<string> {
  return answersTo(connect(egress.socket), bytes, answers);
}

export interface TunnelOptions {
  readonly servername?: string;
  readonly alpn?: readonly string[];
}

/** The same inside a tunnel. What stops the tunnel itself is the answer. */
export async function rawInTunnel(
  egress: ProxyAt,
  authority: string,
  bytes: string,
  options: TunnelOptions & { readonly answers?: number } = {},
): Promise<string> {
  const tunnel = await openTunnel(egress, authority, options);
  return typeof tunnel === 'string' ? tunnel : answersTo(tunnel, bytes, options.answers ?? 1);
}

export async function openTunnel(
  egress: ProxyAt,
  authority: string,
  { servername, alpn = ['http/1.1'] }: TunnelOptions = {},
): Promise<TLSSocket | string> {
  const socket = connect(egress.socket);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.toString('latin1')));
    socket.on('error', () => resolve('error')).on('close', () => resolve('closed'));
  });
  if (!head.startsWith('HTTP/1.1 200')) {
    socket.destroy();
    return head;
  }
  const host = authority.replace(/:\d+$/, '');
  const secured = connectTls({
    socket,
    ...(egress.caPem === undefined ? { rejectUnauthorized: false } : { ca: egress.caPem }),
    host,
    servername: servername ?? (/^[\d.]+$/.test(host) ? '' : host),
    checkServerIdentity: () => undefined,
    ALPNProtocols: [...alpn],
  });
  const failed = await new Promise<string | undefined>((resolve) => {
    secured.once('secureConnect', () => resolve(undefined));
    secured.on('error', (error) => resolve(`tls: ${(error as { code?: string }).code ?? error.message}`));
    secured.on('close', () => resolve('tls: closed'));
  });
  return failed ?? secured;
}

export function answersTo(socket: Socket, bytes: string, answers: number): Promise<string> {
  return new Promise((resolve) => {
    let seen = '';
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(seen);
    };
    const timer = setTimeout(done, 10_000);
    socket.on('data', (chunk: Buffer) => {
      seen += chunk.toString('latin1');
      if (wholeAnswers(seen) >= answers) done();
    });
    socket.on('error', done).on('close', done);
    socket.write(Buffer.from(bytes, 'latin1'));
  });
}

function wholeAnswers(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const end = head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length < end ? 0 : 1 + wholeAnswers(text.slice(end));
}

/** Status and the code in brackets: `403 egress/handle`. */
export function verdict(answer: string): string {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? answer;
  const code = /^skillc refused this request: .*\(([a-z/-]+)\)$/m.exec(answer)?.[1];
  return code === undefined ? status : `${status} ${code}`;
}
