import { call, constant, i32, i64, long, moduleOf } from './wasm-module.ts';

const wasi = 'wasi_snapshot_preview1';
/** By number, in the order of `imports`. */
const [argsSizes, argsGet, environSizes, environGet, fdWrite, fdRead, pathOpen, procExit] = [0, 1, 2, 3, 4, 5, 6, 7];
const [two, four, exit, open, none] = [0, 1, 2, 3, 4];

export const types = [
  { params: [i32, i32], results: [i32] },
  { params: [i32, i32, i32, i32], results: [i32] },
  { params: [i32], results: [] },
  { params: [i32, i32, i32, i32, i32, i64, i64, i32, i32], results: [i32] },
  { params: [], results: [] },
];

export const imports = [
  { module: wasi, name: 'args_sizes_get', type: two },
  { module: wasi, name: 'args_get', type: two },
  { module: wasi, name: 'environ_sizes_get', type: two },
  { module: wasi, name: 'environ_get', type: two },
  { module: wasi, name: 'fd_write', type: four },
  { module: wasi, name: 'fd_read', type: four },
  { module: wasi, name: 'path_open', type: open },
  { module: wasi, name: 'proc_exit', type: exit },
];

type Code = readonly number[];
const drop = 0x1a;
const load = (at: number): Code => [...constant(at), 0x28, 2, 0];
const store = (at: number, value: Code): Code => [...constant(at), ...value, 0x36, 2, 0];
const loop = (body: Code): Code => [0x03, 0x40, ...body, 0x0c, 0x00, 0x0b];
const numbers = (...values: readonly number[]): Code => values.flatMap(constant);

/** Writes what lies at an address to a descriptor; the length is code too. */
const write = (descriptor: Code, at: number, length: Code): Code => [
  ...store(32, constant(at)),
  ...store(36, length),
  ...descriptor,
  ...numbers(32, 1, 60),
  ...call(fdWrite),
  drop,
];

/** Reads at most 1000 bytes from a descriptor to 16384; how many is at 72. */
const read = (descriptor: Code): Code => [
  ...store(64, constant(16_384)),
  ...store(68, constant(1000)),
  ...descriptor,
  ...numbers(64, 1, 72),
  ...call(fdRead),
  drop,
];

/** Opens a path in the given directory. The descriptor is at 76, the answer of the call at 80. */
export const openPath = (at: number, length: number, flags: number, rights: number): Code =>
  store(80, [
    ...numbers(3, 0, at, length, flags),
    ...long(rights),
    ...long(rights),
    ...numbers(0, 76),
    ...call(pathOpen),
  ]);

export const program = (body: Code, data: readonly { at: number; bytes: string }[] = [], pages = 2): Uint8Array =>
  moduleOf({ types, imports, pages, data, functions: [{ type: none, export: '_start', body }] });

export const end = (code: Code): Code => [...code, ...call(procExit)];

/** Opens a path for reading and ends with WASI's error number. */
export const opening = (path: string): Uint8Array =>
  program([...openPath(200, Buffer.byteLength(path), 0, 2), ...end(load(80))], [{ at: 200, bytes: path }]);

export const wasmPrograms = {
  echo: program(
    [
      ...[...numbers(0, 4), ...call(argsSizes), drop, ...numbers(1024, 4096), ...call(argsGet), drop],
      ...[...numbers(8, 12), ...call(environSizes), drop, ...numbers(2048, 8192), ...call(environGet), drop],
      ...write(constant(1), 4096, load(4)),
      ...write(constant(1), 8192, load(12)),
      ...read(constant(0)),
      ...write(constant(1), 16_384, load(72)),
      ...write(constant(2), 100, constant(4)),
      ...end(constant(7)),
    ],
    [{ at: 100, bytes: 'err\n' }],
  ),
  files: program(
    [
      ...openPath(200, 10, 0, 2),
      ...read(load(76)),
      ...write(constant(1), 16_384, load(72)),
      ...openPath(300, 18, 1, 0x40),
      ...write(load(76), 400, constant(4)),
    ],
    [
      { at: 200, bytes: 'input/data' },
      { at: 300, bytes: 'output/deep/result' },
      { at: 400, bytes: 'made' },
    ],
  ),
  spin: program(loop([])),
  grow: program([], [], 60_000),
  shout: program(loop(write(constant(1), 0, constant(1000)))),
};
