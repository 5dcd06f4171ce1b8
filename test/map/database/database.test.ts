import { describe, expect, test } from 'vitest';
import { literalText } from '../../../src/ir/text.ts';
import type { Mapped } from '../../../src/map/primitive.ts';
import { showEffect } from '../../../src/map/tools/check-examples.ts';
import { exampleWords } from '../../../src/map/tools/example-words.ts';
import { mapWords, output } from '../runtime/run.ts';

/** Effects besides those the table gives to every use, or the verdict. */
function extra(result: Mapped, usual: readonly string[]): readonly string[] | string {
  if (result.kind !== 'mapped') return `${result.kind} ${result.reason.code}`;
  const effects = result.drafts.flatMap((draft) => (draft.kind === 'plain' ? draft.effects.map(showEffect) : []));
  return effects.filter((effect) => !usual.includes(effect));
}

const words = (...texts: readonly string[]) => texts.map((text) => literalText(text));
const refused = 'refused map/tool-refused';
const unknown = 'unknown map/tool-unclear';

describe('sqlite3', () => {
  const usual = ['process sqlite3', 'read a.db', 'write a.db'];
  const sqlite = (text: string) => extra(mapWords(words('sqlite3', 'a.db', text)), usual);

  test.each([
    ['select * from t', []],
    ['.tables', []],
    ['.ta', []],
    ['.sch t', []],
    ['.show', []],
    ['.mode csv', []],
    ['.output', []],
    ['.output stdout', []],
    ['.output /tmp/f', ['write /tmp/f']],
    ['.ou /tmp/f', ['write /tmp/f']],
    ['.once "/tmp/a b"', ['write /tmp/a b']],
    ['.log /tmp/f', ['write /tmp/f']],
    ['.backup main /tmp/f', ['write /tmp/f']],
    ['.clone /tmp/f', ['write /tmp/f']],
    ['.restore /tmp/f', ['read /tmp/f']],
    ['.open /tmp/f', ['read /tmp/f', 'write /tmp/f']],
    ['.import --csv --skip 1 /tmp/f t', ['read /tmp/f']],
    ['.import "|id" t', refused],
    ['.output |sh', refused],
    ['.once |sh', refused],
    ['.shell id', refused],
    ['.sh id', refused],
    ['.system id', refused],
    ['.sy id', refused],
    ['.s id', refused],
    ['.excel', refused],
    ['.load ./x', refused],
    ['.loa ./x', refused],
    ['.lo ./x', unknown],
    ['.read f', unknown],
    ['.read |id', refused],
    ['.once -e', unknown],
    ['.cd /tmp', unknown],
    ['.made-up', unknown],
    ['.output a\\b', unknown],
    ["select readfile('/tmp/f')", ['read /tmp/f']],
    ["select writefile('/tmp/f', 'x')", ['write /tmp/f']],
    ["select \"writefile\"('/tmp/f', 'x')", ['write /tmp/f']],
    ["select [writefile] ( '/tmp/f', 'x')", ['write /tmp/f']],
    ["select 'writefile(''/tmp/f'')'", []],
    ["select 1 -- writefile('/tmp/f')", []],
    ["select 1 /* it's */ + writefile('/tmp/f', 1)", ['write /tmp/f']],
    ["select 1 --it's\n, writefile('/tmp/f', 1)", ['write /tmp/f']],
    ['select writefile(name, 1) from t', unknown],
    ["select writefile('/tmp/' || name, 1) from t", unknown],
    ["attach '/tmp/f' as b", ['read /tmp/f', 'write /tmp/f']],
    ["attach database ':memory:' as b", []],
    ["attach 'file:/tmp/f?mode=ro' as b", unknown],
    ["vacuum main into '/tmp/f'", ['write /tmp/f']],
    ['vacuum', []],
    ["select * from fsdir('/tmp')", unknown],
    ["select load_extension('x')", unknown],
    ["select edit('x')", unknown],
    ["select 'open", unknown],
  ])('%s', (text, expected) => {
    expect(sqlite(text)).toEqual(expected);
  });

  test('statements on standard input', () => {
    const fed = (text: string, ...more: readonly string[]) =>
      extra(mapWords(words('sqlite3', 'a.db', ...more), { stdin: { kind: 'text', text: literalText(text) } }), usual);
    expect(fed('.mode csv\n.output /tmp/f\nselect 1;\n')).toEqual(['write /tmp/f']);
    expect(fed('select 1;\n.shell id\n')).toBe(refused);
    expect(fed('.shell id\n', 'select 1')).toEqual([]);
    expect(fed('.shell id\n', '-cmd', '.mode csv')).toBe(refused);
    expect(extra(mapWords(words('sqlite3', 'a.db'), { stdin: { kind: 'pipe' } }), usual)).toBe(unknown);
  });

  test('statements in a file', () => {
    const stdin = { kind: 'file', path: literalText('x.sql') } as const;
    const fed = (files: Readonly<Record<string, string>>) =>
      extra(mapWords(words('sqlite3', 'a.db'), { stdin, files }), [...usual, 'read x.sql']);
    expect(fed({ 'x.sql': "vacuum into '/tmp/f';\n" })).toEqual(['write /tmp/f']);
    expect(fed({})).toBe(unknown);
  });

  test('a value is a value inside a string, and code elsewhere', () => {
    const line = (text: string) => extra(mapWords(exampleWords(`sqlite3 a.db ${text}`)), usual);
    const inString = [...words('sqlite3', 'a.db'), [...literalText("select '"), output('x'), ...literalText("'")]];
    expect(extra(mapWords(inString), usual)).toEqual([]);
    expect(line('<query>')).toBe(unknown);
    expect(line("'.output '<file>")).toBe(unknown);
  });
});

