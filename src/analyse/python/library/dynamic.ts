import { argument, computed, type Handler, literalArgument, needed, undecided } from '../../library.ts';
import { memberOf } from '../../run/members.ts';
import { covered, each, literalText, nothing, object, type Value } from '../../value.ts';

/** Code that is made or fetched while the script runs. */
const runsCode =
  (what: string): Handler =>
  (call) => {
    undecided(call, 'code', what);
    return covered(what);
  };

const importByName: Handler = (call) => {
  const names = each(needed(call, 0, 'name')).map(literalText);
  const [only] = names;
  if (names.length === 1 && only !== undefined)
    return call.machine.language.importModule(only, call.frame, call.at, call.machine);
  undecided(call, 'code', 'which module it loads is decided when it runs');
  return covered('a module that is not in the text');
};

/** `getattr(x, "name", preset)`; a name that is not in the text may be any member. */
const getAttribute: Handler = (call) => {
  const [from, name] = [needed(call, 0), needed(call, 1)];
  const written = each(name).map(literalText);
  if (written.every((one) => one !== undefined)) {
    const found = written.map((one) => memberOf(from, one ?? '', call));
    const preset = argument(call, 2);
    const missing = found.every((one) => one.kind === 'unknown' && one.sort === 'data');
    return missing && preset !== undefined ? preset : ({ kind: 'choice', values: found } as Value);
  }
  if (!call.open && each(from).every((one) => one.kind === 'unknown' && one.sort !== 'lost')) return from;
  undecided(call, 'code', 'which member it takes is decided when it runs');
  return covered('a member that is not in the text');
};

/** A file of the bundle by its path, loaded as a module. */
const fileModule: Handler = (call) => {
  const path = argument(call, 1, 'location');
  const inside = path?.kind === 'text' || path?.kind === 'object' ? path : undefined;
  if (inside !== undefined) {
    const found = call.machine.language.importModule(bundledPath(inside) ?? '', call.frame, call.at, call.machine);
    if (found.kind === 'module') return object('module-spec', [['module', found]]);
  }
  undecided(call, 'code', 'which file it loads is decided when it runs');
  return object('module-spec', [['module', covered('a module that is not in the text')]]);
};

/** `*` in front marks a path of the bundle for `importModule`. */
function bundledPath(path: Value): string | undefined {
  const own = path.kind === 'object' ? path.state.get('text') : path;
  if (own?.kind !== 'text') return undefined;
  const [root, ...rest] = own.pieces;
  const tail = literalText({ kind: 'text', pieces: rest });
  return root?.kind === 'root' && root.of === 'bundle' && tail !== undefined
    ? `*${tail.replace(/^\/+/, '')}`
    : undefined;
}

export const dynamicHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['eval', runsCode('`eval` runs text as code')],
  ['exec', runsCode('`exec` runs text as code')],
  ['compile', runsCode('`compile` makes code of text')],
  ['globals', runsCode('`globals()` reaches names that are not in the text')],
  ['locals', (call) => computed(call)],
  ['breakpoint', computed],
  ['__import__', importByName],
  ['importlib.import_module', importByName],
  ['importlib.__import__', importByName],
  ['importlib.reload', computed],
  ['importlib.util.find_spec', computed],
  ['importlib.util.spec_from_file_location', fileModule],
  [
    'importlib.util.module_from_spec',
    (call) => {
      const spec = needed(call, 0, 'spec');
      return spec.kind === 'object'
        ? (spec.state.get('module') ?? nothing)
        : covered('a module that is not in the text');
    },
  ],
  ['runpy.run_path', runsCode('`runpy` runs another file')],
  ['runpy.run_module', runsCode('`runpy` runs another module')],
  ['getattr', getAttribute],
  ['operator.attrgetter', runsCode('`attrgetter` takes members by name')],
  ['operator.methodcaller', runsCode('`methodcaller` calls methods by name')],
  ...['pickle', 'cPickle', 'marshal', 'dill', 'cloudpickle', 'joblib'].flatMap((library) =>
    ['load', 'loads', 'Unpickler'].map(
      (name) => [`${library}.${name}`, runsCode(`\`${library}.${name}\` may run code that data holds`)] as const,
    ),
  ),
  ['code.interact', runsCode('`code` runs text as code')],
  ['code.InteractiveConsole', runsCode('`code` runs text as code')],
  ['types.FunctionType', runsCode('it makes a function of code')],
  ['types.CodeType', runsCode('it makes code')],
  ['sys.settrace', runsCode('it runs code at every line')],
  ['sys.setprofile', runsCode('it runs code at every call')],
  [
    'yaml.load',
    (call) => {
      const loader = literalArgument(call, 1, 'Loader');
      const given = argument(call, 1, 'Loader');
      const safe =
        loader === undefined &&
        given?.kind === 'library' &&
        /\.(?:C?SafeLoader|C?BaseLoader|FullLoader)$/.test(given.path);
      if (!safe) undecided(call, 'code', '`yaml.load` without a safe loader may run code that data holds');
      return computed(call);
    },
  ],
  ['yaml.unsafe_load', runsCode('`yaml.unsafe_load` may run code that data holds')],
  ['yaml.full_load', computed],
]);

