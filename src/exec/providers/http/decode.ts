import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { HttpFailure } from './failure.ts';
import type { HttpLimits } from './request.ts';

/** A stage of the way from the wire to the output. A promise holds the sender back. */
export interface Stage {
  readonly write: (chunk: Buffer) => Promise<void> | undefined;
  readonly end: () => Promise<void>;
}

const mostCodings = 3;

/** The codings of an answer, in the order they were applied; undefined where one is not known. */
export function contentCodings(header: string | undefined): readonly string[] | undefined {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const codings = names.filter((name) => name !== '' && name !== 'identity');
  const known = codings.every((name) => /^(?:x-)?gzip$|^deflate$|^br$|^zstd$/.test(name));
  return known && codings.length <= mostCodings ? codings : undefined;
}

/** Undoes the codings, each step bounded by size and by ratio, and hands on what comes out. */
export function decoding(codings: readonly string[], limits: HttpLimits, onward: Stage): Stage {
  return codings.reduce<Stage>((next, coding) => decodeOne(coding, limits, next), onward);
}

function decodeOne(coding: string, limits: HttpLimits, onward: Stage): Stage {
  let decoder: Transform | undefined;
  let read = 0;
  let made = 0;
  let failure: unknown;
  let tail: Promise<void> | undefined;

  const start = (first: Buffer): Transform => {
    const stream = createDecoder(coding, first);
    stream.on('data', (chunk: Buffer) => {
      made += chunk.length;
      if (made > limits.decodedBytes || (made > limits.ratioFrom && made > read * limits.ratio)) {
        stream.destroy(new HttpFailure('limit/decompressed', 'The answer grows too much when it is decompressed', 63));
        return;
      }
      try {
        const before = tail;
        const written = before === undefined ? onward.write(chunk) : before.then(() => onward.write(chunk));
        tail = written;
        written?.catch((error) => stream.destroy(error));
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
    stream.on('error', (error) => {
      failure ??= error;
    });
    return stream;
  };

  return {
    write: async (chunk) => {
      read += chunk.length;
      decoder ??= start(chunk);
      await settled(decoder, (done) => decoder?.write(chunk, done));
      await tail;
    },
    end: async () => {
      if (decoder !== undefined) await settled(decoder, () => decoder?.end());
      await tail;
      await onward.end();
    },
  };

  /** Until the decoder has taken the chunk, ended or failed, whichever comes first. */
  async function settled(stream: Transform, act: (done: (error?: Error | null) => void) => void): Promise<void> {
    await new Promise<void>((resolve) => {
      const finish = () => {
        stream.off('error', finish).off('end', finish).off('close', finish);
        resolve();
      };
      stream.once('error', finish).once('end', finish).once('close', finish);
      if (stream.destroyed) finish();
      else act(finish);
    });
    if (failure instanceof HttpFailure) throw failure;
    if (failure !== undefined) throw new HttpFailure('network/bad-encoding', 'The answer cannot be decompressed', 61);
  }
}

function createDecoder(coding: string, first: Buffer): Transform {
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'zstd') return createZstdDecompress();
  if (coding !== 'deflate') return createGunzip();
  // Servers send both the zlib format and bare deflate under this name.
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
