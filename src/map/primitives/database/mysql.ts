import { hole, nothing, type Reading, refusedBy, together, touch, unclear } from './reading.ts';
import { type SqlToken, sqlTokens } from './sql-tokens.ts';

/** Commands of the client itself, at the start of a line or a statement. */
const clientWords: ReadonlyMap<string, Reading> = new Map([
  ['system', refusedBy('`system` starts a shell')],
  ['pager', refusedBy('`pager` starts a program')],
  ['source', unclear('`source` runs a file of statements')],
  ['tee', unclear('`tee` writes a file')],
  ['edit', unclear('`edit` starts an editor')],
  ['connect', unclear('`connect` reaches another server')],
]);

/** `\G`, `\c` …: ends of statements and switches of the output. */
const harmless = /^[gGcqsWwtnhpRdCux#]/;

/** Statements for mysql and mariadb. What they do on the server is the server's. */
export function readMysql(text: string): Reading {
  // Only with a blank behind does `--` start a comment here.
  if (/--\S|#/.test(text)) return unclear('SQL whose comments cannot be followed');
  const tokens = sqlTokens(text, '\'"`');
  if (tokens === undefined) return unclear('SQL whose quotes cannot be followed');
  return together(tokens.map((token, at) => readToken(token, tokens.slice(at + 1, at + 4), tokens[at - 1], text)));
}

function readToken(token: SqlToken, rest: readonly SqlToken[], before: SqlToken | undefined, text: string): Reading {
  if (token.kind !== 'string' && token.value.includes(hole)) return unclear('a value is put into SQL as code');
  if (token.kind === 'mark' && token.value === '\\') return readBackslash(text.slice(token.end, token.end + 1));
  if (token.kind !== 'word') return nothing;
  const starts = token.first || before?.value === ';';
  const ofClient = starts && !token.quoted ? clientWords.get(token.value) : undefined;
  if (ofClient !== undefined) return ofClient;
  if (/^(outfile|dumpfile|load_file)$/.test(token.value))
    return unclear(`\`${token.value}\` names a file of the server`);
  // `load data local infile 'x'` sends a file of this machine.
  if (token.value !== 'local' || rest[0]?.value !== 'infile') return nothing;
  return rest[1]?.kind === 'string' && rest[2]?.kind !== 'string'
    ? touch(rest[1].value, 'read')
    : unclear('a file that is not in the text');
}

function readBackslash(letter: string): Reading {
  if (letter === '!' || letter === 'P') return refusedBy(`\`\\${letter}\` starts a program`);
  return harmless.test(letter) ? nothing : unclear(`\`\\${letter}\` is not modelled`);
}
