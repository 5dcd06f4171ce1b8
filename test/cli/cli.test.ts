import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { mapCommand } from '../../src/index.ts';
import { readCapabilities } from '../manifest/read-rtfs.ts';
import { chunks, skillc } from './fake-terminal.ts';

const command = 'curl -s https://api.example.com/v1/me -H "Authorization: Bearer $EXAMPLE_TOKEN" | jq -r .id';

const skillText = `---
name: notes
description: Reads notes.
version: 1.2.0
---

# Notes

## List notes

\`\`\`bash
curl -s https://api.example.com/v1/notes -H "Authorization: Bearer $NOTES_TOKEN" | jq -r '.[].title'
\`\`\`

## Count words

\`\`\`bash
cat notes.txt | wc -w
\`\`\`
`;

const everyCommand = [
  ...'map check manifest review load execute approvals approve deny revoke skills unload capabilities why doctor init completion'
    .split(' ')
    .map((name) => [name]),
  ...['set', 'list', 'remove', 'import'].map((name) => ['secret', name]),
  ...['set', 'list'].map((name) => ['setting', name]),
  ...['show', 'set'].map((name) => ['budget', name]),
  ...['show', 'verify', 'rebuild', 'export', 'reset'].map((name) => ['log', name]),
  ...['secret', 'setting', 'budget', 'log'].map((name) => [name]),
];

