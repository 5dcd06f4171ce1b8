import { wordValue } from '../given-variable.ts';
import { computed, needed, undecided } from '../library.ts';
import { joinPath } from '../path-text.ts';
import { handOver } from '../run/call.ts';
import { bindMethod, findMethod } from '../run/class.ts';
import type { Frame } from '../run/frame.ts';
import { type Call, foundAt, type Language, type Machine, type Place, plainCall } from '../run/machine.ts';
import { memberOf } from '../run/members.ts';
import { mergeInto } from '../run/parts.ts';
import { sameText } from '../text-change.ts';
import {
  covered,
  data,
  each,
  library,
  list,
  literalText,
  lost,
  nothing,
  type ObjectValue,
  record,
  text,
  type Value,
} from '../value.ts';
import { importModule } from './import.ts';
import { namespaceMember, parserMethod, subparsersMethod } from './library/arguments.ts';
import { loopMethod, poolMethod } from './library/concurrency.ts';
import { listMethod, listMethods, recordMethod, recordMethods } from './library/containers.ts';
import { variable } from './library/environment.ts';
import { openedAs } from './library/files.ts';
import { httpMethod } from './library/http.ts';
import { pythonHandlers, touching } from './library/index.ts';
import { packageCall } from './library/package.ts';
import { pathMember, pathMethod, pathObject, pathText } from './library/path-object.ts';
import { percentFormatted, textMethod } from './library/text-methods.ts';
import { harmlessMembers, pureModules } from './modules.ts';
import { computingPackages } from './packages.ts';

export const python: Language = {
  builtin,
  importModule,
  member,
  anyMember: () => undefined,
  index,
  call,
  method,
  binary,
  constructorName: '__init__',
  touches: (path) => touching.has(path),
};

const exceptionName = /^(?:[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration)|BaseException|ExceptionGroup)$/;

function builtin(name: string, _frame: Frame, machine: Machine): Value | undefined {
  if (name === '__name__') return text('__main__');
  if (name === '__doc__' || name === '__debug__') return data('a text');
  if (name === '__builtins__') return lost('`__builtins__` holds every function');
  if (pythonHandlers.has(name) || exceptionName.test(name)) return library(name);
  if (name === '__file__') return machine.host.source.path === undefined ? data('a path') : undefined;
  return undefined;
}

/** Constants of the standard library whose text matters in paths. */
const constants: ReadonlyMap<string, string> = new Map([
  ['os.sep', '/'],
  ['os.path.sep', '/'],
  ['os.curdir', '.'],
  ['os.pardir', '..'],
  ['os.linesep', '\n'],
  ['os.devnull', '/dev/null'],
  ['os.pathsep', ':'],
  ['os.name', 'posix'],
  ['sys.platform', 'linux'],
  ['sys.executable', 'python3'],
]);

/** Ways from a module to anything else. */
const innerMembers =
  /^(?:sys\.(?:modules|meta_path|path_hooks|_getframe|_current_frames)|os\.sys|\w+\.__dict__|\w+\.__loader__)$/;

function member(object: Value, name: string, place: Place): Value {
  switch (object.kind) {
    case 'library':
      return libraryMember(`${object.path}.${name}`, place);
    case 'object':
      return objectMember(object, name, place);
    case 'text':
    case 'constant':
      return { kind: 'bound', object, name };
    case 'list':
      return listMethods.test(name) ? { kind: 'bound', object, name } : data('a part of a list');
    case 'record':
      return recordMethods.test(name) ? { kind: 'bound', object, name } : data('a missing member');
    case 'unknown':
      return object;
    case 'bound':
      return data('a part of a function');
    default:
      return data(`\`${name}\` of a value`);
  }
}

function libraryMember(path: string, { machine }: Place): Value {
  const constant = constants.get(path);
  if (constant !== undefined) return text(constant);
  if (path === 'sys.argv') return argvOf(machine);
  if (innerMembers.test(path)) return lost(`\`${path}\` holds what is not in the text`);
  return library(path.replace(/^io\.open$/, 'open').replace(/^builtins\./, ''));
}

/** The script's own name and the words behind it. */
function argvOf({ host }: Machine): Value {
  const own = host.source.path === undefined ? text('-c') : text(host.source.path);
  if (host.source.words === undefined) return list([own, data('an argument')], true);
  const words = host.source.words.map(wordValue);
  return { ...list([own, ...words]), front: 1 };
}

function objectMember(object: ObjectValue, name: string, place: Place): Value {
  switch (object.type) {
    case 'namespace':
      return namespaceMember(object, name);
    case 'Path':
      return pathMember(object, name) ?? { kind: 'bound', object, name };
    case 'super':
      return superMember(object, name, place);
    case 'module-spec':
      return name === 'loader' ? data('a loader') : { kind: 'bound', object, name };
    default:
      return object.state.get(name) ?? { kind: 'bound', object, name };
  }
}

/** `super().method`: of the classes above the one whose method this is. */
export function superMember({ state }: ObjectValue, name: string, place: Place): Value {
  const [self, home] = [state.get('self'), state.get('home')];
  if (self === undefined || home?.kind !== 'class') return data('a method of a library');
  for (const base of home.bases) {
    const found = base.kind === 'class' ? findMethod(base, name) : undefined;
    if (found !== undefined) return bindMethod(found, self);
  }
  const made = self.kind === 'instance' ? self.fields.get('*base*') : undefined;
  if (name === '__init__' || made === undefined) return data('a method of a library');
  return memberOf(made, name, place);
}

