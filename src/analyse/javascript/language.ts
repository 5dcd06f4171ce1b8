import { givenVariable, wordValue } from '../given-variable.ts';
import { argument, computed, needed, reads, sends, undecided, writes } from '../library.ts';
import { handOver } from '../run/call.ts';
import { bindMethod, findMethod } from '../run/class.ts';
import type { Frame } from '../run/frame.ts';
import { type Call, foundAt, type Language, type Machine, type Place, plainCall } from '../run/machine.ts';
import { memberOf } from '../run/members.ts';
import {
  covered,
  data,
  each,
  join,
  library,
  list,
  literalText,
  lost,
  namesIn,
  nothing,
  type ObjectValue,
  object,
  text,
  type Value,
} from '../value.ts';
import { importModule } from './import.ts';
import { fileCall } from './library/files.ts';
import { callClient, clientMethod, clientRequestMethod } from './library/http.ts';
import { javascriptHandlers, touching } from './library/index.ts';
import { keyedMethod, listMethod, textMethod } from './library/methods.ts';
import {
  computingPackages,
  followedPackages,
  packageOf,
  pureModules,
  readingMember,
  writingMember,
} from './modules.ts';

export const javascript: Language = {
  builtin,
  importModule,
  member,
  anyMember,
  index,
  call,
  method,
  binary: () => undefined,
  constructorName: 'constructor',
  touches: (path) => touching.has(path) || /^fs(?:\/promises|-extra)?\./.test(path),
};

/** Globals that compute, count time or print. */
const pureGlobals =
  /^(?:console|process|Buffer|JSON|Math|Object|Array|String|Number|Boolean|Date|Promise|Map|Set|WeakMap|WeakSet|WeakRef|Symbol|BigInt|Intl|Reflect|Atomics|ArrayBuffer|SharedArrayBuffer|DataView|\w*Array|\w*Error|parseInt|parseFloat|isNaN|isFinite|decodeURIComponent|decodeURI|unescape|clearTimeout|clearInterval|clearImmediate|AbortController|AbortSignal|Blob|File|Event|EventTarget|TextEncoder|TextDecoder|ReadableStream|WritableStream|TransformStream|CompressionStream|DecompressionStream|performance|crypto|navigator|Bun|Deno|WebAssembly|Iterator|Temporal|Response)$/;

function builtin(name: string, frame: Frame): Value | undefined {
  if (name === 'undefined') return data('undefined');
  if (name === 'NaN' || name === 'Infinity') return { kind: 'constant', value: 0 };
  if (name === 'globalThis' || name === 'global' || name === 'window' || name === 'self') return library('globalThis');
  if (name === 'import.meta') return library('import.meta');
  if (name === 'this') return data('`this` of a module');
  if (name === 'super') return frame.lookup('*home*');
  return javascriptHandlers.has(name) || pureGlobals.test(name) ? library(name) : undefined;
}

function member(of: Value, name: string, place: Place): Value {
  switch (of.kind) {
    case 'library':
      return libraryMember(of.path, name, place);
    case 'object':
      return objectMember(of, name, place);
    case 'text':
      return name === 'length' ? data('a number') : { kind: 'bound', object: of, name };
    case 'list':
      return name === 'length' || name === 'size' ? data('a number') : { kind: 'bound', object: of, name };
    case 'constant':
    case 'function':
    case 'bound':
      return { kind: 'bound', object: of, name };
    case 'record':
      return /^(?:hasOwnProperty|toString|propertyIsEnumerable|isPrototypeOf)$/.test(name)
        ? { kind: 'bound', object: of, name }
        : data('undefined');
    case 'unknown':
      return of;
    default:
      return data(`\`${name}\` of a value`);
  }
}

/** What an async function gives is what it resolves to: `then` hands it on. */
function anyMember(of: Value, name: string): Value | undefined {
  if (!/^(?:then|catch|finally)$/.test(name) || of.kind === 'unknown') return undefined;
  const own =
    of.kind === 'record' ? of.entries.has(name) : of.kind === 'instance' && findMethod(of.of, name) !== undefined;
  return own ? undefined : { kind: 'bound', object: of, name };
}

function libraryMember(path: string, name: string, place: Place): Value {
  const { machine, frame } = place;
  if (path === 'process.env' || path === 'Bun.env') return variable(text(name), place);
  if (path === 'globalThis') return builtin(name, frame) ?? lost(`\`${name}\` is not defined in the text`);
  if (path === 'import.meta') return metaMember(name, frame);
  if (name === 'default') return library(path);
  if (/^(?:call|apply|bind)$/.test(name)) return { kind: 'bound', object: library(path), name };
  const whole = `${path}.${name}`;
  if (whole === 'process.argv' || whole === 'Bun.argv') return argvOf(machine);
  if (whole === 'Deno.args') return argvOf(machine, 0);
  if (whole === 'process.execPath' || whole === 'process.argv0') return text('node');
  if (whole === 'path.sep') return text('/');
  if (/^(?:process\.(?:binding|_linkedBinding|dlopen|mainModule)|require\.cache)$/.test(whole))
    return lost(`\`${whole}\` reaches what is not in the text`);
  if (whole === 'require.main') return data('a module');
  return library(whole.replace(/^path\.posix\.|^path\/posix\./, 'path.').replace(/^fs\.promises\./, 'fs/promises.'));
}

