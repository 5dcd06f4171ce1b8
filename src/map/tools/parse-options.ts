import { fieldsOf, isMapping, type Problems } from './fields.ts';
import type { OptionRole, ToolOption, ToolOptions, ValueRow } from './tool.ts';

type Path = readonly (string | number)[];

export const noOptions: ToolOptions = { rows: new Map(), values: [] };

/** Lists by what an option does: `flags`, `values`, `read`, `write`, `update` (both), `mount`, `port`; `host`, `accept`, `refuse` and `unknown` as mappings. */
export function parseOptions(data: unknown, path: Path, problems: Problems): ToolOptions {
  if (data === undefined) return noOptions;
  const keys = ['flags', 'values', 'read', 'write', 'update', 'mount', 'port', 'host', 'accept', 'refuse', 'unknown'];
  const fields = fieldsOf(data, path, keys, problems);
  const rows = new Map<string, ToolOption>();
  const values: ValueRow[] = [];
  const add = (key: string, name: string, row: ToolOption): void => {
    const at = [...path, key];
    if (!name.startsWith('-')) problems.push({ path: at, message: `\`${name}\` does not start with a dash` });
    if (rows.has(name)) problems.push({ path: at, message: `\`${name}\` is listed twice` });
    rows.set(name, row);
  };
  const lists: readonly (readonly [string, OptionRole])[] = [
    ['flags', 'flag'],
    ['values', 'value'],
    ['read', 'read'],
    ['write', 'write'],
    ['update', 'update'],
    ['mount', 'mount'],
    ['port', 'port'],
  ];
  for (const [key, role] of lists) for (const name of fields.strings(key)) add(key, name, { role });
  for (const [name, scheme] of texts(fields.get('host'), [...path, 'host'], problems)) {
    add('host', name, { role: 'host', scheme });
  }
  for (const [name, accept] of textLists(fields.get('accept'), [...path, 'accept'], problems)) {
    add('accept', name, { role: 'value', accept });
  }
  for (const role of ['refuse', 'unknown'] as const) {
    for (const [name, reason] of texts(fields.get(role), [...path, role], problems)) {
      const equals = name.indexOf('=');
      if (equals < 0) add(role, name, { role, reason });
      else values.push({ option: name.slice(0, equals), value: name.slice(equals + 1), role, reason });
    }
  }
  checkValueRows(values, rows, path, problems);
  return { rows, values };
}

/** A row for a value is never reached unless its option takes one. */
function checkValueRows(
  values: readonly ValueRow[],
  rows: ReadonlyMap<string, ToolOption>,
  path: Path,
  problems: Problems,
): void {
  for (const { option } of values) {
    const role = rows.get(option)?.role;
    if (role === undefined || role === 'flag') {
      problems.push({
        path,
        message: `\`${option}\` needs a row that takes a value, beside the row for one of its values`,
      });
    }
  }
}

/** A mapping of text to text, in order. */
export function texts(data: unknown, path: Path, problems: Problems): readonly (readonly [string, string])[] {
  return entriesOf(data, path, problems).flatMap(([name, value]) => {
    if (typeof value === 'string' && value !== '') return [[name, value] as const];
    problems.push({ path: [...path, name], message: `\`${name}\` needs a text` });
    return [];
  });
}

function textLists(data: unknown, path: Path, problems: Problems): readonly (readonly [string, readonly string[]])[] {
  return entriesOf(data, path, problems).flatMap(([name, value]) => {
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return [[name, value] as const];
    problems.push({ path: [...path, name], message: `\`${name}\` needs a list of texts` });
    return [];
  });
}

function entriesOf(data: unknown, path: Path, problems: Problems): readonly (readonly [string, unknown])[] {
  if (data === undefined) return [];
  if (isMapping(data)) return Object.entries(data);
  problems.push({ path, message: 'a mapping is needed here' });
  return [];
}
