import { createHash, type Hash } from 'node:crypto';
import type { SecretPort } from '../../provider.ts';
import { contentCodings, decoding, type Stage } from './decode.ts';
import { type AnswerHead, headerOf } from './exchange.ts';
import { HttpFailure, portFailure } from './failure.ts';
import type { FileSink, HttpLimits, HttpRequest } from './request.ts';
import { ShownSize } from './shown-size.ts';

/** Where the answer leaves us. Whatever passes here has been through the scrubber. */
export class AnswerOutput {
  #request: HttpRequest;
  #secrets: SecretPort;
  #limits: HttpLimits;
  #chunks: Uint8Array[] = [];
  #file: FileSink | undefined;
  #heads: FileSink | undefined;
  #headText = '';
  #jar: FileSink | undefined;
  #written: Promise<void> = Promise.resolve();
  /** Of the answer under way. */
  shown = new ShownSize();
  /** Of the body, as it left. */
  size = 0;

  constructor(request: HttpRequest, secrets: SecretPort, limits: HttpLimits) {
    this.#request = request;
    this.#secrets = secrets;
    this.#limits = limits;
  }

  get bytes(): Uint8Array {
    return this.#chunks.length === 1 && this.#chunks[0] !== undefined ? this.#chunks[0] : Buffer.concat(this.#chunks);
  }

  scrub(text: string): string {
    const scrubber = this.#secrets.scrubber();
    if (scrubber.isIdle === true) return text;
    const first = scrubber.push(Buffer.from(text, 'latin1'));
    const rest = scrubber.end();
    return rest.length === 0 ? latin1(first) : latin1(first) + latin1(rest);
  }

