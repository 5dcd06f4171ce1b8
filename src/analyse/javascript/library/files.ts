import {
  argument,
  type Handler,
  literalArgument,
  makesFolder,
  needed,
  reads,
  starts,
  undecided,
  writes,
} from '../../library.ts';
import { folderOf, joinPath, nameOf, temporary, withEnding } from '../../path-text.ts';
import { handOver } from '../../run/call.ts';
import type { Call } from '../../run/machine.ts';
import { data, each, list, literalText, nothing, object, pieces, text, type Value } from '../../value.ts';
import { field } from './options.ts';

const reading =
  /^(?:readFile|readJson|readJSON|readdir|stat|lstat|exists|pathExists|access|createReadStream|opendir|realpath|readlink|watch|watchFile|statfs|openAsBlob)(?:Sync)?$/;
const writing =
  /^(?:writeFile|appendFile|outputFile|outputJson|writeJson|writeJSON|ensureFile|emptyDir|rm|rmdir|remove|unlink|createWriteStream|chmod|chown|utimes|truncate|lchown)(?:Sync)?$/;
const copying = /^(?:copyFile|copy|cp|link|symlink)(?:Sync)?$/;
const moving = /^(?:rename|move)(?:Sync)?$/;
/** Descriptors are opened elsewhere. */
const harmless =
  /^(?:close|read|write|readv|writev|fsync|fstat|ftruncate|fdatasync|fchmod|futimes|fchown|unwatchFile|Stats|Dirent|ReadStream|WriteStream)(?:Sync)?$/;

/** Members of `fs`, `fs/promises` and `fs-extra`; undefined for one that is not known. */
export function fileCall(name: string, call: Call): Value | undefined {
  const member = name.replace(/^(?:promises|default)\./, '');
  handOver(call, data('what a file holds'));
  if (reading.test(member)) {
    reads(call, needed(call, 0));
    if (/^(?:readdir|opendir)/.test(member)) return namesBelow(call);
    return /^(?:realpath|readlink)/.test(member) ? needed(call, 0) : data('what a file holds');
  }
  if (/^(?:mkdir|mkdirp|mkdirs|ensureDir)(?:Sync)?$/.test(member)) {
    makesFolder(call, needed(call, 0));
    return data('nothing of interest');
  }
  if (writing.test(member)) {
    writes(call, needed(call, 0));
    return data('nothing of interest');
  }
  if (copying.test(member) || moving.test(member)) {
    if (copying.test(member)) reads(call, needed(call, 0));
    else writes(call, needed(call, 0));
    writes(call, needed(call, 1));
    return nothing;
  }
  if (/^open(?:Sync)?$/.test(member)) return opened(call);
  if (/^mkdtemp(?:Sync)?$/.test(member)) return temporaryFolder(call);
  return harmless.test(member) || /^constants/.test(member) ? data('a number') : undefined;
}

function namesBelow(call: Call): Value {
  const types = field(argument(call, 1), 'withFileTypes', call);
  const name = pieces({ kind: 'open', why: 'the name of a file', names: [], segment: true });
  return list([types === undefined ? name : object('dirent', [['name', name]])], true);
}

function opened(call: Call): Value {
  const flags = argument(call, 1) === undefined ? 'r' : literalArgument(call, 1);
  if (flags === undefined || /[r+]/.test(flags)) reads(call, needed(call, 0));
  if (flags === undefined || /[wa+]/.test(flags)) writes(call, needed(call, 0));
  return data('a descriptor');
}

function temporaryFolder(call: Call): Value {
  const prefix = needed(call, 0);
  const inside = each(prefix).every(
    (one) => one.kind === 'text' && one.pieces[0]?.kind === 'root' && one.pieces[0].of === 'temporary',
  );
  if (!inside) writes(call, folderOf(prefix));
  return inside
    ? temporary({ kind: 'open', why: 'a temporary name', names: [], segment: true })
    : data('a temporary folder');
}

const joinAll: Handler = (call) => call.args.slice(1).reduce(joinPath, call.args[0] ?? text('.'));

