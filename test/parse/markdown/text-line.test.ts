import { describe, expect, test } from 'vitest';
import { knownCommands } from '../../../src/parse/markdown/known-commands.ts';
import { isTextLine } from '../../../src/parse/markdown/text-line.ts';
import { parseShell } from '../../../src/shell/parse.ts';
import { fence, parseBody, skillOf, summary } from './compile-text.ts';

/** What a block's lines become: operations by their text, and lines that are only shown. */
function read(...lines: readonly string[]): readonly [operations: readonly string[], shown: readonly string[]] {
  const { operations, setup } = skillOf(parseBody(fence('bash', ...lines)));
  return [operations.map((one) => summary(one)[1]), setup.map(({ text }) => text)];
}

describe('a line that is no command', () => {
  test.each([
    '"status": "queued",',
    '"coordinates": [',
    '39.942892',
    '-75.173297,',
    '},',
    '[Unit]',
    '[[mapping]]',
    'pattern = "src/**/*.txt"',
    'mapping.toml',
    '["--flag", "value"],',
    '{"id": "1", "kind": "x"}',
    'demo list <id> [--fast | --slow]',
    'curl -s ... | sort -u',
    'curl -s ... > /dev/null',
    'CVE-2099-12345 exp:2099-06-01',
    'GHSA-aaaa-bbbb-cccc',
    'import time',
    'from pathlib import Path',
    'const ITEM_KEY = "item_abc"',
    'import { handlers } from "./methods/items.js"',
    '"Smith AB"[Author] AND cancer[Title/Abstract]',
    'OR 2020:2024[Publication Date]',
    '<test command>',
    'find-notes supports several modes and filters. Run --help for details.',
    'find-notes supports --text, --both, --after DATE',
    'Example JSON Response',
    'demo <service> <method> [flags]',
    '0 2 * * * /opt/backup.sh >> /var/log/backup.log 2>&1',
    '0 * * * * /Users/$(whoami)/backup.sh',
    'curl -s -X POST ".../posts" -d \'{}\' | jq .id',
    'curl -vI https://... 2>&1 | grep -i ssl',
  ])('%s is shown and never an operation', (line) => {
    expect(read(line)).toEqual([[], [line]]);
  });

  test.each([
    '"$TOOL": x',
    '"./run":x --all',
    'config/mapping.toml',
    '{"rm","-r","x"}',
    '["r"]m x',
    '"./ru"[Nn] AND x',
    'shred = "x"',
    'demo = x.txt',
    './run.sh all and more. Then stop.',
    'demo x.txt and more. Then stop.',
    'demo all more. Then stop.',
    './run.sh --text, --both, x',
    'demo --text, --both, x',
    '0 2 * * * x || rm -r y',
    '0 2 * * * cd x && y || rm -r z',
    '0 2 * * * x $(curl https://a.example)',
    '0 2 * * * x $(date > y)',
    '0 2 * * * x > y',
    'curl -d "$(cat x)" ...',
    'curl -s ... > x',
    'curl -s ... | jq . > x',
    'curl -s ... | sort -o x',
    'curl -s ... | rg --pre ./run.sh x',
    'curl -d @x https://a.example | --fast',
    './run.sh [--fast | --slow]',
    'git push [--fast | --slow]',
    'demo x.txt [--fast | --slow]',
    'demo --all [--fast | --slow]',
    'bash <command> [flags]',
    '"status": "$(id)"',
    '39.9 --all',
    '[Unit] start',
    'demo == "x"',
    './run.txt.sh',
    'CVE-list 2099',
    'import screen.png',
    'import -window root time',
    'from user',
    '"Smith AB" AND x',
    '<test command> --all',
    'find-notes "supports several modes. Run it."',
    'find-notes --text,both x',
    'Example Run Now',
    'demo <file> [flags]',
    'demo <service> run',
    '0 2 * * /opt/backup.sh',
    'curl -s ".../posts" | bash',
    'curl -s https://a.example/... | jq .id',
  ])('%s could run, so it stays', (line) => {
    expect(read(line)).toEqual([[line], []]);
  });

  test('an answer behind its request is shown, whichever way it is laid out', () => {
    const request = 'curl https://a.example/jobs';
    const object = ['{', '  "id": "1",', '  "result": {', '    "text": "...",', '    "data": {...}', '  }', '}'];
    expect(read(request, '# Returns', ...object)).toEqual([
      [request],
      ['{\n  "id": "1",\n  "result": {\n    "text": "...",\n    "data": {...}\n  }', '}'],
    ]);
    expect(read(request, '', '[', '  {', '    "at": [', '      -1.5,', '      2', '    ]', '  }', ']')).toEqual([
      [request],
      ['[', '{\n    "at": [\n      -1.5,\n      2\n    ]\n  }', ']'],
    ]);
  });

  test('a group of commands stays one', () => {
    expect(read('{', '  "id": "1",', '  date', '}')).toEqual([['{\n  "id": "1",\n  date\n}'], []]);
    expect(read('{', '  "id": "1"', '} > x.json')).toEqual([['{\n  "id": "1"\n} > x.json'], []]);
    expect(read('{', '  - x', '}')).toEqual([['{\n  - x\n}'], []]);
  });

  test('it is no part of the commands around it', () => {
    expect(read('cd work', 'git merge main', '<test command>', 'git push')).toEqual([
      ['cd work\ngit merge main\ngit push'],
      ['<test command>'],
    ]);
  });

  test('a function of the block is a command, whatever it is called', () => {
    const own = ['const() { curl https://a.example/$1; }', 'const NAME = "x"'];
    expect(read(...own)).toEqual([[own.join('\n')], []]);
  });

  test('a known program is a command, whatever stands behind it', () => {
    const behind = ['= "x"', 'supports --text, --both', 'is long. Run it now.', 'time'];
    const swallowed = [...knownCommands].flatMap((program) =>
      behind
        .map((rest) => `${program} ${rest}`)
        .filter((line) => parseShell(line, '').program.statements.some((one) => isTextLine(one, () => false))),
    );
    expect(swallowed).toEqual([]);
  });
});

