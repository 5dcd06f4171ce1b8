import type { ReadCode } from '../code.ts';
import { blockNames, Names, varNames } from './names.ts';
import { nodes } from './node.ts';
import { type Dialect, parseJavaScript } from './parse.ts';
import { readStatements } from './read-statement.ts';

/** JavaScript or TypeScript text as code. */
export function readJavaScript(source: string, dialect: Dialect): ReadCode {
  const parsed = parseJavaScript(source, dialect);
  if (parsed.kind === 'unread') return parsed;
  const statements = nodes(parsed.top, 'body');
  const names = new Names();
  const declared = [...blockNames(statements), ...statements.flatMap(varNames)];
  const { made } = names.inFunction(new Set(declared), () => readStatements(statements, names));
  return names.tooDeep === undefined
    ? { kind: 'code', body: made }
    : { kind: 'unread', why: 'it is nested too deeply', at: names.tooDeep };
}
