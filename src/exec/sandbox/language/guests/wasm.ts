import { serve } from './serve.ts';
import { ModuleExit, wasiImports } from './wasi.ts';
import { errno } from './wasi-descriptors.ts';

interface Import {
  readonly module: string;
  readonly name: string;
  readonly kind: string;
}

interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}

declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<object>;
  readonly instantiate: (module: object, imports: object) => Promise<Instance>;
  readonly Module: { readonly imports: (module: object) => readonly Import[] };
};

const wasi = ['wasi_snapshot_preview1', 'wasi_unstable'];
const maxModuleBytes = 32 * 1024 * 1024;

/** A module with WASI's \`_start\`, or with plain functions: then the first argument names one, and the rest are numbers. */
const served = serve();
const bytes = served.files.read(served.request.program) ?? new Uint8Array();
if (bytes.length > maxModuleBytes) served.refuse(`the module is larger than ${maxModuleBytes} bytes`);
let memory: { readonly buffer: ArrayBuffer } | undefined;
const given = wasiImports(served, () => memory?.buffer ?? new ArrayBuffer(0));
try {
  const module = await WebAssembly.compile(bytes);
  const imports = WebAssembly.Module.imports(module);
  const unknown = imports.find((each) => each.kind !== 'function' || !wasi.includes(each.module));
  if (unknown !== undefined) {
    served.refuse(`the module wants \`${unknown.module}.${unknown.name}\`, which is not given to it`);
  }
  const functions = Object.fromEntries(imports.map(({ name }) => [name, given.get(name) ?? (() => errno.noSystem)]));
  const instance = await WebAssembly.instantiate(module, Object.fromEntries(wasi.map((name) => [name, functions])));
  if (isMemory(instance.exports.memory)) memory = instance.exports.memory;
  start(instance.exports);
} catch (error) {
  if (error instanceof ModuleExit) served.exit(error.code);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (/memory size .*larger|could not allocate memory|Out of memory/i.test(text)) served.outOfMemory();
  if (/^CompileError/.test(text)) served.refuse(`it is not a module of WebAssembly: ${text}`);
  served.print('stderr', Buffer.from(`${text}\n`));
  served.exit(1);
}
served.exit(0);

function start(exports: Instance['exports']): void {
  const [name = '', ...args] = served.request.args;
  if (typeof exports._start === 'function') {
    exports._start();
    return;
  }
  const called = Object.hasOwn(exports, name) ? exports[name] : undefined;
  if (typeof called !== 'function') {
    const names = Object.keys(exports).filter((each) => typeof exports[each] === 'function');
    served.refuse(`the module has no \`_start\` and no \`${name}\`; it has ${names.join(', ') || 'no functions'}`);
    return;
  }
  if (typeof exports._initialize === 'function') exports._initialize();
  const result: unknown = called(...args.map(numberOf));
  if (result !== undefined)
    served.print('stdout', Buffer.from(`${Array.isArray(result) ? result.join(' ') : String(result)}\n`));
}

/** \`12n\` is 64 bits wide. */
function numberOf(text: string): number | bigint {
  return /^-?\d+n$/.test(text) ? BigInt(text.slice(0, -1)) : Number(text);
}

function isMemory(value: unknown): value is { readonly buffer: ArrayBuffer } {
  return typeof value === 'object' && value !== null && 'buffer' in value;
}
