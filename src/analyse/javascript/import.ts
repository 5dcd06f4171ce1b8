import type { At } from '../code.ts';
import { limits } from '../limits.ts';
import { ownPath } from '../own-path.ts';
import { Frame } from '../run/frame.ts';
import { foundAt, type Machine } from '../run/machine.ts';
import { covered, data, record, type Value } from '../value.ts';
import {
  closedModules,
  computingPackages,
  followedModules,
  followedPackages,
  packageOf,
  pureModules,
} from './modules.ts';
import { dialectOf } from './parse.ts';
import { readJavaScript } from './read.ts';

/** A module by what stands in `import` or `require`. */
export function importModule(name: string, frame: Frame, at: At, machine: Machine): Value {
  const place = foundAt({ at, frame, machine });
  if (/^\.{0,2}\//.test(name) || name === '.' || name === '..') {
    const path = bundledPath(name, frame, machine);
    if (path !== undefined) return loadFile(path, frame, at, machine);
    machine.findings.leave('module', `\`${name}\` is not in the bundle`, place);
    return covered('a module that is not in the bundle');
  }
  const builtin = name.replace(/^node:/, '');
  const closed = closedModules.get(builtin);
  if (closed !== undefined) {
    machine.findings.leave(closed.what, closed.message, place);
    return covered(closed.message);
  }
  if (pureModules.has(builtin) || followedModules.has(builtin)) return { kind: 'library', path: builtin };
  return foreign(name, place, machine);
}

function foreign(name: string, place: ReturnType<typeof foundAt>, machine: Machine): Value {
  if (/^(?:https?|data|file|bun|jsr|npm):|^#/.test(name)) {
    machine.findings.leave('module', `\`${name}\` is not in the bundle`, place);
    return covered('a module from elsewhere');
  }
  const own = packageOf(name);
  machine.findings.needs(own, place);
  if (followedPackages.has(own) || computingPackages.has(own)) return { kind: 'library', path: name };
  const message = `what the package \`${own}\` reaches is not in the text`;
  machine.findings.leave('module', message, place);
  return covered(message);
}

const endings = [
  '',
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.tsx',
  '.jsx',
  '.json',
  '/index.js',
  '/index.mjs',
  '/index.cjs',
  '/index.ts',
  '/index.tsx',
];

function bundledPath(name: string, frame: Frame, machine: Machine): string | undefined {
  const folder = frame.file.path.split('/').slice(0, -1);
  const out = [...folder];
  for (const part of name.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.pop() === undefined) return undefined;
  }
  if (name.startsWith('/')) return undefined;
  const base = out.join('/');
  // TypeScript names the file that will be, not the one that is.
  const typed = base.replace(/\.([mc]?)jsx?$/, '.$1ts');
  return [...endings.map((ending) => `${base}${ending}`), typed, `${typed}x`].find((path) =>
    machine.host.hasFile(path),
  );
}

function loadFile(path: string, from: Frame, at: At, machine: Machine): Value {
  const known = machine.modules.get(path);
  if (known !== undefined) return moduleValue(known);
  const place = foundAt({ at, frame: from, machine });
  if (path.endsWith('.json')) return data('what a file of the skill holds');
  if (!/\.[mc]?[jt]sx?$/.test(path)) {
    machine.findings.leave('code', `\`${path}\` is loaded as native code`, place);
    return covered('native code');
  }
  const source = machine.host.readFile(path);
  if (source === undefined || machine.modules.size >= limits.modules) {
    machine.findings.leave('module', `\`${path}\` is not followed`, place);
    return covered('a module that is not followed');
  }
  const read = machine.host.known.get(path) ?? readJavaScript(source, dialectOf(path));
  machine.host.known.set(path, read);
  machine.findings.modules.add(path);
  if (read.kind === 'unread') {
    machine.findings.leave('source', `\`${path}\` is not read: ${read.why}`, { file: path, ...read.at });
    return covered('a module that does not parse');
  }
  const frame = new Frame({ path }, undefined, undefined);
  machine.modules.set(path, frame);
  startModule(frame);
  machine.run(read.body, frame);
  endModule(frame);
  return moduleValue(frame);
}

/** What every file finds around it. */
export function startModule(frame: Frame): void {
  const exported = record();
  frame.vars.set('module', record([['exports', exported]]));
  frame.vars.set('exports', exported);
  const { path } = frame.file;
  if (path === '') return;
  frame.vars.set('__filename', ownPath(path));
  frame.vars.set('__dirname', ownPath(path.split('/').slice(0, -1).join('/')));
}

/** `module.exports` is the module for whoever requires it, if the file put anything there. */
export function endModule(frame: Frame): void {
  const module = frame.vars.get('module');
  const exported = module?.kind === 'record' ? module.entries.get('exports') : undefined;
  const empty = exported?.kind === 'record' && exported.entries.size === 0 && exported.rest === undefined;
  if (exported !== undefined && !empty && frame.exports.size === 0) frame.exports.set('*module*', exported);
}

function moduleValue(frame: Frame): Value {
  return frame.exports.get('*module*') ?? { kind: 'module', frame };
}
