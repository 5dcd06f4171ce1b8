import {
  argument,
  computed,
  type Handler,
  literalArgument,
  makesFolder,
  needed,
  reads,
  undecided,
  writes,
} from '../../library.ts';
import { below, folderOf, joinPath, matching, nameOf, temporary } from '../../path-text.ts';
import type { Call } from '../../run/machine.ts';
import { data, each, join, list, nothing, object, pieces, text, type Value } from '../../value.ts';

/** `open(path, mode)` and its like; what is no text (a descriptor, bytes in memory) is no file. */
export const openFile: Handler = (call) => {
  const path = needed(call, 0, 'file', 'filename', 'name', 'path');
  openedAs(call, path, literalMode(call));
  return object('file', [['path', path]]);
};

/** Undefined where the mode is not in the text. */
function literalMode(call: Call): string | undefined {
  return argument(call, 1, 'mode') === undefined ? 'r' : literalArgument(call, 1, 'mode');
}

export function openedAs(call: Call, path: Value, mode: string | undefined): void {
  for (const one of each(path)) {
    if (one.kind !== 'text' && one.kind !== 'unknown' && !(one.kind === 'object' && one.state.has('text'))) continue;
    if (mode === undefined || /[r+]/.test(mode) || !/[wax]/.test(mode)) reads(call, one);
    if (mode === undefined || /[wax+]/.test(mode)) writes(call, one);
  }
}

const readFirst: Handler = (call) => {
  reads(call, needed(call, 0, 'path', 'src', 'top', 'filename'));
  return data('what a file holds');
};

const writeFirst: Handler = (call) => {
  writes(call, needed(call, 0, 'path', 'name', 'src'));
  return nothing;
};

const makeFolder: Handler = (call) => {
  makesFolder(call, needed(call, 0, 'path', 'name'));
  return nothing;
};

const copy: Handler = (call) => {
  const [from, to] = [needed(call, 0, 'src'), needed(call, 1, 'dst')];
  reads(call, from);
  writes(call, to);
  return to;
};

const move: Handler = (call) => {
  const [from, to] = [needed(call, 0, 'src'), needed(call, 1, 'dst')];
  writes(call, from);
  writes(call, to);
  return to;
};

const namesBelow: Handler = (call) => {
  const folder = argument(call, 0, 'path') ?? text('.');
  reads(call, folder);
  return list([pieces({ kind: 'open', why: 'the name of a file', names: [], segment: true })], true);
};

const entriesBelow: Handler = (call) => {
  const folder = argument(call, 0, 'path') ?? text('.');
  reads(call, folder);
  const path = below(folder, 'the name of a file');
  return list([object('Path', [['text', path]])], true);
};

const walk: Handler = (call) => {
  const top = argument(call, 0, 'top') ?? text('.');
  reads(call, top);
  const names = list([pieces({ kind: 'open', why: 'the name of a file', names: [], segment: true })], true);
  return list([list([join([top, below(top, 'a folder')]), names, names])], true);
};

const glob: Handler = (call) => {
  const pattern = needed(call, 0, 'pathname');
  const root = argument(call, -1, 'root_dir');
  const found = matching(root === undefined ? pattern : joinPath(root, pattern));
  reads(call, found);
  return list([found], true);
};

/** Files of their own, which nobody else sees. */
const temporaryFile: Handler = (call) => {
  const folder = argument(call, -1, 'dir');
  const name = { kind: 'open', why: 'a temporary name', names: [], segment: true } as const;
  const path = folder === undefined ? temporary(name) : joinPath(folder, pieces(name));
  if (folder !== undefined) writes(call, path);
  return object('file', [
    ['path', path],
    ['name', path],
    ['text', path],
  ]);
};

const temporaryPath: Handler = (call) => {
  const made = temporaryFile(call);
  return made.kind === 'object' ? (made.state.get('text') ?? made) : made;
};

const archive: Handler = (call) => {
  openFile(call);
  const path = needed(call, 0, 'file', 'name');
  return object('archive', [['path', path]]);
};

const database: Handler = (call) => {
  const path = needed(call, 0, 'database');
  const inMemory =
    path.kind === 'text' &&
    path.pieces.length === 1 &&
    path.pieces[0]?.kind === 'literal' &&
    path.pieces[0].value === ':memory:';
  if (!inMemory) openedAs(call, path, 'r+');
  return data('a database');
};

const logFile: Handler = (call) => {
  const path = argument(call, -1, 'filename');
  if (path !== undefined) openedAs(call, path, 'a');
  return nothing;
};

const fileHandler: Handler = (call) => {
  openedAs(call, needed(call, 0, 'filename'), 'a');
  return data('a log');
};

const changeFolder: Handler = (call) => {
  undecided(call, 'file', 'it goes to another folder, so that its paths mean something else');
  return nothing;
};

/** Path arithmetic only. */
const samePath: Handler = (call) => needed(call, 0, 'path');

