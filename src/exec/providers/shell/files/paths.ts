/** `a/./b//../c` from `base` on, without a look at any file system. */
export function resolvePath(base: string, path: string): string {
  const names: string[] = [];
  for (const name of `${path.startsWith('/') ? '' : base}/${path}`.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `path` beneath `folder`, as a relative one; undefined for what lies elsewhere. */
export function within(folder: string, path: string): string | undefined {
  if (path === folder) return '.';
  const prefix = folder === '/' ? '/' : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** `name` in `folder`. */
export function beneath(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}