let root: string;
let notes: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillc-cli-'));
  notes = join(root, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'SKILL.md'), skillText);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('usage', () => {
  test('--version and --help are on standard output', async () => {
    expect(await skillc(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    for (const name of everyCommand) {
      const { code, out, err } = await skillc([...name, '--help']);
      expect([name, code, out.includes('Examples:'), err]).toEqual([name, 0, true, '']);
    }
    expect((await skillc(['help', 'map'])).out).toBe((await skillc(['map', '--help'])).out);
  });

  test.each([
    [['chek'], "unknown command 'chek'\n(Did you mean check?)"],
    [['check', '--fromat', 'json', '.'], "unknown option '--fromat'\n(Did you mean --format?)"],
    [['check'], "missing required argument 'paths'"],
    [['check', '--format', 'xml', '.'], 'Allowed choices are text, json, sarif.'],
    [['map'], "name a command: skillc map 'curl https://…'"],
    [['map', 'a', 'b'], 'too many arguments'],
    [['map', '--batch', 'a'], '--batch takes no command'],
    [['manifest', 'https://example.com/skill.md'], 'a URL is not read here; name a file or directory'],
    [['execute', 'a', 'b', 'c'], 'too many words: `c`'],
    [['execute', '--name', 'a'], 'name the operation first'],
    [['execute', 'a.b', '--params', '[]'], '--params is no JSON object'],
    [['execute', 'a.b', '--approve', 'a.b'], '--approve takes the digest of a plan'],
    [['execute', 'a.b', '--approve', '*'], '--approve takes the digest of a plan'],
    [['approve', 'apr_1', '--scope', 'forever'], 'Allowed choices are once, session, always.'],
    [['approve', 'demo'], 'a whole skill is approved at a terminal, or with --yes'],
    [['secret', 'lst'], "unknown command 'lst'\n(Did you mean list?)"],
    [['secret', 'set', 'A', 'value'], 'every process could see it there'],
    [['setting', 'set', 'A', 'https://u@a.example'], 'cannot stand in an address'],
    [['log', 'reset'], 'say --acknowledge'],
    [['completion', 'powershell'], 'Allowed choices are bash, zsh, fish.'],
    [['check', '--format', 'text', '--format', 'sarif', '.'], '--format is given twice'],
    [['manifest', '--operation', 'a', '--operation', 'b', '.'], '--operation is given twice'],
    [['manifest', '-o', 'a', '--output', 'b', '.'], '--output is given twice'],
  ])('%j is exit code 2 with a way out', async (argv, message) => {
    const { code, out, err } = await skillc(argv);
    expect([code, out, err.startsWith('skillc: ')]).toEqual([2, '', true]);
    expect(err).toContain(message);
    expect(err).not.toMatch(/^ +at /m);
  });
});

describe('wrong usage with --json', () => {
  const finding = (message: string, help = 'run the command with `--help`') => ({
    diagnostics: [{ code: 'skillc/usage', severity: 'error', message, help }],
  });

  test.each([
    [['check', '--json', '--fromat', '.'], finding("unknown option '--fromat'", 'Did you mean --format?')],
    [['check', '--json'], finding("missing required argument 'paths'")],
    [['check', '--json', '--format', 'sarif', '.'], finding('--json and --format sarif contradict each other')],
    [['check', '--json', '--format', 'text', '.'], finding('--json and --format text contradict each other')],
    [['manifest', '--format', 'yaml', '.', '--json'], finding('--json and --format yaml contradict each other')],
    [['manifest', '--format=json', 'https://example.com'], finding('a URL is not read here; name a file or directory')],
    [['map', '--json'], finding("name a command: skillc map 'curl https://…'")],
    [['map', '--json', '--batch'], finding('--json is one document, and --batch prints one a line: leave one out')],
    [
      ['completion', '--json', 'csh'],
      finding("command-argument value 'csh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish."),
    ],
  ])('%j is one document, a line on standard error and exit code 2', async (argv, document) => {
    const { code, out, err } = await skillc(argv);
    expect([code, JSON.parse(out), err.startsWith('skillc: ')]).toEqual([2, document, true]);
  });

  test('a command line that only looks like it gets none', async () => {
    expect((await skillc(['map', '--', 'a', '--json'])).out).toBe('');
  });

  test('--json and --format json are one wish', async () => {
    const twice = await skillc(['check', '--json', '--format', 'json', notes]);
    expect(twice).toEqual(await skillc(['check', '--json', notes]));
    expect(twice.code).toBe(0);
  });

  test('a completion script is a document', async () => {
    const { out } = await skillc(['completion', 'bash']);
    const { code, out: document } = await skillc(['completion', '--json', 'bash']);
    expect([code, JSON.parse(document)]).toEqual([0, { shell: 'bash', script: out }]);
  });
});

describe('map', () => {
  test('--json is one document', async () => {
    const { code, out, err } = await skillc(['map', '--json', command]);
    expect([code, err, JSON.parse(out)]).toEqual([0, '', mapCommand(command)]);
  });

  test('people see what it becomes', async () => {
    const { code, out } = await skillc(['map', command]);
    expect(code).toBe(0);
    for (const part of ['network.http-fetch → json.query', 'EXAMPLE_TOKEN → https://api.example.com', 'required:']) {
      expect(out).toContain(part);
    }
  });

  test('`-` reads standard input', async () => {
    const { out } = await skillc(['map', '--json', '-'], { stdin: chunks(`${command}\n`) });
    expect(JSON.parse(out)).toEqual(mapCommand(command));
    expect((await skillc(['map', '-'], { stdin: chunks('a\0b') })).code).toBe(2);
  });

  test('--batch answers every item in order, whatever it is', async () => {
    const stdin = chunks('echo a\0', Buffer.from([0xff, 0]), "echo 'open\0\0", 'x'.repeat(2 ** 20 + 1), '\0', command);
    const { code, out } = await skillc(['map', '--batch'], { stdin });
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, lines.length]).toEqual([0, 6]);
    expect(lines[0]).toEqual(mapCommand('echo a'));
    expect(lines[1].diagnostics.map((one: { code: string }) => one.code)).toEqual(['parse/encoding']);
    expect(lines[2]).toEqual(mapCommand("echo 'open"));
    expect(lines[3]).toEqual(mapCommand(''));
    expect(lines[4].diagnostics.map((one: { code: string }) => one.code)).toEqual(['limit/size']);
    expect(lines[5]).toEqual(mapCommand(command));
  });

  test('no control character reaches the terminal', async () => {
    const { out } = await skillc(['map', 'echo \u001B[2J\u202Ehi'], { outIsTerminal: true, env: { NO_COLOR: '1' } });
    expect(out).toContain('echo \\u{1B}[2J\\u{202E}hi');
    expect(out).not.toMatch(/[\u001B\u202E]/);
  });
});

