import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Every path beneath a folder in a fixed order, no link followed. */
function* pathsOf(folder: string, from = ''): Generator<string> {
  for (const name of readdirSync(join(folder, from)).sort()) {
    const path = from === '' ? name : `${from}/${name}`;
    yield path;
    if (lstatSync(join(folder, path)).isDirectory()) yield* pathsOf(folder, path);
  }
}

/** Changes with any change of any file, without reading one: nobody sets the time of a change. */
export function sealOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of pathsOf(folder)) {
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = lstatSync(join(folder, path), { bigint: true });
    const times = lstatSync(join(folder, path)).isDirectory() ? [mtimeNs] : [size, mtimeNs, ctimeNs];
    hash.update(`${JSON.stringify(path)} ${[dev, ino, mode, ...times].join(' ')}\n`);
  }
  return `sha256:${hash.digest('hex')}`;
}

/** Of names, kinds, rights to run, links and content. */
export function contentDigest(folder: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1024 * 1024);
  for (const path of pathsOf(folder)) {
    const at = join(folder, path);
    const stats = lstatSync(at);
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
    const detail = kind === 'link' ? readlinkSync(at) : kind === 'file' ? String((stats.mode & 0o111) !== 0) : '';
    hash.update(`${JSON.stringify([path, kind, detail, kind === 'file' ? stats.size : 0])}\n`);
    if (kind !== 'file') continue;
    const descriptor = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      for (let got = readSync(descriptor, buffer); got > 0; got = readSync(descriptor, buffer))
        hash.update(buffer.subarray(0, got));
    } finally {
      closeSync(descriptor);
    }
  }
  return `sha256:${hash.digest('hex')}`;
}