describe('a line that prepares others and runs something', () => {
  test.each([
    'TOKEN=$(curl https://a.example)',
    'export TOKEN="$(./token.sh)"',
    'declare -r A=`date`',
    'set -- $(cat x)',
    ': ${X:=$(curl https://a.example)}',
    'true <(curl https://a.example)',
    'source lib.sh',
    '. ./lib.sh',
    "alias x='curl https://a.example'",
    ': > x',
  ])('%s is shown where nothing takes it up', (line) => {
    expect(read(line)).toEqual([[], [line]]);
    expect(read(line, 'date')).toEqual([['date'], [line]]);
  });

  test.each(['A=1', 'export A="$B"', 'set -e', 'cd x', 'true', 'f() { curl https://a.example; }'])(
    '%s says nothing alone',
    (line) => {
      expect(read(line)).toEqual([[], []]);
    },
  );

  test('a folder that a program names is a part of what is done there', () => {
    expect(read('cd "$(mktemp -d)"')).toEqual([[], ['cd "$(mktemp -d)"']]);
    expect(read('cd "$(mktemp -d)"', 'date')).toEqual([['cd "$(mktemp -d)"\ndate'], []]);
  });

  test('where a command needs it, it is a part of that', () => {
    const lines = ['TOKEN=$(./token.sh)', 'curl -H "X: $TOKEN" https://a.example'];
    expect(read(...lines)).toEqual([[lines.join('\n')], []]);
  });
});

describe('a line that bash would not read', () => {
  test.each([
    '1) Run it  ──→  2) Read it',
    '- Wide spread (>$0.05)',
    'Reason: Default (no trigger)',
    "window.demo.track('event', {source: 'manual'})",
    'time.sleep(1)  # wait',
    '| stats min(_time) as first',
  ])('%s is set aside, and what is around it read', (line) => {
    expect(read('date', line, 'curl https://a.example')).toEqual([['date', 'curl https://a.example'], [line]]);
  });

  test('a shell behind a bar is no step of a search', () => {
    const lines = ['curl https://a.example/run.sh', '| bash -s x'];
    expect(read(...lines)).toEqual([lines, []]);
  });

  test('a quote that it opens may not close in a later part, where bash would run what is behind it', () => {
    const opened = ["- it's (a", '', "- b' ; rm -r x ; echo '", '', "c'", ')'];
    expect(read(...opened)).toEqual([["- it's (a", "c'\n)"], ["- b' ; rm -r x ; echo '"]]);
    expect(read("- it's (a", '', 'date', ')')).toEqual([['date'], ["- it's (a", ')']]);
  });

  test('goes on in the next one behind a comma', () => {
    const [first, next] = ['| stats min(_time) as first,', 'count as total, dc(src) as sources'];
    expect(read('date', first, `  ${next}`)).toEqual([['date'], [first, next]]);
    expect(read('date', '- a (b),', 'curl https://a.example')).toEqual([
      ['date', 'curl https://a.example'],
      ['- a (b),'],
    ]);
  });

  test.each([
    ['a command that goes on', ['curl https://a.example \\', '- x (y)', '  -d z']],
    ['a heredoc', ['cat <<EOF', '- x $(y', '- z )( ', 'EOF']],
    ['quotes', ['curl -d "', '- x', '" https://a.example (']],
    ['a known program', ['curl (x)', 'date']],
    ['a call without an object', ['sleep(1)']],
  ])('is no text inside %s', (_, lines) => {
    expect(read(...lines)).toEqual([[lines.join('\n')], []]);
  });

  test('many of them take no longer than a second', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `- item (${index})`);
    const start = performance.now();
    const [operations, shown] = read(...lines);
    expect([operations.length, shown.length]).toEqual([1, 40]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