describe('colours', () => {
  const coloured = async (argv: string[], env: Record<string, string>, outIsTerminal: boolean) =>
    (await skillc([...argv, 'map', 'echo a'], { env, outIsTerminal })).out.includes('\u001B[');

  test('are for terminals, unless the user says otherwise', async () => {
    expect([
      await coloured([], {}, true),
      await coloured([], {}, false),
      await coloured([], { NO_COLOR: '1' }, true),
      await coloured([], { FORCE_COLOR: '1' }, false),
      await coloured([], { FORCE_COLOR: '0' }, true),
      await coloured(['--no-color'], { FORCE_COLOR: '1' }, true),
      await coloured([], { NO_COLOR: '1', FORCE_COLOR: '1' }, true),
      await coloured([], { NO_COLOR: '', FORCE_COLOR: '1' }, false),
      await coloured([], { TERM: 'dumb' }, true),
    ]).toEqual([true, false, false, true, false, false, false, true, false]);
  });
});

describe('check', () => {
  test('a good skill is exit code 0', async () => {
    const { code, out, err } = await skillc(['check', '--json', notes]);
    const { skills, totals } = JSON.parse(out);
    expect([code, err]).toEqual([0, '']);
    expect(skills).toMatchObject([{ path: notes, skill_id: 'notes', format: 'markdown', operations: 2 }]);
    const { total, mapped, sandboxed, unknown, refused } = totals.commands;
    expect([total, mapped]).toEqual([mapped + sandboxed + unknown + refused, 4]);
  });

  test('a directory of skills is every skill in it, and one bad one fails it', async () => {
    mkdirSync(join(root, 'broken'));
    writeFileSync(join(root, 'broken', 'SKILL.md'), Buffer.from([0x23, 0xff, 0xfe]));
    const { code, out } = await skillc(['check', '--format', 'json', root]);
    const { skills, totals } = JSON.parse(out);
    expect([code, skills.map((one: { skill_id: string }) => one.skill_id), totals.compiled]).toEqual([
      1,
      [null, 'notes'],
      1,
    ]);
    expect(skills[0].diagnostics[0].code).toBe('parse/encoding');
  });

  test('people get a line for each skill and one for all', async () => {
    const { code, out } = await skillc(['check', notes, join(root, 'missing')]);
    expect(code).toBe(1);
    expect(out).toContain(`✓ ${notes} · notes (markdown) · 2 operations · 4 commands (4 mapped)`);
    expect(out).toContain(`error[source/missing]: there is no \`${join(root, 'missing')}\``);
    expect(out).toContain('2 skills checked, 1 compiled');
  });

  test('--strict makes deviations errors', async () => {
    const bare = join(root, 'bare.md');
    writeFileSync(bare, '# Bare\n\n## List\n\n```bash\ncurl https://api.example.com/v1/x\n```\n');
    expect((await skillc(['check', bare])).code).toBe(0);
    expect((await skillc(['check', '--strict', bare])).code).toBe(1);
  });

  test('sarif is one document', async () => {
    const { out } = await skillc(['check', '--format', 'sarif', join(root, 'missing')]);
    expect(JSON.parse(out)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'source/missing' }] }] });
  });

  test('progress is for a person who waits', async () => {
    for (let at = 0; at < 25; at++) {
      mkdirSync(join(root, `s${at}`));
      writeFileSync(join(root, `s${at}`, 'SKILL.md'), skillText);
    }
    expect((await skillc(['check', '--json', root], { errIsTerminal: true })).err).toContain('checking 26 of 26');
    expect((await skillc(['check', '--json', root])).err).toBe('');
    expect((await skillc(['check', '--json', notes], { errIsTerminal: true })).err).toBe('');
  });
});

