import type { Served } from './serve.ts';
import { Descriptors, errno, fileType, writeTo } from './wasi-descriptors.ts';

type Call = (...args: readonly (number | bigint)[]) => number;

/** The module ended by itself. */
export class ModuleExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/**
 * WASI preview 1 over files in memory. Node's own gives real directories and promises no security; here there is nothing
 * real to reach. What is not listed answers that it does not exist.
 */
export function wasiImports(served: Served, memory: () => ArrayBuffer): ReadonlyMap<string, Call> {
  const { request, files } = served;
  const descriptors = new Descriptors(files);
  let inputAt = 0;
  const view = (): DataView => new DataView(memory());
  const bytesAt = (at: number, length: number): Uint8Array => new Uint8Array(memory(), at, length);
  const textAt = (at: number, length: number): string => Buffer.from(bytesAt(at, length)).toString();
  const put32 = (at: number, value: number): void => view().setUint32(at, value, true);
  const put64 = (at: number, value: bigint): void => view().setBigUint64(at, value, true);

  const sizes = (texts: readonly string[]) => (count: number, size: number) => {
    put32(count, texts.length);
    put32(
      size,
      texts.reduce((total, text) => total + Buffer.byteLength(text) + 1, 0),
    );
    return errno.success;
  };
  const list = (texts: readonly string[]) => (pointers: number, buffer: number) => {
    let at = buffer;
    texts.forEach((text, index) => {
      const bytes = Buffer.from(`${text}\0`);
      put32(pointers + 4 * index, at);
      bytesAt(at, bytes.length).set(bytes);
      at += bytes.length;
    });
    return errno.success;
  };
  /** Buffers of a call that reads or writes: pairs of address and length. */
  const vectors = (at: number, count: number): readonly Uint8Array[] =>
    Array.from({ length: count }, (_, index) => {
      const data = view();
      return bytesAt(data.getUint32(at + 8 * index, true), data.getUint32(at + 8 * index + 4, true));
    });
  const stat = (at: number, type: number, size: number): number => {
    bytesAt(at, 64).fill(0);
    view().setUint8(at + 16, type);
    put64(at + 24, 1n);
    put64(at + 32, BigInt(size));
    return errno.success;
  };
  const args = [request.program, ...request.args];
  const variables = Object.entries(request.env).map(([name, value]) => `${name}=${value}`);

  const calls: Readonly<Record<string, (...args: never[]) => number>> = {
    args_sizes_get: sizes(args),
    args_get: list(args),
    environ_sizes_get: sizes(variables),
    environ_get: list(variables),
    clock_res_get: (_: number, at: number) => {
      put64(at, 1_000_000n);
      return errno.success;
    },
    clock_time_get: (id: number, _: bigint, at: number) => {
      put64(at, BigInt(Math.floor((id === 0 ? Date.now() : performance.now()) * 1e6)));
      return errno.success;
    },
    random_get: (at: number, length: number) => {
      for (let done = 0; done < length; done += 65_536) {
        crypto.getRandomValues(new Uint8Array(memory(), at + done, Math.min(65_536, length - done)));
      }
      return errno.success;
    },
    sched_yield: () => errno.success,
    proc_exit: (code: number) => {
      throw new ModuleExit(code);
    },
    fd_close: (number: number) => descriptors.close(number),
    fd_fdstat_get: (number: number, at: number) => {
      const open = descriptors.get(number);
      if (open === undefined) return errno.badDescriptor;
      bytesAt(at, 24).fill(0);
      view().setUint8(
        at,
        open.kind === 'stream' ? fileType.characters : open.kind === 'file' ? fileType.file : fileType.directory,
      );
      for (const rights of [8, 16]) put64(at + rights, 0x1fff_ffffn);
      return errno.success;
    },
    fd_fdstat_set_flags: () => errno.success,
    fd_prestat_get: (number: number, at: number) => {
      if (number !== 3) return errno.badDescriptor;
      put32(at, 0);
      put32(at + 4, 1);
      return errno.success;
    },
    fd_prestat_dir_name: (number: number, at: number, length: number) => {
      if (number !== 3 || length < 1) return errno.badDescriptor;
      bytesAt(at, 1).set(Buffer.from('/'));
      return errno.success;
    },
    fd_read: (number: number, at: number, count: number, read: number) => {
      const open = descriptors.get(number);
      if (open === undefined || open.kind === 'directory' || (open.kind === 'stream' && open.number !== 0))
        return errno.badDescriptor;
      let total = 0;
      for (const buffer of vectors(at, count)) {
        const [source, from] = open.kind === 'file' ? [open.bytes, open.at] : [served.stdin, inputAt];
        const chunk = source.subarray(from, from + buffer.length);
        buffer.set(chunk);
        if (open.kind === 'file') open.at += chunk.length;
        else inputAt += chunk.length;
        total += chunk.length;
      }
      put32(read, total);
      return errno.success;
    },
    fd_write: (number: number, at: number, count: number, written: number) => {
      const open = descriptors.get(number);
      if (open === undefined || open.kind === 'directory') return errno.badDescriptor;
      const chunk = Buffer.concat(vectors(at, count));
      if (open.kind === 'file' && !writeTo(files, open, chunk)) return errno.tooBig;
      if (open.kind === 'stream') served.print(open.number === 2 ? 'stderr' : 'stdout', chunk);
      put32(written, chunk.length);
      return errno.success;
    },
    fd_seek: (number: number, offset: bigint, whence: number, result: number) => {
      const open = descriptors.get(number);
      if (open?.kind !== 'file') return open === undefined ? errno.badDescriptor : errno.notSeekable;
      const base = [0, open.at, open.bytes.length][whence];
      const at = base === undefined ? -1 : base + Number(offset);
      if (at < 0 || at > request.file_bytes) return errno.invalid;
      open.at = at;
      put64(result, BigInt(at));
      return errno.success;
    },
    fd_tell: (number: number, result: number) => {
      const open = descriptors.get(number);
      if (open?.kind !== 'file') return errno.badDescriptor;
      put64(result, BigInt(open.at));
      return errno.success;
    },
    fd_filestat_get: (number: number, at: number) => {
      const open = descriptors.get(number);
      if (open === undefined) return errno.badDescriptor;
      if (open.kind === 'file') return stat(at, fileType.file, open.bytes.length);
      return stat(at, open.kind === 'stream' ? fileType.characters : fileType.directory, 0);
    },
    fd_readdir: (number: number, at: number, length: number, cookie: bigint, used: number) => {
      const open = descriptors.get(number);
      if (open?.kind !== 'directory') return errno.badDescriptor;
      const names = files.names(open.path) ?? [];
      const entries = names.slice(Number(cookie)).map((name, index) => {
        const bytes = Buffer.from(name);
        const head = Buffer.alloc(24);
        head.writeBigUInt64LE(cookie + BigInt(index + 1), 0);
        head.writeUInt32LE(bytes.length, 16);
        head.writeUInt8(
          files.read(`${open.path === '/' ? '' : open.path}/${name}`) === undefined
            ? fileType.directory
            : fileType.file,
          20,
        );
        return Buffer.concat([head, bytes]);
      });
      const all = Buffer.concat(entries).subarray(0, length);
      bytesAt(at, all.length).set(all);
      put32(used, all.length);
      return errno.success;
    },
    path_open: (
      number: number,
      _: number,
      at: number,
      length: number,
      flags: number,
      rights: bigint,
      __: bigint,
      mode: number,
      result: number,
    ) => {
      const path = descriptors.resolve(number, textAt(at, length));
      if (path === undefined) return errno.badDescriptor;
      const opened = descriptors.open(path, {
        create: (flags & 1) !== 0,
        directory: (flags & 2) !== 0,
        exclusive: (flags & 4) !== 0,
        truncate: (flags & 8) !== 0,
        append: (mode & 1) !== 0,
        writes: (rights & 0x40n) !== 0n,
      });
      if (opened < 0) return -opened;
      put32(result, opened);
      return errno.success;
    },
    path_filestat_get: (number: number, _: number, at: number, length: number, result: number) => {
      const path = descriptors.resolve(number, textAt(at, length));
      if (path === undefined) return errno.badDescriptor;
      const bytes = files.read(path);
      if (bytes !== undefined) return stat(result, fileType.file, bytes.length);
      return files.names(path) === undefined ? errno.noEntry : stat(result, fileType.directory, 0);
    },
    path_unlink_file: (number: number, at: number, length: number) => {
      const path = descriptors.resolve(number, textAt(at, length));
      if (path === undefined || files.read(path) === undefined) return errno.noEntry;
      return files.remove(path) ? errno.success : errno.access;
    },
    path_create_directory: () => errno.success,
  };
  return new Map(Object.entries(calls)) as unknown as ReadonlyMap<string, Call>;
}
