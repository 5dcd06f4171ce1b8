import type { Filled, SecretPort } from '../../provider.ts';
import { type SecretText, showSecretText } from '../../secret-text.ts';
import type { WireRequest } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { HttpFailure, portFailure } from './failure.ts';
import type { BodyPiece, Header, OpenFile } from './request.ts';

/** What one hop sends, secrets still out of it. */
export interface Message {
  readonly method: string;
  readonly target: SecretText;
  readonly headers: readonly Header[];
  readonly body: readonly BodyPiece[] | undefined;
}

export interface BuiltMessage {
  readonly request: WireRequest;
  readonly bytes: number;
  /** As many as it would be with secrets by name: what is told of its size must not tell theirs. */
  readonly shownBytes: number;
  readonly shownUpload: number;
  readonly close: () => Promise<void>;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const targetBytes = /^\/[\x21-\x7e\x80-\xff]*$/;
const valueBytes = /^[\t\x20-\x7e\x80-\xff]*$/;
const wholeNumber = /^[0-9]{1,15}$/;

/** Asked before anything is opened: a request that two readers could frame differently is no request. */
export function checkMessage(message: Message, authority: string): void {
  if (!token.test(message.method) || message.method === 'CONNECT') throw invalid('The method cannot be sent');
  let hosts = 0;
  let framings = 0;
  for (const [name, value] of message.headers) {
    if (!token.test(name)) throw invalid('A header name cannot be sent');
    const key = name.toLowerCase();
    if (key === 'host') {
      hosts += literal(value)?.toLowerCase() === authority ? 1 : 2;
    } else if (key === 'content-length') {
      framings += 1;
    } else if (key === 'transfer-encoding') {
      if (literal(value) !== 'chunked') throw invalid('Only chunked transfer is known');
      framings += 1;
    } else if (key === 'upgrade') throw invalid('A change of protocol cannot be asked for');
  }
  if (hosts !== 1) {
    throw new HttpFailure('network/host-header', 'The Host header does not name the origin that was granted', 3);
  }
  if (framings > 1) throw invalid('The length of the body is given twice');
  if (message.body !== undefined && framings === 0) throw invalid('The body has no length');
}

/** Fills the secrets in, for this origin alone, and lays out the bytes. */
export async function buildMessage(
  message: Message,
  origin: string,
  secrets: SecretPort,
  end: Deadline,
  authorize?: Authorize,
): Promise<BuiltMessage> {
  const hidden = { bytes: 0, secrets: 0 };
  const fill = filler(secrets, origin, end, hidden);
  const target = literal(message.target) ?? (await fill(message.target));
  if (!targetBytes.test(target)) throw invalid('The path or query cannot be sent');
  const inTarget = hidden.bytes;
  const body = message.body === undefined ? noBody : await openBody(message.body, fill, end);
  const inBody = hidden.bytes - inTarget;
  try {
    let chunked = false;
    let expectsContinue = false;
    let head = `${message.method} ${target} HTTP/1.1\r\n`;
    for (const [name, text] of message.headers) {
      const key = name.toLowerCase();
      chunked ||= key === 'transfer-encoding';
      expectsContinue ||= key === 'expect';
      const value = key === 'content-length' ? contentLength(text, body.length) : (literal(text) ?? (await fill(text)));
      head += headerLine(name, value);
      // curl's place for it.
      if (key === 'host' && authorize !== undefined) {
        const before = { ...hidden };
        const line = headerLine('Authorization', await authorize(fill, target));
        // However it is encoded there.
        if (hidden.secrets !== before.secrets) hidden.bytes = before.bytes + line.length;
        head += line;
      }
    }
    const request: WireRequest = { method: message.method, head: `${head}\r\n`, expectsContinue };
    const framed = chunked ? inOneChunk(body) : body;
    const length = framed.length;
    const whole = length === 0 ? undefined : (framed.whole ?? { length, chunks: framed.chunks });
    const shownUpload = length - inBody;
    const written = (count: number) => count.toString(chunked ? 16 : 10).length;
    const digits = written(body.length) - written(body.length - inBody);
    return {
      request: whole === undefined ? request : { ...request, body: whole },
      bytes: request.head.length + length,
      shownBytes: request.head.length + length - hidden.bytes - digits,
      shownUpload,
      close: body.close,
    };
  } catch (error) {
    await body.close();
    throw error;
  }
}

export type Fill = (text: SecretText) => Promise<string>;

/** The value of `Authorization` for the target as it is sent. */
export type Authorize = (fill: Fill, target: string) => Promise<string>;

function headerLine(name: string, value: string): string {
  if (!valueBytes.test(value)) throw invalid(`The value of the header ${name} cannot be sent`);
  return value === '' ? `${name}:\r\n` : `${name}: ${value}\r\n`;
}

/** What secrets add to the text that shows their names, and how many were filled in. */
interface Hidden {
  bytes: number;
  secrets: number;
}

function filler(secrets: SecretPort, origin: string, end: Deadline, hidden: Hidden): Fill {
  return async (text) => {
    const plain = literal(text);
    if (plain !== undefined) return plain;
    let filled: Filled;
    try {
      filled = await end.during(secrets.fill(text, origin));
    } catch (error) {
      throw portFailure(error, 'secret/unavailable', 'A secret cannot be read', 1);
    }
    if (filled.kind === 'filled') {
      hidden.bytes += filled.value.length - showSecretText(text).length;
      hidden.secrets += 1;
      return filled.value;
    }
    throw new HttpFailure(filled.code, filled.message, 1, filled.remedy);
  };
}

export function literal(text: SecretText): string | undefined {
  const [first = ''] = text;
  if (text.length <= 1) return typeof first === 'string' ? first : undefined;
  return text.every((part) => typeof part === 'string') ? text.join('') : undefined;
}

interface Body {
  readonly length: number;
  /** Where it needs no file. */
  readonly whole: Buffer | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

const noBody: Body = { length: 0, whole: undefined, chunks: stream([]), close: async () => undefined };

async function openBody(pieces: readonly BodyPiece[], fill: Fill, end: Deadline): Promise<Body> {
  const parts: (Uint8Array | OpenFile)[] = [];
  const close = async () => {
    for (const part of parts) if (!(part instanceof Uint8Array)) await part.close();
  };
  try {
    for (const piece of pieces) {
      if ('text' in piece) parts.push(Buffer.from(await fill(piece.text), 'latin1'));
      else parts.push('bytes' in piece ? piece.bytes : await end.during(piece.open(piece.file)));
    }
  } catch (error) {
    await close();
    throw portFailure(error, 'io/unreadable', 'A file of the body cannot be read', 26);
  }
  const length = parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : part.size), 0);
  const plain = parts.filter((part) => part instanceof Uint8Array);
  return {
    length,
    whole: plain.length === parts.length ? Buffer.concat(plain) : undefined,
    chunks: stream(parts),
    close,
  };
}

