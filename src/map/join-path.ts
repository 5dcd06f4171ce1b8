/** Keeps leading `..`, so that a path that leaves the bundle still shows it. */
export function joinPath(base: string, path: string): string {
  if (path.startsWith('/') || path.startsWith('~')) return path;
  const absolute = base.startsWith('/') || base.startsWith('~');
  const out: string[] = [];
  for (const segment of `${base}/${path}`.split('/')) {
    if (segment === '' || segment === '.') continue;
    // What a value stands for may itself hold `..` or `/`: it takes no part in the arithmetic.
    if (segment === '..' && out.length > 0 && !/^(?:\.\.|~)$|\$\{/.test(out.at(-1) ?? '')) out.pop();
    else out.push(segment);
  }
  const joined = out.join('/');
  if (absolute && !base.startsWith('~')) return `/${joined}`;
  return joined === '' ? '.' : joined;
}

/** Normalised; undefined when `..` leaves the root. Absolute and home paths stay as they are. */
export function joinInside(cwd: string, written: string): string | undefined {
  const absolute = written.startsWith('/') || written.startsWith('~');
  const base = absolute || cwd === '.' ? '' : `${cwd}/`;
  const whole = `${base}${written}`;
  const root = whole.startsWith('/') ? '/' : '';
  const out: string[] = [];
  for (const segment of whole.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') out.push(segment);
    else if (out.pop() === undefined) return undefined;
  }
  return out.length === 0 && root === '' ? '.' : `${root}${out.join('/')}`;
}