/** Modules that are native code, or another way out. */
export const closedModules: ReadonlyMap<
  string,
  { readonly what: 'code' | 'socket' | 'program'; readonly message: string }
> = new Map([
  ['ctypes', { what: 'code', message: '`ctypes` calls native code' }],
  ['cffi', { what: 'code', message: '`cffi` calls native code' }],
  ['_ctypes', { what: 'code', message: '`ctypes` calls native code' }],
  ['smtplib', { what: 'socket', message: '`smtplib` sends mail by a protocol that is not carried' }],
  ['imaplib', { what: 'socket', message: '`imaplib` reads mail by a protocol that is not carried' }],
  ['poplib', { what: 'socket', message: '`poplib` reads mail by a protocol that is not carried' }],
  ['ftplib', { what: 'socket', message: '`ftplib` uses a protocol that is not carried' }],
  ['telnetlib', { what: 'socket', message: '`telnetlib` uses a protocol that is not carried' }],
  ['nntplib', { what: 'socket', message: '`nntplib` uses a protocol that is not carried' }],
  ['socketserver', { what: 'socket', message: '`socketserver` waits for connections' }],
  ['http.server', { what: 'socket', message: '`http.server` waits for connections' }],
  ['wsgiref', { what: 'socket', message: '`wsgiref` waits for connections' }],
  ['xmlrpc', { what: 'socket', message: '`xmlrpc` connects by a way that is not followed' }],
  ['asyncore', { what: 'socket', message: '`asyncore` opens connections' }],
  ['asynchat', { what: 'socket', message: '`asynchat` opens connections' }],
  ['smtpd', { what: 'socket', message: '`smtpd` waits for connections' }],
  ['posix', { what: 'code', message: '`posix` is the system below `os`' }],
  ['nt', { what: 'code', message: '`nt` is the system below `os`' }],
  ['_posixsubprocess', { what: 'program', message: 'it starts processes below `subprocess`' }],
  ['_socket', { what: 'socket', message: 'it opens connections below `socket`' }],
  ['imp', { what: 'code', message: '`imp` loads modules by name' }],
  ['zipimport', { what: 'code', message: '`zipimport` loads modules from archives' }],
  ['distutils', { what: 'program', message: '`distutils` starts compilers' }],
  ['ensurepip', { what: 'program', message: '`ensurepip` installs packages' }],
  ['venv', { what: 'program', message: '`venv` starts programs' }],
  ['pdb', { what: 'code', message: '`pdb` runs text as code' }],
  ['idlelib', { what: 'code', message: '`idlelib` runs text as code' }],
  ['tkinter', { what: 'program', message: '`tkinter` needs a screen' }],
  ['turtle', { what: 'program', message: '`turtle` needs a screen' }],
  ['antigravity', { what: 'program', message: '`antigravity` opens a browser' }],
]);