async function* stream(parts: readonly (Uint8Array | OpenFile)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      yield part;
      continue;
    }
    let left = part.size;
    // The last chunk waits for the end of the file: a server never has a whole body that is not the whole file.
    let held: Uint8Array | undefined;
    for await (const chunk of part.chunks) {
      left -= chunk.length;
      if (left < 0) break;
      if (held !== undefined) yield held;
      held = chunk;
    }
    if (left !== 0) throw new HttpFailure('io/changed-file', 'A file changed its size while it was sent', 26);
    if (held !== undefined) yield held;
  }
}

function inOneChunk(body: Body): Body {
  const before = Buffer.from(body.length === 0 ? '' : `${body.length.toString(16)}\r\n`, 'latin1');
  const after = Buffer.from(body.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n', 'latin1');
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield before;
    yield* body.chunks;
    yield after;
  }
  return {
    ...body,
    length: before.length + body.length + after.length,
    whole: body.whole === undefined ? undefined : Buffer.concat([before, body.whole, after]),
    chunks: chunks(),
  };
}

/** A length that was written down must be the true one: a wrong one would make the rest of the body the next request. */
function contentLength(text: SecretText, counted: number): string {
  const given = literal(text);
  if (given === '') return String(counted);
  if (given === undefined || !wholeNumber.test(given) || Number(given) !== counted) {
    throw invalid('The Content-Length given is not that of the body');
  }
  return given;
}

function invalid(message: string): HttpFailure {
  return new HttpFailure('network/invalid-request', message, 3);
}