describe('manifest', () => {
  test('the forms agree', async () => {
    const json = JSON.parse((await skillc(['manifest', '--json', notes])).out);
    expect(json.capabilities.map((one: { id: string }) => one.id)).toEqual(['notes.list_notes', 'notes.count_words']);
    expect(parseYaml((await skillc(['manifest', '--format', 'yaml', notes])).out)).toEqual(json);
    expect(readCapabilities((await skillc(['manifest', '--format', 'rtfs', notes])).out)).toEqual(json.capabilities);
    const page = (await skillc(['manifest', '--format', 'html', notes])).out;
    expect(page.startsWith('<!doctype html>')).toBe(true);
    expect(page).toContain('https://api.example.com/v1/notes');
    expect((await skillc(['manifest', notes])).out).toContain('NOTES_TOKEN → https://api.example.com');
  });

  test('one operation by its name or id', async () => {
    const whole = JSON.parse((await skillc(['manifest', '--json', notes])).out);
    for (const name of ['list_notes', 'notes.list_notes']) {
      const one = JSON.parse((await skillc(['manifest', '--json', '--operation', name, notes])).out);
      expect(one).toEqual(whole.capabilities[0]);
    }
    const { code, out, err } = await skillc(['manifest', '--json', '--operation', 'list_note', notes]);
    expect([code, err]).toEqual([
      2,
      'skillc: notes has no operation `list_note`\n(Did you mean list_notes?)\nrun `skillc manifest --help` for what it takes\n',
    ]);
    expect(JSON.parse(out)).toEqual({
      diagnostics: [
        {
          code: 'skillc/usage',
          severity: 'error',
          message: 'notes has no operation `list_note`',
          help: 'Did you mean list_notes?',
        },
      ],
    });
  });

  test('-o writes a file', async () => {
    const file = join(root, 'm.json');
    expect(await skillc(['manifest', '--json', '-o', file, notes])).toEqual({ code: 0, out: '', err: '' });
    expect(JSON.parse(readFileSync(file, 'utf8')).skill_id).toBe('notes');
    const { code, err } = await skillc(['manifest', '-o', join(root, 'no/such/dir'), notes]);
    expect([code, err.startsWith('skillc: cannot write')]).toEqual([1, true]);
  });

  test('what is no skill is exit code 1 and still one document', async () => {
    const { code, out, err } = await skillc(['manifest', '--json', join(root, 'missing')]);
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        skill_id: null,
        capabilities: [],
        diagnostics: [
          {
            code: 'source/missing',
            severity: 'error',
            message: `there is no \`${join(root, 'missing')}\``,
            help: 'check the path',
          },
        ],
      },
    ]);
    expect(err).toContain('error[source/missing]');
  });

  test('a credential in the source is not shown in any form', async () => {
    const text = skillText.replace('Bearer $NOTES_TOKEN', 'Bearer sk-live-4eC39HqLyjWDarjtT1');
    writeFileSync(join(notes, 'SKILL.md'), text);
    for (const format of ['text', 'json', 'yaml', 'rtfs', 'html']) {
      const { code, out, err } = await skillc(['manifest', '--format', format, notes]);
      expect([format, code, `${out}${err}`.includes('4eC39HqLyjWDarjtT1')]).toEqual([format, 0, false]);
    }
    expect((await skillc(['check', notes])).out).not.toContain('4eC39HqLyjWDarjtT1');
  });
});

test('a fault of our own is a line, a report in a file and exit code 1', async () => {
  const home = join(root, 'home');
  const out = async () => {
    throw new Error('the printer\u001B[2J is on fire');
  };
  const { code, err } = await skillc(['map', 'echo a'], { out, env: { SKILLC_HOME: home } });
  const [file = ''] = readdirSync(join(home, 'crashes'));
  const path = join(home, 'crashes', file);
  expect([code, err]).toEqual([
    1,
    `skillc: internal error: the printer?[2J is on fire\nthe details are in ${path}; please report them\n`,
  ]);
  expect(readFileSync(path, 'utf8')).toMatch(
    /^skillc 0\.1\.0, Node v\d+.*\narguments: \["map","…"\]\nError: the printer.*\n +at /,
  );
  writeFileSync(join(root, 'file'), '');
  const printed = await skillc(['map', 'echo a'], { out, env: { SKILLC_HOME: join(root, 'file') } });
  expect(printed.err).toContain('arguments: ["map","…"]');
});
