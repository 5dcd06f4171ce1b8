import { literalOf, type Text } from '../../../ir/text.ts';
import { readBundleText } from '../../bundle-text.ts';
import { refused, unknown } from '../../outcome.ts';
import type { CommandWords, Draft, DraftEffect, MapContext, Mapped, Primitive } from '../../primitive.ts';
import { readCommand } from '../../tools/read-command.ts';
import type { Tool, ToolTable } from '../../tools/tool.ts';
import { programOf, toolPrimitive } from '../../tools/tool-primitive.ts';
import { readMysql } from './mysql.ts';
import { readPsql } from './psql.ts';
import { nothing, type Reading, together, unclear, withHoles } from './reading.ts';
import { readSqliteScript, readSqliteWord } from './sqlite.ts';

interface Client {
  /** Options whose value is statements, and those that name a file of them. */
  readonly statements: readonly string[];
  readonly files: readonly string[];
  /** Operands from this one on are statements, and only they keep it from reading standard input. */
  readonly from?: number;
  readonly readWord: (text: string) => Reading;
  readonly readScript: (text: string) => Reading;
}

const sqlite3: Client = {
  statements: ['-cmd'],
  files: ['-init'],
  from: 1,
  readWord: readSqliteWord,
  readScript: readSqliteScript,
};
const psql: Client = {
  statements: ['-c', '--command'],
  files: ['-f', '--file'],
  readWord: readPsql,
  readScript: readPsql,
};
const mysql: Client = { statements: ['-e', '--execute'], files: [], readWord: readMysql, readScript: readMysql };

/** They connect as psql does and take no statements; what arrives on their standard input is data. */
const postgresTools = ['pg_dump', 'pg_dumpall', 'pg_restore', 'createdb', 'dropdb', 'pg_isready'];

type Read = (tool: Tool, command: CommandWords, context: MapContext) => Reading;

/** Database clients: their table says how they connect; their statements can name files and programs too. */
export function databases(tools: ToolTable): ReadonlyMap<string, Primitive> {
  const byTable = toolPrimitive(tools);
  const primitive =
    (read: Read): Primitive =>
    (command, context) => {
      const result = byTable(command, context);
      const tool = tools.get(programOf(command) ?? '');
      return tool === undefined ? result : withReading(result, read(tool, command, context), command);
    };
  return new Map([
    ['sqlite3', primitive(statements(sqlite3))],
    ['mysql', primitive(statements(mysql))],
    ['mariadb', primitive(statements(mysql))],
    [
      'psql',
      primitive((tool, command, context) =>
        together([readConnection(tool, command), statements(psql)(tool, command, context)]),
      ),
    ],
    ...postgresTools.map((name): [string, Primitive] => [name, primitive(readConnection)]),
  ]);
}

/** `host=example.com dbname=app` in one word. */
function readConnection(_tool: Tool, { words }: CommandWords): Reading {
  const settings = /(?:^|\s)(?:host|hostaddr|service|passfile|sslkey)\s*=/i;
  const hidden = words.some((word) => settings.test(withHoles(word)));
  return hidden ? unclear('its server stands inside a connection string') : nothing;
}

function statements(client: Client): Read {
  return (tool, command, context) => {
    const read = readCommand(tool, command.words);
    if (read.kind !== 'read') return nothing;
    const valuesOf = (names: readonly string[]) =>
      read.options.flatMap(({ name, value }) => (names.includes(name) && value !== undefined ? [value] : []));
    const options = valuesOf(client.statements);
    const files = valuesOf(client.files);
    const operands = client.from === undefined ? [] : read.operands.slice(client.from);
    const complete = client.from === undefined ? [...options, ...files] : operands;
    return together([
      ...[...options, ...operands].map((text) => client.readWord(withHoles(text))),
      ...files.map((path) => readFile(client, path, context)),
      ...(complete.length > 0 ? [] : [readInput(client, command, context)]),
    ]);
  };
}

function readInput(client: Client, { stdin }: CommandWords, context: MapContext): Reading {
  switch (stdin.kind) {
    case 'none':
      return nothing;
    case 'pipe':
      return unclear('its statements come from another program');
    case 'text':
      return client.readScript(withHoles(stdin.text));
    case 'file':
      return readFile(client, stdin.path, context);
  }
}

function readFile(client: Client, path: Text, context: MapContext): Reading {
  const written = literalOf(path);
  const file = written === undefined ? undefined : readBundleText(context, written);
  return file === undefined
    ? unclear('its statements are in a file that nobody has seen')
    : client.readScript(file.content);
}

function withReading(result: Mapped, reading: Reading, command: CommandWords): Mapped {
  if (reading.kind === 'effects') return result.kind === 'mapped' ? withEffects(result, reading.effects) : result;
  const message = `\`${programOf(command) ?? ''}\`: ${reading.reason}`;
  if (result.kind === 'refused') return result;
  if (reading.kind === 'refused') return refused('map/tool-refused', message, command.span);
  return result.kind === 'mapped' ? unknown('map/tool-unclear', message, command.span) : result;
}

function withEffects(result: Extract<Mapped, { kind: 'mapped' }>, effects: readonly DraftEffect[]): Mapped {
  const drafts = result.drafts.map(
    (draft): Draft => (draft.kind === 'plain' ? { ...draft, effects: [...draft.effects, ...effects] } : draft),
  );
  return { ...result, drafts };
}
