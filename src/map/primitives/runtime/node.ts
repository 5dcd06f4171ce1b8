import type { Primitive } from '../../primitive.ts';
import { type InterpreterOption, interpreter } from './interpreter.ts';

/** Node 24, without what opens a debugger, watches, runs tests or reads code from elsewhere. */
export const nodeOptions: readonly InterpreterOption[] = [
  {
    names: [
      '--abort-on-uncaught-exception',
      '--enable-source-maps',
      '--experimental-default-type',
      '--experimental-detect-module',
      '--experimental-fetch',
      '--experimental-global-webcrypto',
      '--experimental-json-modules',
      '--experimental-modules',
      '--experimental-require-module',
      '--experimental-specifier-resolution',
      '--experimental-sqlite',
      '--experimental-strip-types',
      '--experimental-top-level-await',
      '--experimental-transform-types',
      '--experimental-vm-modules',
      '--experimental-wasm-modules',
      '--experimental-websocket',
      '--experimental-webstorage',
      '--expose-gc',
      '--expose_gc',
      '--harmony',
      '--no-addons',
      '--no-deprecation',
      '--no-experimental-fetch',
      '--no-experimental-strip-types',
      '--no-warnings',
      '--pending-deprecation',
      '--preserve-symlinks',
      '--preserve-symlinks-main',
      '--throw-deprecation',
      '--trace-deprecation',
      '--trace-exit',
      '--trace-uncaught',
      '--trace-warnings',
      '--use-strict',
      '--use_strict',
      '--verify-base-objects',
      '--no-node-snapshot',
    ],
    does: 'flag',
  },
  {
    names: [
      '--max-old-space-size',
      '--max_old_space_size',
      '--max-semi-space-size',
      '--stack-size',
      '--stack-trace-limit',
    ],
    does: 'value',
    accept: /^\d{1,9}$/,
  },
  {
    names: ['--unhandled-rejections', '--disable-warning', '--dns-result-order', '--title', '--conditions', '-C'],
    does: 'value',
  },
  { names: ['--input-type'], does: 'value', accept: /^(module|commonjs|module-typescript|commonjs-typescript)$/ },
  { names: ['-r', '--require', '--import', '--loader', '--experimental-loader'], does: 'load' },
  { names: ['--env-file', '--env-file-if-exists'], does: 'read' },
  { names: ['-e', '--eval', '-p', '--print', '-pe'], does: 'code' },
  { names: ['-v', '--version', '-h', '--help', '--v8-options'], does: 'print' },
];

const names = (path: string): readonly string[] => [path, `${path}.js`, path === '.' ? 'index.js' : `${path}/index.js`];
const typed = (path: string): readonly string[] => [
  path,
  `${path}.ts`,
  `${path}.js`,
  path === '.' ? 'index.ts' : `${path}/index.ts`,
];

export const node: Primitive = interpreter({
  program: 'node',
  capability: 'sandbox.node',
  names,
  options: nodeOptions,
});

export const tsx: Primitive = interpreter({
  program: 'tsx',
  capability: 'sandbox.node',
  names: typed,
  options: [{ names: ['--no-cache'], does: 'flag' }, { names: ['--tsconfig'], does: 'read' }, ...nodeOptions],
});

export const tsNode: Primitive = interpreter({
  program: 'ts-node',
  capability: 'sandbox.node',
  names: typed,
  options: [
    {
      names: [
        '-T',
        '--transpile-only',
        '--transpileOnly',
        '--esm',
        '--files',
        '-H',
        '--compilerHost',
        '--typeCheck',
        '--swc',
        '-s',
      ],
      does: 'flag',
    },
    { names: ['-P', '--project'], does: 'read' },
    { names: ['-O', '--compiler-options', '--compilerOptions', '-I', '--ignore'], does: 'value' },
    { names: ['-r', '--require'], does: 'load' },
    { names: ['-e', '--eval', '-p', '--print', '-pe'], does: 'code' },
    { names: ['-v', '--version', '-h', '--help'], does: 'print' },
  ],
});
