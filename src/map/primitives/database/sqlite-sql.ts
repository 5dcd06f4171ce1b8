import { hole, nothing, type Reading, together, touch, unclear } from './reading.ts';
import { type SqlToken, sqlTokens } from './sql-tokens.ts';

/** Functions, tables and settings of the shell that reach the disk by names which a column can compute. */
const reaching = new Set([
  'fsdir',
  'zipfile',
  'load_extension',
  'fts3_tokenizer',
  'temp_store_directory',
  'data_store_directory',
]);

/** What SQL of sqlite3 touches besides its database. */
export function readSqliteSql(text: string): Reading {
  const tokens = sqlTokens(text, '\'"`[');
  if (tokens === undefined) return unclear('SQL whose quotes cannot be followed');
  return together(tokens.map((token, at) => readToken(token, tokens.slice(at + 1, at + 5))));
}

function readToken(token: SqlToken, rest: readonly SqlToken[]): Reading {
  if (token.kind !== 'string' && token.value.includes(hole)) return unclear('a value is put into SQL as code');
  if (token.kind !== 'word') return nothing;
  if (reaching.has(token.value)) return unclear(`\`${token.value}\` reaches other files`);
  const called = rest[0]?.value === '(' && rest[0].kind === 'mark';
  switch (token.value) {
    case 'readfile':
      return called ? literalFile(rest.slice(1), 'read') : nothing;
    case 'writefile':
      return called ? literalFile(rest.slice(1), 'write') : nothing;
    case 'edit':
      return called ? unclear('`edit` starts an editor') : nothing;
    case 'attach':
      return token.quoted ? nothing : literalFile(rest.slice(rest[0]?.value === 'database' ? 1 : 0), 'read', 'write');
    case 'vacuum':
      return readVacuum(rest);
    default:
      return nothing;
  }
}

/** `vacuum [schema] into 'file'`. */
function readVacuum(rest: readonly SqlToken[]): Reading {
  const into = rest.slice(0, 2).findIndex(({ value }) => value === 'into');
  return into < 0 ? nothing : literalFile(rest.slice(into + 1), 'write');
}

/** A string that is the whole expression. */
function literalFile([token, next]: readonly SqlToken[], ...kinds: readonly ('read' | 'write')[]): Reading {
  const whole = next === undefined || /^(,|\)|;|as)$/.test(next.value);
  if (token?.kind !== 'string' || !whole) return unclear('a file that SQL computes');
  if (token.value === '' || token.value === ':memory:') return nothing;
  if (/^file:/i.test(token.value)) return unclear('a database by its address');
  return touch(token.value, ...kinds);
}
