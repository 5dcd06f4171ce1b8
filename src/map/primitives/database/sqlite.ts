import { hole, type Reading, together, unclear } from './reading.ts';
import { readDotCommand } from './sqlite-dot.ts';
import { readSqliteSql } from './sqlite-sql.ts';

/** A word of the command line: a dot command or SQL. */
export function readSqliteWord(text: string): Reading {
  const start = text.trimStart();
  if (start.startsWith(hole)) return unclear('statements that are not in the text');
  return start.startsWith('.') ? readDotCommand(text) : readSqliteSql(text);
}

/** Standard input: a dot at the start of a line is a command, also where a statement has not ended. */
export function readSqliteScript(text: string): Reading {
  const lines = text.split('\n');
  const isDot = (line: string) => line.trimStart().startsWith('.');
  const sql = lines.filter((line) => !isDot(line)).join('\n');
  return together([...lines.filter(isDot).map(readDotCommand), readSqliteSql(sql)]);
}