function index(object: Value, key: Value, place: Place): Value | undefined {
  if (object.kind === 'library') {
    if (object.path === 'os.environ') return variable(plainCall(place, []), key, undefined, true);
    const [top = ''] = object.path.split('.');
    return pureModules.has(top) || computingPackages.has(top) || /^[a-z]+$/.test(object.path)
      ? data('a type')
      : undefined;
  }
  if (object.kind === 'object') {
    if (object.type === 'package') return object;
    if (object.type === 'namespace') return object.state.get(literalText(key) ?? '') ?? data('an argument');
    return data('a part of an object');
  }
  return undefined;
}

function call(path: string, given: Call): Value {
  const handler = pythonHandlers.get(path);
  if (handler !== undefined) return handler(given);
  const [top = path] = path.split('.');
  if (computingPackages.has(top)) return packageCall(path, given);
  const rest = path.slice(top.length + 1);
  handOver(given, data('an argument of a callback'));
  if (/^sys\.path\.(?:insert|append|extend)$/.test(path)) return searchMore(path, given);
  if (exceptionName.test(path.split('.').at(-1) ?? '')) return data('an error');
  if (harmlessMembers.get(top)?.test(rest) === true) return computed(given);
  if (pureModules.has(top) && !harmlessMembers.has(top)) return computed(given);
  given.machine.findings.leave('code', `\`${path}\` is not followed`, foundAt(given));
  return covered(`\`${path}\` is not followed`);
}

/** `sys.path.insert(0, …)`: modules are then found there too. */
function searchMore(path: string, given: Call): Value {
  const added = needed(given, path.endsWith('insert') ? 1 : 0);
  for (const one of each(added)) {
    const own = one.kind === 'object' && one.type === 'Path' ? pathText(one) : one;
    const [root, ...rest] = own.kind === 'text' ? own.pieces : [];
    const tail = literalText({ kind: 'text', pieces: rest });
    if (root?.kind === 'root' && root.of === 'bundle' && tail !== undefined) given.machine.host.addSearchRoot(tail);
    else if (own.kind === 'text' && literalText(own) !== undefined)
      given.machine.host.addSearchRoot(literalText(own) ?? '');
    else undecided(given, 'module', 'where it looks for modules is decided when it runs');
  }
  return nothing;
}

function method(object: Value, name: string, given: Call): Value {
  switch (object.kind) {
    case 'text':
      return textMethod(object, name, given);
    case 'list':
      return listMethod(object, name, given);
    case 'record':
      return recordMethod(object, name, given);
    case 'object':
      return objectMethod(object, name, given);
    case 'library':
      // `os.environ["X"] = …`, `requests.get = …`: an assignment to a module changes what others call.
      if (
        name === '*set*' &&
        object.path !== 'os.environ' &&
        !/^(?:sys\.std|socket|ssl|requests\.packages)/.test(object.path)
      )
        undecided(given, 'code', `it changes \`${object.path}\``);
      return nothing;
    default:
      return computed(given);
  }
}

function objectMethod(object: ObjectValue, name: string, given: Call): Value {
  switch (object.type) {
    case 'Path':
      return pathMethod(object, name, given);
    case 'parser':
      return parserMethod(object, name, given);
    case 'subparsers':
      return subparsersMethod(object, name, given);
    case 'pool':
      return poolMethod(name, given);
    case 'event-loop':
      return loopMethod(name, given);
    case 'package':
      return packageCall(name, given);
    case 'json':
      return name === 'encode' || name === 'decode' ? object : data('JSON text');
    case 'archive':
      return archiveMethod(name, given);
    case 'ConfigParser':
      if (name === 'read') openedAs(given, needed(given, 0, 'filenames'), 'r');
      return data('a setting');
    case 'file':
      handOver(given, data('a line'));
      return data('what a file holds');
    default: {
      const answer = httpMethod(object, name, given);
      if (answer !== undefined) return answer;
      given.machine.findings.leave('socket', `\`${name}\` opens a connection that is not followed`, foundAt(given));
      return covered('a connection');
    }
  }
}

function archiveMethod(name: string, given: Call): Value {
  if (name === 'extractall' || name === 'extract') {
    const to = given.named.get('path') ?? given.args[name === 'extract' ? 1 : 0] ?? text('.');
    openedAs(given, to, 'w');
  }
  if (name === 'write' || name === 'add') openedAs(given, needed(given, 0, 'filename', 'name'), 'r');
  return data('what an archive holds');
}

function binary(operator: string, left: Value, right: Value): Value | undefined {
  const paths = [left, right].some((side) => each(side).some((one) => one.kind === 'object' && one.type === 'Path'));
  if (operator === '/' && paths) return pathObject(joinPath(plainPath(left), plainPath(right)));
  if (operator === '%' && each(left).some((one) => one.kind === 'text')) return percentFormatted(left, right);
  if (operator === '|' && left.kind === 'record' && right.kind === 'record') {
    const made = record(left.entries, left.rest);
    mergeInto(made, right);
    return made;
  }
  if (operator === '*' && left.kind === 'list') return list(left.items, true);
  return undefined;
}

function plainPath(value: Value): Value {
  const options = each(value).map((one) => (one.kind === 'object' && one.type === 'Path' ? pathText(one) : one));
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : sameText({ kind: 'choice', values: options });
}
