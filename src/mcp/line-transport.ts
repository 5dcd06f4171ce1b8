import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';

/** One message; a whole file as a parameter fits. */
const mostBytes = 4 * 1024 * 1024;

const newline = 10;

/**
 * Messages as lines of JSON over two streams. What is no message is answered with an error and skipped, whatever its length: a client
 * that says something wrong loses that one request and not the connection.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Called when the first answer is on its way. */
  onanswered?: () => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
    for (const event of ['end', 'close', 'error'] as const) this.#input.on(event, this.#ended);
    this.#output.on('error', this.#ended);
    this.#output.on('close', this.#ended);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#ended);
  }

  /** Resolves when it is on its way, so that a client that does not read holds back what is sent to it. */
  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    this.onanswered?.();
    delete this.onanswered;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off('data', this.#read);
    this.#input.pause();
    this.#parts = [];
    this.onclose?.();
  }

  readonly #ended = (): void => {
    void this.close();
  };

  readonly #read = (chunk: Buffer): void => {
    let rest = chunk;
    for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline)) {
      this.#take(rest.subarray(0, at));
      this.#line();
      rest = rest.subarray(at + 1);
    }
    this.#take(rest);
  };

  /** Nothing of a line that is too long is kept. */
  #take(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#size += part.length;
    if (this.#size <= mostBytes) return void this.#parts.push(part);
    this.#skipping = true;
    this.#parts = [];
    this.#refuse(null, -32600, `a message is larger than ${mostBytes} bytes`);
  }

  #line(): void {
    const line = this.#skipping ? '' : Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (line === '') return;
    const value = parsed(line);
    const message = value === undefined ? undefined : messageOf(value);
    if (message !== undefined) this.onmessage?.(message);
    else if (value === undefined) this.#refuse(null, -32700, 'a line is no JSON');
    else this.#refuse(idOf(value), -32600, 'a line is no JSON-RPC message');
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.onerror?.(new Error(message));
    this.#write({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => undefined);
  }

  #write(message: object): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the connection is closed'));
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function messageOf(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

function idOf(value: unknown): string | number | null {
  const { id } = Object(value) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