function metaMember(name: string, frame: Frame): Value {
  if (name === 'url' || name === 'filename') return frame.lookup('__filename') ?? data('a path');
  if (name === 'dirname') return frame.lookup('__dirname') ?? data('a path');
  return data(`\`${name}\` of the module`);
}

function variable(name: Value, place: Place): Value {
  return join(
    each(name).map((one): Value => {
      const written = literalText(one);
      if (written === undefined) {
        undecided(plainCall(place, []), 'variable', 'which variable it reads is decided when it runs');
        return data('a variable of the environment');
      }
      const given = givenVariable(written, place.machine);
      if (given !== undefined) return given;
      place.machine.findings.variable(written, false, foundAt(place));
      return { kind: 'text', pieces: [{ kind: 'env', name: written }] };
    }),
  );
}

/** `node`, the script, and the words behind it. */
function argvOf({ host }: Machine, skip = 2): Value {
  const front = [text('node'), text(host.source.path ?? '')].slice(0, skip);
  if (host.source.words === undefined) return list([...front, data('an argument')], true);
  const words = host.source.words.map(wordValue);
  return { ...list([...front, ...words]), front: front.length };
}

function objectMember(of: ObjectValue, name: string, place: Place): Value {
  switch (of.type) {
    case 'super':
      return superMember(of, name, place);
    case 'url':
      if (name === 'searchParams') return of.state.get('search') ?? data('a query');
      if (name === 'href') return of;
      return /^(?:toString|toJSON)$/.test(name) ? { kind: 'bound', object: of, name } : data('a part of an address');
    case 'http-client':
      return of.state.get(name) ?? { kind: 'bound', object: of, name };
    case 'dirent':
    case 'parsed-path':
      return of.state.get(name) ?? { kind: 'bound', object: of, name };
    case 'package':
    case 'child':
    case 'json':
      return name === 'length' ? data('a number') : { kind: 'bound', object: of, name };
    default:
      return { kind: 'bound', object: of, name };
  }
}

function superMember({ state }: ObjectValue, name: string, place: Place): Value {
  const [self, home] = [state.get('self'), state.get('home')];
  if (self === undefined || home?.kind !== 'class') return data('a method of a library');
  for (const base of home.bases) {
    const found = base.kind === 'class' ? findMethod(base, name) : undefined;
    if (found !== undefined) return bindMethod(found, self);
  }
  const made = self.kind === 'instance' ? self.fields.get('*base*') : undefined;
  return made === undefined ? data('a method of a library') : memberOf(made, name, place);
}

function index(of: Value, key: Value, place: Place): Value | undefined {
  if (of.kind === 'library') {
    if (of.path === 'process.env' || of.path === 'Bun.env') return variable(key, place);
    const names = each(key).map(literalText);
    if (names.every((name) => name !== undefined))
      return join(names.map((name) => libraryMember(of.path, name ?? '', place)));
    undecided(plainCall(place, []), 'code', 'which member it takes is decided when it runs');
    return covered('a member that is not in the text');
  }
  if (of.kind === 'object' && (of.type === 'package' || of.type === 'map'))
    return of.type === 'package' ? of : data('a member');
  return undefined;
}

function call(path: string, given: Call): Value {
  const handler = javascriptHandlers.get(path);
  if (handler !== undefined) return handler(given);
  const [, module = '', rest = ''] = /^(fs\/promises|fs-extra|fs)\.(.*)$/.exec(path) ?? [];
  const file = module === '' ? undefined : fileCall(rest, given);
  if (file !== undefined) return file;
  handOver(given, data('an argument of a callback'));
  if (path === 'Deno.env.get') return variable(needed(given, 0), given);
  const own = packageOf(path.replace(/^(@[^/]+\/[^./]+|[^./]+)[./].*$/, '$1'));
  if (computingPackages.has(own)) return packageCall(path, given);
  const top = /^[^.]+/.exec(path)?.[0] ?? path;
  if (pureModules.has(top) || pureGlobals.test(top)) return pureCall(path, given);
  if (
    followedPackages.has(own) &&
    /Error$|\.(?:isAxiosError|isCancel|toFormData|Agent|setGlobalDispatcher|getGlobalDispatcher|defaults)/.test(path)
  )
    return data('a value');
  given.machine.findings.leave('code', `\`${path}\` is not followed`, foundAt(given));
  return covered(`\`${path}\` is not followed`);
}

function pureCall(path: string, given: Call): Value {
  if (
    /^(?:Bun|Deno|WebAssembly|Reflect)\./.test(path) &&
    !/^(?:Bun|Deno)\.(?:env|argv|args|exit|sleep|version|inspect|nanoseconds|hash|password)|^Reflect\.(?:has|ownKeys|getOwnPropertyDescriptor)/.test(
      path,
    )
  ) {
    given.machine.findings.leave('code', `\`${path}\` is not followed`, foundAt(given));
    return covered(`\`${path}\` is not followed`);
  }
  if (path === 'Object.create' || path === 'Object.defineProperty' || path === 'Object.setPrototypeOf')
    return argument(given, 0) ?? nothing;
  return computed(given);
}

