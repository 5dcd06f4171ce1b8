import { collect, type FoundSecrets, type Line } from './found-secrets.ts';

/**
 * Reads `.ccos/secrets.toml`: `key = "value"` and `key = 'value'`, at the top or in a table. A table's name is no part of a
 * secret's name there. Every other form of TOML is a problem at its line.
 */
export function readCcosToml(text: string, options: { readonly allowShort?: boolean } = {}): FoundSecrets {
  return collect(text, readLine, options.allowShort === true);
}

function readLine(line: string): Line {
  if (/^[ \t]*(#.*)?$/.test(line)) return { kind: 'nothing' };
  if (/^[ \t]*\[[ \t]*[A-Za-z0-9_-]+(?:[ \t]*\.[ \t]*[A-Za-z0-9_-]+)*[ \t]*\][ \t]*(#.*)?$/.test(line))
    return { kind: 'nothing' };
  const pair = /^[ \t]*(?:([A-Za-z0-9_-]+)|"([A-Za-z0-9_-]+)")[ \t]*=[ \t]*(.*)$/.exec(line);
  if (pair === null) return problem('not `key = "value"`');
  const [, plain, quoted, rest = ''] = pair;
  const value = rest.startsWith("'") ? literal(rest) : rest.startsWith('"') ? basic(rest) : problem('not a string');
  return typeof value === 'string' ? { kind: 'pair', name: plain ?? quoted ?? '', value } : value;
}

function literal(rest: string): string | Line {
  const found = /^'([^']*)'[ \t]*(?:#.*)?$/.exec(rest);
  return found?.[1] ?? problem('the string does not end on this line');
}

const escapes = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['"', '"'],
  ['\\', '\\'],
]);

function basic(rest: string): string | Line {
  const found = /^"((?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?$/.exec(rest);
  if (found === null) return problem('the string does not end on this line');
  let bad = false;
  const value = (found[1] ?? '').replace(/\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)/g, (_, written: string) => {
    const code = written.length > 1 ? Number.parseInt(written.slice(1), 16) : undefined;
    if (code !== undefined && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
    const known = code === undefined ? escapes.get(written) : undefined;
    bad ||= known === undefined;
    return known ?? '';
  });
  return bad ? problem('an escape that TOML does not have') : value;
}

function problem(message: string): Line {
  return { kind: 'problem', message };
}
