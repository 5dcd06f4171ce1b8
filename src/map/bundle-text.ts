import { joinInside } from './join-path.ts';
import type { MapContext } from './primitive.ts';

/** A file of the bundle by the path a command gives it, relative to the working directory. Nothing outside is found. */
export function readBundleText(
  context: MapContext,
  path: string,
): { readonly path: string; readonly content: string } | undefined {
  const inside = /^[/~]/.test(context.cwd) ? undefined : joinInside(context.cwd, path);
  const file = inside === undefined ? undefined : context.bundle?.files.get(inside);
  if (file === undefined) return undefined;
  try {
    return { path: file.path, content: new TextDecoder('utf-8', { fatal: true }).decode(file.bytes) };
  } catch {
    return undefined;
  }
}
