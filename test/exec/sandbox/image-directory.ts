import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A small root file system: programs of this machine with the libraries that they are linked to. */
export function makeImage(image: string, programs: readonly string[]): void {
  for (const program of programs) install(image, program);
  mkdirSync(join(image, 'etc'));
  writeFileSync(join(image, 'etc', 'image-name'), 'the image\n');
}

function install(image: string, name: string): void {
  const program = realpathSync(join('/usr/bin', name));
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/lib\S+/g) ?? [];
  for (const [from, to] of [
    [program, `/usr/bin/${name}`],
    [program, `/bin/${name}`],
    ...libraries.map((path) => [path, path]),
  ]) {
    if (from === undefined || to === undefined) continue;
    mkdirSync(dirname(join(image, to)), { recursive: true });
    copyFileSync(from, join(image, to));
    chmodSync(join(image, to), 0o755);
  }
}

/** The part of Python's library that a script needs to start. */
export function addPython(image: string): void {
  install(image, 'python3');
  const [, folder = ''] =
    /'(.*)'/.exec(
      execFileSync('/usr/bin/python3', ['-I', '-c', 'import os; print([os.__file__])'], { encoding: 'utf8' }),
    ) ?? [];
  const library = dirname(folder);
  mkdirSync(join(image, library), { recursive: true });
  for (const entry of readdirSync(library)) {
    if (!/\.py$|^(?:encodings|collections|importlib|re|json)$/.test(entry)) continue;
    cpSync(join(library, entry), join(image, library, entry), {
      recursive: true,
      filter: (path) => !path.includes('__pycache__'),
    });
  }
}