/** Something that a computing package made: what it opens and saves is seen by the names of its methods. */
function packageCall(path: string, given: Call): Value {
  const last = path.split('.').at(-1) ?? path;
  const target = argument(given, 0);
  if (target !== undefined && (readingMember.test(last) || path === 'sharp'))
    for (const one of textLike(target)) opens(given, one, 'read');
  if (target !== undefined && writingMember.test(last)) for (const one of textLike(target)) opens(given, one, 'write');
  return object('package');
}

function textLike(value: Value): readonly Value[] {
  return each(value).filter(
    (one) =>
      one.kind === 'text' ||
      (one.kind === 'unknown' && one.sort === 'lost') ||
      (one.kind === 'object' && one.state.has('text')),
  );
}

function opens(given: Call, path: Value, kind: 'read' | 'write'): void {
  const [first] = path.kind === 'text' ? path.pieces : [];
  if (first?.kind === 'literal' && /^https?:\/\//i.test(first.value)) sends(given, { method: text('GET'), url: path });
  else if (kind === 'read') reads(given, path);
  else writes(given, path);
}

function method(of: Value, name: string, given: Call): Value {
  if (name === 'then' && given.args[0] !== undefined) return given.machine.call(given.args[0], plainCall(given, [of]));
  if (name === 'catch' || name === 'finally') {
    handOver(given, data('an error'));
    return of;
  }
  switch (of.kind) {
    case 'text':
      return textMethod(of, name, given);
    case 'list':
      return listMethod(of, name, given);
    case 'object':
      return objectMethod(of, name, given);
    case 'function':
      return functionMethod(of, name, given);
    case 'library':
      if (name !== '*set*') return libraryMethod(of, name, given);
      if (
        name === '*set*' &&
        !/^(?:process(?:\.(?:env|exitCode|title))?|axios\.defaults.*|\w+\.prototype)$/.test(of.path)
      )
        undecided(given, 'code', `it changes \`${of.path}\``);
      return nothing;
    default:
      handOver(given, data('an argument of a callback'));
      return data('a computed value', namesIn(of));
  }
}

/** Functions of libraries that are called by `call`, `apply` and `bind`. */
function libraryMethod(of: Extract<Value, { kind: 'library' }>, name: string, given: Call): Value {
  const args = given.args.slice(1);
  switch (name) {
    case 'call':
      return given.machine.call(of, { ...given, args });
    case 'bind':
      if (args.length === 0) return of;
      undecided(given, 'code', `arguments are bound to \`${of.path}\``);
      return covered('a bound function');
    default: {
      handOver(given, data('an argument of a callback'));
      const packed = args[0];
      if (name !== 'apply') return of;
      return given.machine.call(of, {
        ...given,
        args: packed?.kind === 'list' ? packed.items : [],
        open: packed?.kind !== 'list',
      });
    }
  }
}

/** `f.call(this, …)`, `f.apply(this, […])`, `f.bind(this, …)` */
function functionMethod(fn: Extract<Value, { kind: 'function' }>, name: string, given: Call): Value {
  const [self, ...args] = given.args;
  const bound = self === undefined || fn.self !== undefined ? fn : { ...fn, self };
  if (name === 'bind') return { ...bound, given: [...(fn.given ?? []), ...args] };
  if (name === 'call') return given.machine.call(bound, { ...given, args });
  if (name !== 'apply') return data('a part of a function');
  const packed = args[0];
  return given.machine.call(bound, {
    ...given,
    args: packed?.kind === 'list' ? packed.items : [],
    open: packed?.kind !== 'list' || packed.open,
  });
}

function objectMethod(of: ObjectValue, name: string, given: Call): Value {
  switch (of.type) {
    case 'search':
    case 'headers':
    case 'form':
    case 'map':
      return keyedMethod(of, name, given);
    case 'url':
      return of;
    case 'http-client':
      return name === '*call*' ? callClient(given, of) : clientMethod(of, name, given);
    case 'client-request':
      return clientRequestMethod(of, name, given);
    case 'super':
      return callSuper(of, given);
    case 'package':
      handOver(given, data('an argument of a callback'));
      return packageCall(name, given);
    default:
      handOver(given, data('an argument of a callback'));
      return data('a part of a value');
  }
}

/** `super(…)` in a constructor. */
function callSuper({ state }: ObjectValue, given: Call): Value {
  const [self, home] = [state.get('self'), state.get('home')];
  if (home?.kind !== 'class' || self === undefined) return nothing;
  for (const base of home.bases) {
    if (base.kind !== 'class') continue;
    const start = findMethod(base, 'constructor');
    if (start !== undefined) given.machine.call(bindMethod(start, self), { ...given, created: false });
  }
  return nothing;
}
