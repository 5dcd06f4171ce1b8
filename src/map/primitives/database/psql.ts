import { hole, nothing, type Reading, refusedBy, together, touch, unclear } from './reading.ts';
import { sqlTokens, walkSql } from './sql-tokens.ts';

const plain =
  /^(a|C|conninfo|copyright|crosstabview|d[A-Za-z]*[+S]*|echo|elif|else|encoding|endif|errverbose|f|gdesc|gset|h|H|help|if|l\+?|list\+?|p|print|pset|q|qecho|quit|r|reset|set|t|timing|unset|warn|watch|x|z|\?|;)$/;

/** Statements for psql: SQL is the server's, commands behind a backslash are of this machine. */
export function readPsql(text: string): Reading {
  // What stands between `$tag$` may hold quotes that are none.
  if (/\$\w*\$/.test(text)) return unclear('SQL whose quotes cannot be followed');
  const [before = '', ...commands] = splitCommands(text) ?? [hole];
  return together([readSql(before), ...commands.map(readCommand)]);
}

/** The SQL, then each command up to its line's end; undefined where quotes cannot be followed. */
function splitCommands(text: string): readonly string[] | undefined {
  const sql: string[] = [];
  const commands: string[] = [];
  let at = 0;
  while (at < text.length) {
    const backslash = nextBackslash(text, at);
    if (backslash === undefined) return undefined;
    sql.push(text.slice(at, backslash));
    const end = text.indexOf('\n', backslash);
    at = end < 0 ? text.length : end + 1;
    if (backslash < text.length) commands.push(text.slice(backslash + 1, at));
  }
  return [sql.join('\n'), ...commands];
}

/** Outside quotes; the length where there is none. */
function nextBackslash(text: string, from: number): number | undefined {
  for (const token of walkSql(text, '\'"', from)) {
    if (token === 'open') return undefined;
    if (token.kind === 'mark' && token.value === '\\') return token.end - 1;
  }
  return text.length;
}

function readSql(text: string): Reading {
  const tokens = sqlTokens(text, '\'"') ?? [];
  if (tokens.some(({ kind, value }) => kind !== 'string' && value.includes(hole)))
    return unclear('a value is put into SQL as code');
  const names = new Set(tokens.flatMap(({ kind, value }) => (kind === 'word' ? [value] : [])));
  return names.has('copy') && names.has('program')
    ? unclear('`copy … program` starts a program of the server')
    : nothing;
}

function readCommand(line: string): Reading {
  const [name = '', ...args] = line.trim().split(/\s+/);
  if (line.includes(hole)) return unclear(`a value is put into \`\\${name}\``);
  if (name.startsWith('!')) return refusedBy('`\\!` starts a shell');
  if (line.includes('`') || args.some((word) => word.startsWith('|')))
    return refusedBy(`\`\\${name}\` starts a program`);
  // A second command may follow on the same line.
  if (args.some((word) => word.includes('\\'))) return unclear(`\`\\${name}\` is followed by another command`);
  if (plain.test(name)) return nothing;
  if (name === 'copy') return readCopy(args);
  if (!/^(g|gx|o|out|w|write)$/.test(name)) return unclear(`\`\\${name}\` is not modelled`);
  const [file, ...more] = args;
  if (file === undefined) return nothing;
  return more.length > 0 || /^[:('"]/.test(file)
    ? unclear(`\`\\${name}\` with words that are not known`)
    : written(file);
}

function written(file: string): Reading {
  return touch(file.replace(/;$/, ''), 'write');
}

/** `\copy table from file`, `\copy (query) to file`; a program runs on this machine. */
function readCopy(args: readonly string[]): Reading {
  const at = args.findLastIndex((word) => /^(from|to)$/i.test(word));
  const [file = ''] = args.slice(at + 1);
  if (args.some((word) => /^program$/i.test(word))) return refusedBy('`\\copy` starts a program');
  const path = /^'([^']+)'$/.exec(file)?.[1] ?? file;
  if (at < 0 || path === '' || /^[:('"]/.test(path)) return unclear('`\\copy` without a plain file');
  if (/^(stdin|stdout|pstdin|pstdout)$/i.test(path)) return nothing;
  return touch(path, /^to$/i.test(args[at] ?? '') ? 'write' : 'read');
}