const pathMembers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    'join',
    (call) => call.args.slice(1).reduce((base, part) => joinPath(base, relative(part)), call.args[0] ?? text('.')),
  ],
  ['resolve', joinAll],
  ['normalize', (call) => needed(call, 0)],
  ['dirname', (call) => folderOf(needed(call, 0))],
  ['basename', (call) => nameOf(needed(call, 0))],
  ['format', () => data('a path')],
  ['extname', () => data('an ending')],
  [
    'parse',
    (call) =>
      object('parsed-path', [
        ['dir', folderOf(needed(call, 0))],
        ['base', nameOf(needed(call, 0))],
        ['name', withEnding(nameOf(needed(call, 0)), text(''))],
      ]),
  ],
]);

/** `path.join('a', '/b')` is `a/b`. */
function relative(part: Value): Value {
  const written = literalText(part);
  return written === undefined ? part : text(written.replace(/^\/+/, ''));
}

export const fileHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...[...pathMembers].flatMap(([name, handler]) =>
    ['path', 'path.posix', 'path/posix', 'path.default'].map((module) => [`${module}.${name}`, handler] as const),
  ),
  ['os.homedir', () => text('~')],
  ['os.tmpdir', () => temporary()],
  ['process.cwd', () => text('.')],
  [
    'process.chdir',
    (call) => {
      undecided(call, 'file', 'it goes to another folder, so that its paths mean something else');
      return nothing;
    },
  ],
  ['url.fileURLToPath', (call) => needed(call, 0)],
  ['url.pathToFileURL', (call) => needed(call, 0)],
  [
    'sqlite.DatabaseSync',
    (call) => {
      const path = needed(call, 0);
      if (literalText(path) !== ':memory:') {
        reads(call, path);
        writes(call, path);
      }
      return data('a database');
    },
  ],
  [
    'Bun.file',
    (call) => {
      reads(call, needed(call, 0));
      return data('what a file holds');
    },
  ],
  [
    'Bun.write',
    (call) => {
      writes(call, needed(call, 0));
      return nothing;
    },
  ],
  ...['readTextFile', 'readFile', 'readDir', 'stat', 'readTextFileSync', 'readFileSync', 'readDirSync'].map(
    (name) =>
      [
        `Deno.${name}`,
        ((call: Call) => {
          reads(call, needed(call, 0));
          return data('what a file holds');
        }) as Handler,
      ] as const,
  ),
  ...['writeTextFile', 'writeFile', 'mkdir', 'remove', 'writeTextFileSync', 'writeFileSync', 'mkdirSync'].map(
    (name) =>
      [
        `Deno.${name}`,
        ((call: Call) => {
          writes(call, needed(call, 0));
          return nothing;
        }) as Handler,
      ] as const,
  ),
]);

const shell: Handler = (call) => {
  handOver(call, data('what a program printed'));
  starts(call, needed(call, 0), true, field(argument(call, 1), 'env', call));
  return object('child');
};

const direct: Handler = (call) => {
  handOver(call, data('what a program printed'));
  const given = call.args[1];
  const words = given?.kind === 'list' ? given : undefined;
  const options = words === undefined ? given : call.args[2];
  const inShell = field(options, 'shell', call);
  const more: readonly Value[] = words?.items ?? [];
  const open =
    words?.open === true ||
    (given !== undefined && given.kind !== 'list' && given.kind !== 'record' && given.kind !== 'function');
  if (inShell !== undefined && literalText(inShell) !== 'false') {
    starts(call, more.length === 0 && !open ? needed(call, 0) : data('words for a shell'), true);
    return object('child');
  }
  starts(call, list([needed(call, 0), ...more], open), false, field(options, 'env', call));
  return object('child');
};

const fork: Handler = (call) => {
  const words = call.args[1]?.kind === 'list' ? call.args[1] : list([]);
  starts(call, list([text('node'), needed(call, 0), ...words.items], words.open), false);
  return object('child');
};

export const processHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['child_process.exec', shell],
  ['child_process.execSync', shell],
  ...['execFile', 'execFileSync', 'spawn', 'spawnSync'].map((name) => [`child_process.${name}`, direct] as const),
  ['child_process.fork', fork],
  [
    'Bun.spawn',
    (call) => {
      starts(call, needed(call, 0), false);
      return object('child');
    },
  ],
  [
    'Bun.spawnSync',
    (call) => {
      starts(call, needed(call, 0), false);
      return object('child');
    },
  ],
  [
    'Bun.$',
    (call) => {
      starts(call, call.args.length === 1 ? needed(call, 0) : data('words for a shell'), true);
      return object('child');
    },
  ],
  ['execa', direct],
  ['execa.execa', direct],
  ['execa.execaSync', direct],
  ['execa.$', shell],
]);
