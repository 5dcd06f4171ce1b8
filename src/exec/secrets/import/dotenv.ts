import { collect, type FoundSecrets, type Line } from './found-secrets.ts';

/**
 * Reads `NAME=value`, `export NAME="value"`, `NAME='value'` and comments. `$` in a value that a shell would expand, values
 * over several lines and whatever else dotenv readers disagree on are problems, not guesses.
 */
export function readDotenv(text: string, options: { readonly allowShort?: boolean } = {}): FoundSecrets {
  return collect(text, readLine, options.allowShort === true);
}

function readLine(line: string): Line {
  if (/^[ \t]*(#.*)?$/.test(line)) return { kind: 'nothing' };
  const pair = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(.*)$/.exec(line);
  if (pair === null) return problem('not `NAME=value`');
  const [, name = '', rest = ''] = pair;
  const value = rest.startsWith("'") ? single(rest) : rest.startsWith('"') ? double(rest) : bare(rest);
  return typeof value === 'string' ? { kind: 'pair', name, value } : value;
}

function single(rest: string): string | Line {
  const quoted = /^'([^']*)'[ \t]*(?:#.*)?$/.exec(rest);
  return quoted?.[1] ?? problem('the single quotes do not end on this line');
}

function double(rest: string): string | Line {
  const quoted = /^"((?:[^"\\]|\\.)*)"[ \t]*(?:#.*)?$/.exec(rest);
  if (quoted === null) return problem('the double quotes do not end on this line');
  const inner = quoted[1] ?? '';
  for (const [, escaped, special] of inner.matchAll(/\\(.)|([$`])/g)) {
    if (special !== undefined) return problem('a `$` in double quotes may be expanded: use single quotes');
    if (!'"\\$`'.includes(escaped ?? '')) return problem('only \\", \\\\, \\$ and \\` are escapes for all readers');
  }
  return inner.replace(/\\(.)/g, '$1');
}

function bare(rest: string): string | Line {
  const plain = /^([^\s"'`$\\#]*)(?:[ \t]+#.*|[ \t]*)$/.exec(rest);
  return plain?.[1] ?? problem('quote this value: readers do not agree on its characters');
}

function problem(message: string): Line {
  return { kind: 'problem', message };
}