  /** Lines that are recorded together, in one pass where their number tells that none was lost. */
  scrubAll(lines: readonly string[]): readonly string[] {
    if (this.#secrets.scrubber().isIdle === true) return lines;
    const together = this.scrub(lines.join('\n')).split('\n');
    return together.length === lines.length ? together : lines.map((line) => this.scrub(line));
  }

  /**
   * As curl's `-i` shows it; empty where neither anybody sees it nor anything is to be taken out of it. A server that got a secret may
   * give it back, and then the length it names is not that of what we give out but tells how long the secret is.
   */
  head(head: AnswerHead, guarded: boolean): string {
    const { includeHeaders, writeOut, headerFile } = this.#request;
    const isShown = includeHeaders || writeOut !== undefined || headerFile !== undefined;
    const plain = this.#secrets.scrubber();
    if (plain.isIdle === true && !isShown) return '';
    const scrubber = this.shown.watch(plain);
    const lines = head.headers.map(([name, value]) => {
      const hidden = guarded && name.toLowerCase() === 'content-length';
      return `${name}: ${hidden ? '${withheld}' : value}\r\n`;
    });
    const text = `${head.protocol} ${head.status} ${head.reason}\r\n${lines.join('')}\r\n`;
    return latin1(scrubber.push(Buffer.from(text, 'latin1'))) + latin1(scrubber.end());
  }

  /** Before anything is sent: a file that cannot be written is no reason to ask a server first. */
  async open(): Promise<void> {
    const { output, headerFile, cookieJar } = this.#request;
    if (output.kind !== 'file' && headerFile === undefined && cookieJar === undefined) return;
    await toFile(async () => {
      if (output.kind === 'file') this.#file = await output.write();
      this.#heads = await headerFile?.write();
      this.#jar = await cookieJar?.write();
    });
  }

  /** For the file of heads, where there is one. */
  note(head: string): void {
    if (this.#heads !== undefined) this.#headText += head;
  }

  /** What is written whether the answer is wanted or not. */
  async closeSideFiles(cookies: () => string): Promise<void> {
    if (this.#heads === undefined && this.#jar === undefined) return;
    await toFile(async () => {
      await this.#heads?.write(Buffer.from(this.#headText, 'latin1'));
      await this.#heads?.close();
      this.#heads = undefined;
      await this.#jar?.write(Buffer.from(this.scrub(cookies()), 'latin1'));
      await this.#jar?.close();
      this.#jar = undefined;
    });
  }

  include(head: string): Promise<void> | undefined {
    return this.#emit(Buffer.from(head, 'latin1'));
  }

  /** A body that nobody wants is still counted. */
  unwanted(): Stage {
    const plain = this.#secrets.scrubber();
    const scrubber = plain.isIdle === true ? plain : this.shown.watch(plain);
    return { write: (chunk) => void scrubber.push(chunk), end: async () => void scrubber.end() };
  }

  /** The way of the body that is the result. */
  body(head: AnswerHead, guarded: boolean): Stage {
    const codings = contentCodings(headerOf(head, 'content-encoding'));
    const plain = this.#scrubbing();
    if (this.#request.decompress && this.#request.method !== 'HEAD') {
      if (codings === undefined) {
        throw new HttpFailure('network/unknown-encoding', 'The answer has a coding that is not known', 61);
      }
      return decoding(codings, this.#limits, plain);
    }
    return guarded && codings !== undefined && codings.length > 0 ? this.#watched(plain, codings) : plain;
  }

  text(text: string): void {
    this.#chunks.push(Buffer.from(this.scrub(text), 'latin1'));
  }

  async close(): Promise<void> {
    await this.#written;
    await toFile(async () => {
      await this.#file?.close();
      this.#file = undefined;
    });
  }

  /** Of an answer that counts as a failure there is no file. */
  async dropFile(): Promise<void> {
    await this.#file?.abandon();
    this.#file = undefined;
  }

  async abandon(): Promise<void> {
    this.#chunks = [];
    await this.#written.catch(() => undefined);
    for (const sink of [this.#file, this.#heads, this.#jar]) await sink?.abandon();
    this.#file = undefined;
    this.#heads = undefined;
    this.#jar = undefined;
  }

  #scrubbing(): Stage {
    const plain = this.#secrets.scrubber();
    const scrubber = plain.isIdle === true ? plain : this.shown.watch(plain);
    const pass = (chunk: Uint8Array) => {
      this.size += chunk.length;
      return this.#emit(chunk);
    };
    return {
      write: (chunk) => pass(scrubber.push(chunk)),
      end: async () => pass(scrubber.end()),
    };
  }

  /** A body that stays compressed hides what it echoes from the scrubber: one that does echo a secret is not given out at all. */
  #watched(onward: Stage, codings: readonly string[]): Stage {
    const scrubber = this.#secrets.scrubber();
    const before = createHash('sha256');
    const after = createHash('sha256');
    const feed = (hash: Hash, chunk: Uint8Array) => void hash.update(chunk);
    const look = decoding(codings, this.#limits, {
      write: (chunk) => {
        feed(before, chunk);
        feed(after, scrubber.push(chunk));
        return undefined;
      },
      end: async () => feed(after, scrubber.end()),
    });
    return {
      write: async (chunk) => {
        await look.write(chunk);
        await onward.write(chunk);
      },
      end: async () => {
        await look.end();
        if (!before.digest().equals(after.digest())) {
          this.shown.changed = true;
          throw new HttpFailure(
            'secret/in-compressed-answer',
            'The compressed answer holds a secret',
            1,
            'Add --compressed',
          );
        }
        await onward.end();
      },
    };
  }

  #emit(chunk: Uint8Array): Promise<void> | undefined {
    const { output } = this.#request;
    if (chunk.length === 0 || output.kind === 'discard') return undefined;
    if (output.kind === 'file') return this.#toFile(chunk);
    this.#chunks.push(chunk);
    return undefined;
  }

  /** In the order of the calls, whoever waits for them. */
  #toFile(chunk: Uint8Array): Promise<void> {
    this.#written = this.#written.then(() => toFile(async () => this.#file?.write(chunk)));
    return this.#written;
  }
}

async function toFile(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw portFailure(error, 'io/unwritable', 'The answer cannot be written to its file', 23);
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