export const fileHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...[
    'open',
    'io.open',
    'codecs.open',
    'gzip.open',
    'bz2.open',
    'lzma.open',
    'gzip.GzipFile',
    'bz2.BZ2File',
    'lzma.LZMAFile',
    'aiofiles.open',
    'tokenize.open',
    'wave.open',
    'io.FileIO',
  ].map((name) => [name, openFile] as const),
  ...[
    'os.stat',
    'os.lstat',
    'os.access',
    'os.path.exists',
    'os.path.lexists',
    'os.path.isfile',
    'os.path.isdir',
    'os.path.islink',
    'os.path.getsize',
    'os.path.getmtime',
    'os.path.getctime',
    'os.path.getatime',
    'os.path.ismount',
    'os.readlink',
    'os.statvfs',
    'shutil.disk_usage',
    'linecache.getlines',
    'xml.etree.ElementTree.parse',
    'xml.dom.minidom.parse',
    'mimetypes.read_mime_types',
    'zipfile.is_zipfile',
    'tarfile.is_tarfile',
    'sndhdr.what',
    'imghdr.what',
  ].map((name) => [name, readFirst] as const),
  ...[
    'os.remove',
    'os.unlink',
    'os.rmdir',
    'os.removedirs',
    'os.chmod',
    'os.chown',
    'os.utime',
    'os.truncate',
    'os.mkfifo',
    'shutil.rmtree',
    'shutil.chown',
  ].map((name) => [name, writeFirst] as const),
  ...[
    'shutil.copy',
    'shutil.copy2',
    'shutil.copyfile',
    'shutil.copytree',
    'shutil.copymode',
    'shutil.copystat',
    'os.symlink',
    'os.link',
  ].map((name) => [name, copy] as const),
  ...['os.rename', 'os.renames', 'os.replace', 'shutil.move'].map((name) => [name, move] as const),
  [
    'os.open',
    (call) => {
      openedAs(call, needed(call, 0, 'path'), 'r+');
      return data('a descriptor');
    },
  ],
  ['os.mkdir', makeFolder],
  ['os.makedirs', makeFolder],
  ['os.listdir', namesBelow],
  ['os.scandir', entriesBelow],
  ['os.walk', walk],
  ['glob.glob', glob],
  ['glob.iglob', glob],
  ['os.chdir', changeFolder],
  ['os.fchdir', changeFolder],
  ['os.chroot', changeFolder],
  ['contextlib.chdir', changeFolder],
  ['os.getcwd', () => text('.')],
  ['os.path.join', (call) => call.args.slice(1).reduce(joinPath, needed(call, 0))],
  ['os.path.dirname', (call) => folderOf(needed(call, 0, 'p'))],
  ['os.path.basename', (call) => nameOf(needed(call, 0, 'p'))],
  ['os.path.split', (call) => list([folderOf(needed(call, 0, 'p')), nameOf(needed(call, 0, 'p'))])],
  ...[
    'os.path.abspath',
    'os.path.realpath',
    'os.path.normpath',
    'os.path.expanduser',
    'os.fspath',
    'os.fsdecode',
    'os.fsencode',
    'os.path.normcase',
  ].map((name) => [name, samePath] as const),
  ...['tempfile.NamedTemporaryFile', 'tempfile.TemporaryFile', 'tempfile.SpooledTemporaryFile'].map(
    (name) => [name, temporaryFile] as const,
  ),
  ...['tempfile.TemporaryDirectory', 'tempfile.mkdtemp', 'tempfile.mktemp'].map(
    (name) => [name, temporaryPath] as const,
  ),
  ['tempfile.mkstemp', (call) => list([data('a descriptor'), temporaryPath(call)])],
  ['tempfile.gettempdir', () => temporary()],
  ['zipfile.ZipFile', archive],
  ['zipfile.PyZipFile', archive],
  ['tarfile.open', archive],
  ['tarfile.TarFile', archive],
  [
    'shutil.make_archive',
    (call) => {
      writes(call, needed(call, 0, 'base_name'));
      const from = argument(call, 2, 'root_dir');
      if (from !== undefined) reads(call, from);
      return data('a path');
    },
  ],
  [
    'shutil.unpack_archive',
    (call) => {
      reads(call, needed(call, 0, 'filename'));
      writes(call, argument(call, 1, 'extract_dir') ?? text('.'));
      return nothing;
    },
  ],
  ['shutil.which', computed],
  ['sqlite3.connect', database],
  [
    'shelve.open',
    (call) => {
      undecided(call, 'code', '`shelve` loads objects that may run code');
      return database(call);
    },
  ],
  ['dbm.open', database],
  ['logging.basicConfig', logFile],
  ['logging.FileHandler', fileHandler],
  ['logging.handlers.RotatingFileHandler', fileHandler],
  ['logging.handlers.TimedRotatingFileHandler', fileHandler],
  ['configparser.ConfigParser', () => object('ConfigParser')],
  ['configparser.RawConfigParser', () => object('ConfigParser')],
  [
    'fileinput.input',
    (call) => {
      undecided(call, 'file', 'it reads files that its arguments name');
      return data('lines');
    },
  ],
  ['mmap.mmap', computed],
]);