describe('psql', () => {
  const usual = [
    'process psql',
    'network postgresql://${setting:POSTGRES_HOST}',
    'secret PGPASSWORD',
    'read ~/.pgpass',
    'read .',
    'write .',
  ];
  test.each([
    ['select 1', []],
    ['\\dt+', []],
    ['\\copy t from /tmp/f', ['read /tmp/f']],
    ["\\copy (select 1) to '/tmp/f' csv", ['write /tmp/f']],
    ['\\copy t from stdin', []],
    ["\\copy t from program 'id'", refused],
    ['\\! id', refused],
    ['select 1 \\g /tmp/f', ['write /tmp/f']],
    ['select 1 \\g |sh', refused],
    ['select 1 \\gx', []],
    ['\\o /tmp/f\nselect 1;', ['write /tmp/f']],
    ['\\o |sh', refused],
    ['\\o :file', unknown],
    ['\\w /tmp/f', ['write /tmp/f']],
    ['\\echo `id`', refused],
    ['\\set x `id`', refused],
    ['\\i x.sql', unknown],
    ['\\c app other.example.com', unknown],
    ['\\cd /tmp', unknown],
    ['\\dt \\o /tmp/f', unknown],
    ["select '\\! id'", unknown],
    ["select 'it''s' \\! id", refused],
    ["select $$'$$ \\! id '", unknown],
    ["copy t from program 'id'", unknown],
    ['select arr[1] from t', []],
  ])('%s', (text, expected) => {
    const fed = { stdin: { kind: 'text', text: literalText(text) } } as const;
    expect(extra(mapWords(words('psql', 'app'), fed), usual)).toEqual(expected);
    expect(extra(mapWords(words('psql', '-c', text, 'app')), usual)).toEqual(expected);
  });

  test('a file of statements, a pipe, a connection string', () => {
    const file = (files: Readonly<Record<string, string>>) =>
      extra(mapWords(words('psql', '-f', 'x.sql'), { files }), [...usual, 'read x.sql']);
    expect(file({ 'x.sql': 'select 1;\n' })).toEqual([]);
    expect(file({ 'x.sql': '\\! id\n' })).toBe(refused);
    expect(file({})).toBe(unknown);
    expect(extra(mapWords(words('psql'), { stdin: { kind: 'pipe' } }), usual)).toBe(unknown);
    expect(extra(mapWords(words('psql', 'host=other.example.com dbname=app')), usual)).toBe(unknown);
    expect(extra(mapWords(words('pg_dump', 'host=other.example.com dbname=app')), usual)).toBe(unknown);
  });
});

describe('mysql', () => {
  const usual = [
    'process mysql',
    'network mysql://${setting:MYSQL_HOST}',
    'secret MYSQL_PWD',
    'read ~/.my.cnf',
    'read .',
    'write .',
  ];
  test.each([
    ['show tables', []],
    ['select 1\\G', []],
    ['select system from t', []],
    ["load data local infile '/tmp/f' into table t", ['read /tmp/f']],
    ["load data local infile 'a' 'b' into table t", unknown],
    ["select 1 into outfile '/tmp/f'", unknown],
    ['select 1; \\! id', refused],
    ['\\P sh', refused],
    ['\\. x.sql', unknown],
    ['\\T /tmp/f', unknown],
    ['select 1;\nsystem id', refused],
    ['select 1; system id', refused],
    ['source x.sql', unknown],
    ['/*! system id */', unknown],
    ["select 1--load_file('/tmp/f')", unknown],
    ["select 'a\\'; \\! id", unknown],
  ])('%s', (text, expected) => {
    const fed = { stdin: { kind: 'text', text: literalText(text) } } as const;
    expect(extra(mapWords(words('mysql', 'app'), fed), usual)).toEqual(expected);
    expect(extra(mapWords(words('mysql', '-e', text, 'app')), usual)).toEqual(expected);
  });

  test('a pipe and a file nobody has seen', () => {
    const stdin = { kind: 'file', path: literalText('x.sql') } as const;
    expect(extra(mapWords(words('mysql', 'app'), { stdin: { kind: 'pipe' } }), usual)).toBe(unknown);
    expect(extra(mapWords(words('mysql', 'app'), { stdin }), usual)).toBe(unknown);
  });
});
