import type { Served } from './serve.ts';

/** The one function that a script can call outside of its machine. Text only, so that nothing of ours gets in. */
export type HostCall = (operation: string, first: string, second: string) => string | undefined;

/** An end that the script asked for. What it does after that is not heard. */
export interface JavascriptHost {
  readonly call: HostCall;
  readonly exitCode: () => number | undefined;
}

export function javascriptHost(served: Served): JavascriptHost {
  let exitCode: number | undefined;
  const call: HostCall = (operation, first, second) => {
    if (exitCode !== undefined) return undefined;
    switch (operation) {
      case 'stdout':
      case 'stderr':
        served.print(operation, Buffer.from(first));
        return undefined;
      case 'read': {
        const bytes = first === '/dev/stdin' ? served.stdin : served.files.read(first);
        return bytes === undefined ? undefined : Buffer.from(bytes).toString();
      }
      case 'write':
        return served.files.write(first, Buffer.from(second)) ? 'written' : undefined;
      case 'list':
        return served.files.names(first)?.join('\n');
      case 'memory':
        return served.outOfMemory();
      case 'exit':
        exitCode = Number(first) & 0xff;
        return undefined;
      default:
        return undefined;
    }
  };
  return { call, exitCode: () => exitCode };
}

/**
 * What a script finds: `console`, `process`, and modules for files and paths, all made inside of its machine out of the
 * host's one function. Called with that function and the facts of the run.
 */
export const javascriptWorld = `(function (host, facts) {
  'use strict';
  // Another way to run code, and two that share memory and block.
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name];
  const { program, args, env, cwd } = JSON.parse(facts);
  const text = (value) => typeof value === 'string' ? value : value instanceof Error ? String(value.stack || value) : shown(value, []);
  const shown = (value, above) => {
    if (typeof value === 'string') return above.length === 0 ? value : JSON.stringify(value);
    if (typeof value === 'function') return '[Function ' + (value.name || '(anonymous)') + ']';
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value !== 'object' || value === null) return String(value);
    if (above.includes(value)) return '[Circular]';
    if (value instanceof Error) return String(value.stack || value);
    const below = above.concat([value]);
    if (Array.isArray(value)) return value.length === 0 ? '[]' : '[ ' + value.map((each) => shown(each, below)).join(', ') + ' ]';
    if (value instanceof Map) return 'Map(' + value.size + ') ' + shown([...value], above);
    if (value instanceof Set) return 'Set(' + value.size + ') ' + shown([...value], above);
    if (value instanceof Date) return value.toISOString();
    const names = Object.keys(value);
    return names.length === 0 ? '{}' : '{ ' + names.map((name) => name + ': ' + shown(value[name], below)).join(', ') + ' }';
  };
  const printer = (stream) => (...values) => { host(stream, values.map(text).join(' ') + '\\n', ''); };
  const [out, err] = [printer('stdout'), printer('stderr')];
  globalThis.console = { log: out, info: out, debug: out, error: err, warn: err, trace: err };
  const stream = (name) => ({ write: (value) => { host(name, String(value), ''); return true; }, isTTY: false });
  class Ended extends Error {}
  globalThis.process = {
    argv: ['node', program, ...args], env, cwd: () => cwd, platform: 'linux', exitCode: undefined, versions: {},
    stdout: stream('stdout'), stderr: stream('stderr'),
    exit: (code) => { host('exit', String(code === undefined ? process.exitCode || 0 : code), ''); throw new Ended('the program has ended'); },
  };
  const normalized = (value) => {
    const names = [];
    for (const name of value.split('/')) {
      if (name === '..') names.pop();
      else if (name !== '' && name !== '.') names.push(name);
    }
    return '/' + names.join('/');
  };
  const resolve = (...parts) => normalized(parts.reduce((base, part) => String(part).startsWith('/') ? String(part) : base + '/' + part, cwd));
  const path = {
    sep: '/', resolve, normalize: (value) => value.startsWith('/') ? normalized(value) : normalized('/' + value).slice(1) || '.',
    isAbsolute: (value) => value.startsWith('/'),
    join: (...parts) => path.normalize(parts.filter((part) => part !== '').join('/') || '.'),
    dirname: (value) => { const at = value.lastIndexOf('/'); return at < 0 ? '.' : at === 0 ? '/' : value.slice(0, at); },
    basename: (value, end) => { const name = value.slice(value.lastIndexOf('/') + 1); return end && name.endsWith(end) && name !== end ? name.slice(0, -end.length) : name; },
    extname: (value) => { const name = path.basename(value), at = name.lastIndexOf('.'); return at <= 0 ? '' : name.slice(at); },
  };
  const failure = (code, name, message) => Object.assign(new Error(code + ': ' + message + ", '" + name + "'"), { code, path: name });
  const read = (name) => host('read', name === 0 ? '/dev/stdin' : resolve(name), '');
  const fs = {
    existsSync: (name) => read(name) !== undefined || host('list', resolve(name), '') !== undefined,
    readFileSync: (name) => { const found = read(name); if (found === undefined) throw failure('ENOENT', name, 'no such file'); return found; },
    writeFileSync: (name, data) => { if (host('write', resolve(name), String(data)) === undefined) throw failure('EACCES', name, 'it may not be written'); },
    appendFileSync: (name, data) => fs.writeFileSync(name, (read(name) || '') + data),
    readdirSync: (name) => { const found = host('list', resolve(name), ''); if (found === undefined) throw failure('ENOENT', name, 'no such directory'); return found === '' ? [] : found.split('\\n'); },
    mkdirSync: () => undefined,
  };
  const own = { fs, path, process: globalThis.process };
  const loaded = Object.create(null);
  const requireFrom = (directory) => (name) => {
    const plain = name.startsWith('node:') ? name.slice(5) : name;
    if (Object.prototype.hasOwnProperty.call(own, plain)) return own[plain];
    if (!/^[.]{0,2}[/]/.test(name)) throw failure('MODULE_NOT_FOUND', name, 'it is not in this sandbox');
    const base = name.startsWith('/') ? normalized(name) : normalized(directory + '/' + name);
    for (const at of [base, base + '.js', base + '.cjs', base + '.json', base + '/index.js']) if (host('read', at, '') !== undefined) return load(at);
    throw failure('MODULE_NOT_FOUND', name, 'no such file');
  };
  const load = (at) => {
    if (loaded[at]) return loaded[at].exports;
    const module = (loaded[at] = { exports: {}, filename: at });
    const source = host('read', at, '');
    if (at.endsWith('.json')) module.exports = JSON.parse(source);
    else {
      const body = source.startsWith('#!') ? '//' + source : source;
      const run = new Function('exports', 'require', 'module', '__filename', '__dirname', body + '\\n//# sourceURL=' + at);
      const here = path.dirname(at);
      run.call(module.exports, module.exports, requireFrom(here), module, at, here);
    }
    return module.exports;
  };
  const fail = (error) => {
    if (error instanceof Ended) return;
    if (error instanceof Error && error.name === 'InternalError' && error.message === 'out of memory') return void host('memory', '', '');
    host('stderr', text(error) + '\\n', '');
    host('exit', '1', '');
  };
  try {
    load(program);
  } catch (error) {
    fail(error);
  }
  return () => { if (process.exitCode !== undefined) host('exit', String(process.exitCode), ''); };
})`;
