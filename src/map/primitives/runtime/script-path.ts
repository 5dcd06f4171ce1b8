import type { SnapshotFile } from '../../../ir/bundle.ts';
import { hasGlob, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { joinInside } from '../../join-path.ts';
import type { MapContext } from '../../primitive.ts';

/** Where the file to run is. */
export type ScriptPath =
  | { readonly kind: 'bundled'; readonly path: string; readonly file: SnapshotFile }
  /** Inside the workspace, but not in the bundle, or somewhere else on the machine. */
  | { readonly kind: 'missing'; readonly path: string; readonly elsewhere: boolean }
  /** Leaves the bundle by `..`. */
  | { readonly kind: 'outside'; readonly path: string }
  | { readonly kind: 'stdin' }
  | { readonly kind: 'open' };

const standardInput = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** `names` gives the files an interpreter tries for a path: `x`, `x.js`, `x/index.js`. */
export function resolveScript(
  text: Text,
  context: MapContext,
  names: (path: string) => readonly string[] = (path) => [path],
): ScriptPath {
  const written = literalOf(text);
  if (written === undefined || written === '' || hasGlob(text)) return { kind: 'open' };
  if (standardInput.has(written)) return { kind: 'stdin' };
  // Behind `cd "$X"` a relative path names no file that can be reviewed.
  if (context.cwd.includes('${') && !/^[/~]/.test(written)) return { kind: 'open' };
  const own = ownInstallPath(written, context);
  const path = own ?? joinInside(context.cwd, written);
  if (path === undefined) return { kind: 'outside', path: written };
  const found = bundledFile(path, context, names);
  if (found !== undefined) return { kind: 'bundled', path: found.path, file: found };
  const elsewhere = path.startsWith('/') || path.startsWith('~');
  return { kind: 'missing', path: own === undefined ? path : written, elsewhere };
}

function bundledFile(
  path: string,
  context: MapContext,
  names: (path: string) => readonly string[],
): SnapshotFile | undefined {
  for (const name of names(path)) {
    const file = context.bundle?.files.get(name === './' ? '.' : name);
    if (file !== undefined) return file;
  }
  return undefined;
}

/**
 * `~/.claude/skills/weather/scripts/x.py` in the skill `weather` is its own file, wherever it is installed.
 * What runs is then the reviewed copy, never the one on the disk.
 */
function ownInstallPath(written: string, context: MapContext): string | undefined {
  const directory = context.bundle?.directory;
  if (directory === undefined || directory === '') return undefined;
  const marker = `skills/${directory}/`;
  const at = written.startsWith(marker) ? 0 : written.indexOf(`/${marker}`) + 1;
  if (at === 0 && !written.startsWith(marker)) return undefined;
  const tail = joinInside('.', written.slice(at + marker.length));
  return tail !== undefined && context.bundle?.files.has(tail) === true ? tail : undefined;
}

/** The path for an effect: without `./`, and without the working directory, which effects put in front themselves. */
export function pathAsWritten(text: Text): Text {
  const written = literalOf(text);
  return written === undefined ? text : literalText(joinInside('.', written) ?? written);
}
