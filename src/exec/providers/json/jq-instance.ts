import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';

/** The parts of the Emscripten runtime that are used here. */
export interface JqInstance {
  readonly FS: EmscriptenFiles;
  readonly callMain: (args: readonly string[]) => number;
}

interface EmscriptenFiles {
  readonly streams: (EmscriptenStream | null)[];
  readonly open: (path: string, flags: string) => EmscriptenStream;
  readonly writeFile: (path: string, data: Uint8Array) => void;
  readonly mkdirTree: (path: string) => void;
  readonly chdir: (path: string) => void;
}

interface EmscriptenStream {
  stream_ops: { readonly write?: StreamWrite };
}

type StreamWrite = (stream: unknown, buffer: Uint8Array, offset: number, length: number) => number;

interface RuntimeOptions {
  readonly thisProgram: string;
  readonly wasmBinary: Uint8Array;
  readonly preRun: ((module: { readonly ENV: Record<string, string | undefined> }) => void)[];
  readonly instantiateWasm: (imports: WasmImports, done: (instance: object, module: object) => void) => object;
}

interface WasmImports {
  readonly env: { emscripten_resize_heap: (bytes: number) => number };
}

declare const WebAssembly: {
  readonly compile: (bytes: Uint8Array) => Promise<object>;
  readonly instantiate: (module: object, imports: WasmImports) => Promise<object>;
};

/** `resourceLimits` of a thread do not count wasm memory; jq gets a failed allocation instead of the host's last byte. */
const maxHeapBytes = 512 * 1024 * 1024;

/** What Emscripten would tell the program; none of it is for a filter to see. */
const inventedEnvironment = ['USER', 'LOGNAME', 'PATH', 'PWD', 'HOME', 'LANG', '_'];

const startMark = '\nrun();\n';
const exportMark = "\nif (typeof exports === 'object' && typeof module === 'object')";

/**
 * jq-web only hands out `raw`, which drops what was printed before an error and NUL bytes, and names its input
 * `inputString`. So its factory is compiled here with the runtime's file system made reachable. It gets no `require`
 * and no `process`: nothing of the host is in its scope.
 */
export async function jqInstances(): Promise<() => Promise<JqInstance>> {
  const script = createRequire(import.meta.url).resolve('jq-web');
  const source = readFileSync(script, 'utf8');
  if (source.split(startMark).length !== 2 || !source.includes(exportMark)) {
    throw new Error('jq-web is not the version this was written for');
  }
  const reachable = source.replace(startMark, "\nModule['FS'] = FS; Module['ENV'] = ENV; run();\n");
  const body = `${reachable.slice(0, reachable.indexOf(exportMark))}\nreturn jq;`;
  const make = compileFunction(body, ['require', 'process', 'navigator', '__filename']);
  const factory: (options: RuntimeOptions) => Promise<JqInstance> = make();
  const wasmBinary = readFileSync(join(dirname(script), 'jq.wasm'));
  const compiled = await WebAssembly.compile(wasmBinary);
  return () =>
    factory({
      thisProgram: 'jq',
      wasmBinary,
      preRun: [
        (module) => {
          for (const name of inventedEnvironment) module.ENV[name] = undefined;
        },
      ],
      instantiateWasm: (imports, done) => {
        const grow = imports.env.emscripten_resize_heap;
        imports.env.emscripten_resize_heap = (bytes) => (bytes > maxHeapBytes ? 0 : grow(bytes));
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
        return {};
      },
    });
}
