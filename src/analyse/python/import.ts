import type { At } from '../code.ts';
import { limits } from '../limits.ts';
import { ownPath } from '../own-path.ts';
import { Frame } from '../run/frame.ts';
import { foundAt, type Machine } from '../run/machine.ts';
import { covered, text, type Value } from '../value.ts';
import { closedModules } from './library/dynamic.ts';
import { pureModules, standardModules } from './modules.ts';
import { computingPackages, followedPackages, packageOf } from './packages.ts';
import { readPython } from './read.ts';

/** A module by the name an `import` gives it: of the bundle first, since that is where Python looks first. */
export function importModule(name: string, frame: Frame, at: At, machine: Machine): Value {
  const own = bundled(name, frame, at, machine);
  if (own !== undefined) return own;
  if (name.startsWith('.')) {
    machine.findings.leave('module', `\`${name}\` is not in the bundle`, foundAt({ at, frame, machine }));
    return covered('a module that is not in the bundle');
  }
  return foreign(name, frame, at, machine);
}

function foreign(name: string, frame: Frame, at: At, machine: Machine): Value {
  const [top = name] = name.split('.');
  const closed = closedModules.get(name) ?? closedModules.get(top);
  const place = foundAt({ at, frame, machine });
  if (closed !== undefined) {
    machine.findings.leave(closed.what, closed.message, place);
    return covered(closed.message);
  }
  if (standardModules.has(top) || pureModules.has(top)) return { kind: 'library', path: name };
  machine.findings.needs(packageOf(name), place);
  if (followedPackages.has(top) || computingPackages.has(top)) return { kind: 'library', path: name };
  const message = `what the package \`${packageOf(name)}\` reaches is not in the text`;
  machine.findings.leave('module', message, place);
  return covered(message);
}

/** `*path` is a path itself, for code that loads a file by its name. */
function bundled(name: string, frame: Frame, at: At, machine: Machine): Value | undefined {
  const candidates = name.startsWith('*') ? [name.slice(1)] : searchPaths(name, frame, machine);
  const path = candidates.find((one) => machine.host.hasFile(one));
  if (path !== undefined) return loadFile(path, frame, at, machine);
  const folder = name.startsWith('*') ? undefined : candidates[0]?.replace(/\.py$/, '');
  // A package without an `__init__.py`.
  if (
    folder !== undefined &&
    folder !== '' &&
    machine.host.hasFolder(folder) &&
    !standardModules.has(name.split('.')[0] ?? '')
  )
    return { kind: 'module', frame: new Frame({ path: folder }, undefined, undefined) };
  return undefined;
}

function searchPaths(name: string, frame: Frame, machine: Machine): readonly string[] {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const inside = name.slice(dots).replaceAll('.', '/');
  const roots = dots === 0 ? machine.host.searchRoots() : [up(folderOf(frame.file.path), dots - 1)];
  return roots.flatMap((root) => {
    const base = [root, inside].filter((part) => part !== '').join('/');
    return [`${base}.py`, base === '' ? '__init__.py' : `${base}/__init__.py`];
  });
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

function up(folder: string, levels: number): string {
  const parts = folder === '' ? [] : folder.split('/');
  return parts.slice(0, Math.max(0, parts.length - levels)).join('/');
}

function loadFile(path: string, from: Frame, at: At, machine: Machine): Value {
  const known = machine.modules.get(path);
  if (known !== undefined) return { kind: 'module', frame: known };
  const place = foundAt({ at, frame: from, machine });
  const source = machine.host.readFile(path);
  if (source === undefined || machine.modules.size >= limits.modules) {
    machine.findings.leave('module', `\`${path}\` is not followed`, place);
    return covered('a module that is not followed');
  }
  const read = machine.host.known.get(path) ?? readPython(source);
  machine.host.known.set(path, read);
  machine.findings.modules.add(path);
  if (read.kind === 'unread') {
    machine.findings.leave('source', `\`${path}\` is not read: ${read.why}`, { file: path, ...read.at });
    return covered('a module that does not parse');
  }
  const frame = new Frame({ path }, undefined, undefined);
  machine.modules.set(path, frame);
  frame.vars.set('__name__', text(path.replace(/\.py$/, '').replaceAll('/', '.')));
  frame.vars.set('__file__', ownPath(path));
  machine.run(read.body, frame);
  return { kind: 'module', frame };
}
