import type { Statement } from '../code.ts';
import { each, type Value } from '../value.ts';
import type { Frame } from './frame.ts';
import type { Machine, Place } from './machine.ts';
import { memberOf } from './members.ts';

/** `import`, and `export … from`. */
export function importInto(
  statement: Extract<Statement, { kind: 'import' | 'export-from' }>,
  frame: Frame,
  machine: Machine,
): void {
  const place: Place = { at: statement.at, frame, machine };
  const module = machine.language.importModule(statement.module, frame, statement.at, machine);
  if (statement.kind === 'export-from') {
    if (statement.local !== undefined && statement.name !== undefined)
      frame.exports.set(statement.name, memberOf(module, statement.local, place));
    else if (statement.name !== undefined) frame.exports.set(statement.name, module);
    else for (const [name, value] of namesOf(module)) frame.exports.set(name, value);
    return;
  }
  if (statement.whole !== undefined) {
    const { local, top } = statement.whole;
    const outer = top ? statement.module.split('.')[0] : undefined;
    const first = outer !== undefined && outer !== statement.module;
    frame.assign(local, first ? machine.language.importModule(outer, frame, statement.at, machine) : module);
  }
  for (const { imported, local } of statement.names) {
    // What a module of the older kind exports is its default.
    const whole = imported === 'default' && module.kind !== 'module' && module.kind !== 'library' ? module : undefined;
    const part = module.kind === 'module' ? submodule(module.frame, imported, statement.module, place) : undefined;
    frame.assign(local, whole ?? part ?? memberOf(module, imported, place));
  }
  if (statement.all) for (const [name, value] of namesOf(module)) frame.assign(name, value);
}

/** `from package import module` names a file where the package itself has no such name. */
function submodule(of: Frame, name: string, module: string, { frame, at, machine }: Place): Value | undefined {
  if (of.vars.has(name) || of.exports.has(name) || of.exports.has('*module*')) return undefined;
  const inner = `${module}${module.endsWith('.') ? '' : '.'}${name}`;
  const found = machine.language.importModule(inner, frame, at, machine);
  return found.kind === 'module' ? found : undefined;
}

function namesOf(module: Value): readonly (readonly [string, Value])[] {
  return each(module).flatMap((one) => {
    if (one.kind !== 'module') return [];
    return [...one.frame.vars, ...one.frame.exports].filter(([name]) => !name.startsWith('*') && name !== 'default');
  });
}
