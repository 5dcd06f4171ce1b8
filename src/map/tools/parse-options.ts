import { isPasswordField } from '../secret-names.ts';
import { fieldsOf, isMapping, type Problems } from './fields.ts';
import { originReference } from './origin-reference.ts';
import type { Addition, OptionRole, ToolOption, ToolOptions, ValueRow } from './tool.ts';

type Path = readonly (string | number)[];

export const noOptions: ToolOptions = { rows: new Map(), values: [], additions: [] };

/** Lists by what an option does: `flags`, `values`, `read`, `write`, `update` (both), `mount`, `port`, `secret`; `host`, `accept`, `refuse`, `unknown` and `adds` as mappings. */
export function parseOptions(data: unknown, path: Path, problems: Problems): ToolOptions {
  if (data === undefined) return noOptions;
  const lists: readonly (readonly [string, OptionRole])[] = [
    ['flags', 'flag'],
    ['values', 'value'],
    ['read', 'read'],
    ['write', 'write'],
    ['update', 'update'],
    ['mount', 'mount'],
    ['port', 'port'],
    ['secret', 'secret'],
  ];
  const keys = [...lists.map(([key]) => key), 'host', 'accept', 'refuse', 'unknown', 'adds'];
  const fields = fieldsOf(data, path, keys, problems);
  const rows = new Map<string, ToolOption>();
  const values: ValueRow[] = [];
  const add = (key: string, name: string, row: ToolOption): void => {
    const at = [...path, key];
    if (!name.startsWith('-')) problems.push({ path: at, message: `\`${name}\` does not start with a dash` });
    if (rows.has(name)) problems.push({ path: at, message: `\`${name}\` is listed twice` });
    rows.set(name, row);
  };
  for (const [key, role] of lists) for (const name of fields.strings(key)) add(key, name, { role });
  for (const [name, scheme] of texts(fields.get('host'), [...path, 'host'], problems)) {
    add('host', name, { role: 'host', scheme });
  }
  for (const [name, accept] of textLists(fields.get('accept'), [...path, 'accept'], problems)) {
    add('accept', name, { role: 'value', accept });
  }
  for (const role of ['refuse', 'unknown'] as const) {
    for (const [name, reason] of texts(fields.get(role), [...path, role], problems)) {
      const [option, value] = splitRow(name);
      if (value === undefined) add(role, name, { role, reason });
      else values.push({ option, value, role, reason });
    }
  }
  const additions = parseAdditions(fields.get('adds'), [...path, 'adds'], problems);
  checkValueRows(values, rows, path, problems);
  checkAdditions(additions, rows, path, problems);
  checkSecrets(rows, path, problems);
  return { rows, values, additions };
}

/** Fixed places only: which operand is which depends on the rule that an option stands in. */
function parseAdditions(data: unknown, path: Path, problems: Problems): readonly Addition[] {
  return entriesOf(data, path, problems).map(([written, item]): Addition => {
    const at = [...path, written];
    const fields = fieldsOf(item, at, ['network', 'read', 'write'], problems);
    const network = fields.strings('network');
    const places = [...fields.strings('read'), ...fields.strings('write')];
    for (const place of [...places.filter((one) => one.startsWith('$')), ...network]) {
      if (!originReference.test(place)) problems.push({ path: at, message: `\`${place}\` is no fixed place` });
    }
    const [option, value] = splitRow(written);
    return {
      option,
      ...(value === undefined ? {} : { value }),
      network,
      read: fields.strings('read'),
      write: fields.strings('write'),
      secrets: network.includes('$hosts'),
    };
  });
}

/** `-f=concat`: an option with one of its values. */
function splitRow(written: string): readonly [string, string?] {
  const equals = written.indexOf('=');
  return equals < 0 ? [written] : [written.slice(0, equals), written.slice(equals + 1)];
}

/** What decides the whole command adds nothing to it. */
function checkAdditions(
  additions: readonly Addition[],
  rows: ReadonlyMap<string, ToolOption>,
  path: Path,
  problems: Problems,
): void {
  for (const { option, value } of additions) {
    const role = rows.get(option)?.role;
    const misfit = role === undefined || role === 'refuse' || role === 'unknown';
    if (misfit || (value !== undefined && role === 'flag')) {
      problems.push({ path, message: `\`${option}\` adds to what it does, so that it needs a row that says it` });
    }
  }
}

/** A credential written out behind such a name is found where the plan is made; behind another it would stay in it. */
function checkSecrets(rows: ReadonlyMap<string, ToolOption>, path: Path, problems: Problems): void {
  for (const [name, { role }] of rows) {
    if (role !== 'secret' || (name.startsWith('--') && isPasswordField(name.slice(2)))) continue;
    problems.push({ path, message: `\`${name}\` is no name by which a written credential is found` });
  }
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
