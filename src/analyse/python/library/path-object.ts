import { argument, type Handler, literalArgument, makesFolder, needed, reads, writes } from '../../library.ts';
import { below, folderOf, joinPath, matching, nameOf, withEnding } from '../../path-text.ts';
import type { Call } from '../../run/machine.ts';
import { data, list, nothing, type ObjectValue, object, text, type Value } from '../../value.ts';
import { openedAs } from './files.ts';

/** An object of `pathlib`; its text is the path. */
export function pathObject(path: Value): ObjectValue {
  const own = path.kind === 'object' ? path.state.get('text') : undefined;
  return object('Path', [['text', own ?? path]]);
}

export function pathText(path: ObjectValue): Value {
  return path.state.get('text') ?? text('.');
}

const make: Handler = (call) =>
  pathObject(
    call.args.slice(1).reduce((base, part) => joinPath(base, plain(part)), plain(argument(call, 0) ?? text('.'))),
  );

/** A path in the place of a text. */
function plain(value: Value): Value {
  return value.kind === 'object' && value.type === 'Path' ? pathText(value) : value;
}

export const pathHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...['Path', 'PosixPath', 'PurePath', 'PurePosixPath', 'WindowsPath', 'PureWindowsPath'].map(
    (name) => [`pathlib.${name}`, make] as const,
  ),
  ['pathlib.Path.home', () => pathObject(text('~'))],
  ['pathlib.Path.cwd', () => pathObject(text('.'))],
]);

/** What stands behind the dot without a call. */
export function pathMember(path: ObjectValue, name: string): Value | undefined {
  const own = pathText(path);
  switch (name) {
    case 'parent':
      return pathObject(folderOf(own));
    case 'parents':
      return list(
        [1, 2, 3, 4].map((up) => pathObject(Array.from({ length: up }).reduce<Value>((inner) => folderOf(inner), own))),
      );
    case 'name':
    case 'stem':
      return nameOf(own);
    case 'suffix':
    case 'suffixes':
    case 'parts':
    case 'anchor':
    case 'drive':
    case 'root':
      return data('a part of a path');
    default:
      return undefined;
  }
}

export function pathMethod(path: ObjectValue, name: string, call: Call): Value {
  const own = pathText(path);
  switch (name) {
    case 'joinpath':
      return pathObject(call.args.reduce<Value>((base, part) => joinPath(base, plain(part)), own));
    case 'with_name':
      return pathObject(joinPath(folderOf(own), needed(call, 0, 'name')));
    case 'with_suffix':
      return pathObject(withEnding(own, needed(call, 0, 'suffix')));
    case 'with_stem':
      return pathObject(withEnding(own, text('')));
    case 'resolve':
    case 'absolute':
    case 'expanduser':
    case '__enter__':
      return path;
    case 'as_posix':
    case '__str__':
    case '__fspath__':
      return own;
    case 'open':
      openedAs(call, own, argument(call, 0, 'mode') === undefined ? 'r' : literalArgument(call, 0, 'mode'));
      return object('file', [['path', own]]);
    case 'read_text':
    case 'read_bytes':
    case 'exists':
    case 'is_file':
    case 'is_dir':
    case 'is_symlink':
    case 'stat':
    case 'lstat':
    case 'samefile':
    case 'owner':
    case 'readlink':
      reads(call, own);
      return data('what a file holds');
    case 'iterdir':
      reads(call, own);
      return list([pathObject(below(own, 'the name of a file'))], true);
    case 'glob':
    case 'rglob':
    case 'walk': {
      const inside =
        name === 'rglob'
          ? below(own, 'the name of a file')
          : matching(joinPath(own, argument(call, 0, 'pattern') ?? text('*')));
      reads(call, own);
      return list([pathObject(inside)], true);
    }
    case 'mkdir':
      makesFolder(call, own);
      return nothing;
    case 'write_text':
    case 'write_bytes':
    case 'touch':
    case 'unlink':
    case 'rmdir':
    case 'chmod':
    case 'symlink_to':
    case 'hardlink_to':
      writes(call, own);
      return nothing;
    case 'rename':
    case 'replace':
    case 'move':
      writes(call, own);
      writes(call, plain(needed(call, 0, 'target')));
      return pathObject(plain(needed(call, 0, 'target')));
    case 'copy':
      reads(call, own);
      writes(call, plain(needed(call, 0, 'target')));
      return nothing;
    default:
      return data('a part of a path');
  }
}
