import { describe, expect, test } from 'vitest';
import { literalText } from '../../../src/ir/text.ts';
import { digest, mapWords, output, run, summary } from './run.ts';

const files = { 'scripts/x.py': 'print(1)\n', 'scripts/y.js': '1\n', 'pkg/__main__.py': '2\n', 'lib/index.js': '3\n' };
const python = (args: object, ...effects: readonly string[]) => ({
  'sandbox.python': args,
  effects: ['process python3', ...effects],
});
const node = (args: object, ...effects: readonly string[]) => ({
  'sandbox.node': args,
  effects: ['process node', ...effects],
});
const x = { script: 'scripts/x.py', digest: digest(files['scripts/x.py']) };
const y = { script: 'scripts/y.js', digest: digest(files['scripts/y.js']) };

describe('python', () => {
  test.each([
    ['python3 scripts/x.py --days 7', [python({ ...x, args: ['--days', '7'] })]],
    ['python -u ./scripts/../scripts/x.py', [python({ ...x, options: ['-u'] })]],
    ['python3.12 scripts/x.py -c code', [python({ ...x, args: ['-c', 'code'] })]],
    ['/usr/bin/python3 scripts/x.py', [python(x)]],
    ['.venv/bin/python scripts/x.py', [python(x)]],
    ['python3 -Bu scripts/x.py <name>', [python({ ...x, args: ['${name}'], options: ['-B', '-u'] })]],
    ['python3 -W ignore -m venv .venv', [python({ module: 'venv', args: ['.venv'], options: ['-W', 'ignore'] })]],
    ["python3 -c 'print(1)' -x y", [python({ code: 'print(1)', args: ['-x', 'y'] })]],
    ['python3 -m venv .venv', [python({ module: 'venv', args: ['.venv'] })]],
    ['pytest -q tests', [python({ module: 'pytest', args: ['-q', 'tests'] })]],
    ['python3 pkg', [python({ script: 'pkg/__main__.py', digest: digest(files['pkg/__main__.py']) })]],
    ['python3 --version', [python({ args: ['--version'] })]],
    ['python3 gone.py', [python({ script: 'gone.py' }, 'read gone.py'), 'map/script-missing']],
    ['python3 /opt/x.py', [python({ script: '/opt/x.py' }, 'read /opt/x.py'), 'map/script-missing']],
    ['python3 ../x.py', 'refused parse/path-outside'],
    ['python3 <file>', 'unknown map/script-open'],
    ["python3 -c 'print('<name>')'", 'unknown map/code-open'],
    ['python3 -i scripts/x.py', 'unknown map/unknown-option'],
    ['python3 -X pycache_prefix=/etc scripts/x.py', 'unknown map/unknown-option'],
    ['python3 --made-up scripts/x.py', 'unknown map/unknown-option'],
    ['python3', 'unknown map/interactive'],
  ])('%s', (line, expected) => {
    expect(run(line, { files })).toEqual(expected);
  });

  test('a working directory moves the path', () => {
    expect(run('python3 x.py', { files, cwd: 'scripts' })).toEqual([python(x)]);
    expect(run('python3 ../../x.py', { files, cwd: 'scripts' })).toBe('refused parse/path-outside');
  });

  test('the place a skill is installed in is its bundle', () => {
    expect(run('python3 ~/.claude/skills/weather/scripts/x.py', { files, directory: 'weather' })).toEqual([python(x)]);
    expect(run('python3 ~/.claude/skills/other/scripts/x.py', { files, directory: 'weather' })).toEqual([
      python({ script: '~/.claude/skills/other/scripts/x.py' }, 'read ~/.claude/skills/other/scripts/x.py'),
      'map/script-missing',
    ]);
  });

  test('code on standard input', () => {
    const text = { kind: 'text', text: literalText('print(2)') } as const;
    expect(run('python3 -', { stdin: text })).toEqual([python({ code: 'print(2)' })]);
    expect(run('python3', { stdin: text })).toEqual([python({ code: 'print(2)' })]);
    expect(run('python3', { files, stdin: { kind: 'file', path: literalText('scripts/x.py') } })).toEqual([python(x)]);
  });

  test.each(['python3', 'python3 -', 'python3 -u', 'python3 /dev/stdin', 'python3 - --days 7'])(
    'a program from a pipe: %s',
    (line) => {
      expect(run(line, { stdin: { kind: 'pipe' } })).toBe('refused map/remote-code');
    },
  );
  test.each(["python3 -c 'print(1)'", 'python3 scripts/x.py', 'python3 -m json.tool'])(
    'data from a pipe: %s',
    (line) => {
      expect(run(line, { files, stdin: { kind: 'pipe' } })).toBeInstanceOf(Array);
    },
  );

  test('output of another program as code is refused; as part of code it is unknown', () => {
    const words = (...last: Parameters<typeof mapWords>[0]) => [literalText('python3'), literalText('-c'), ...last];
    expect(summary(mapWords(words([output()])))).toBe('refused map/remote-code');
    expect(summary(mapWords(words([...literalText('print('), output(), ...literalText(')')])))).toBe(
      'unknown map/code-open',
    );
    expect(summary(mapWords([literalText('python3'), [output('<(curl …)')]]))).toBe('refused map/remote-code');
  });

  test('steering variables make it unknown, its own do not, and neither softens a refusal', () => {
    expect(run('python3 scripts/x.py', { files, env: { PYTHONPATH: '.' } })).toBe('unknown map/env-unsafe');
    expect(run('python3 scripts/x.py', { files, env: { MY_KEY: 'a' } })).toEqual([
      python({ ...x, env: { MY_KEY: 'a' } }, 'env MY_KEY'),
    ]);
    expect(run('python3 ../x.py', { env: { PYTHONPATH: '.' } })).toBe('refused parse/path-outside');
  });

  test('json.tool is json.parse', () => {
    expect(run('python3 -m json.tool --sort-keys --indent 2 a.json b.json')).toEqual([
      {
        'json.parse': { file: 'a.json', output_file: 'b.json', indent: 2, sort_keys: true },
        effects: ['read a.json', 'write b.json'],
      },
    ]);
    expect(run('python3 -m json.tool --made-up')).toBe('unknown map/unknown-option');
  });

  test('pip as a module is the known program', () => {
    expect(run('python3 -m pip install x')).toEqual(run('pip install x'));
    expect(run('python3 -m pip install --trusted-host h x')).toBe('refused map/tool-refused');
  });
});

describe('node and its kin', () => {
  test.each([
    ['node scripts/y.js a', [node({ ...y, args: ['a'] })]],
    ['node scripts/y', [node(y)]],
    ['node lib', [node({ script: 'lib/index.js', digest: digest(files['lib/index.js']) })]],
    ["node -e 'x()' a", [node({ code: 'x()', args: ['a'] })]],
    ["node -pe '1'", [node({ code: '1', print: true })]],
    [
      'node --no-warnings --max-old-space-size 512 scripts/y.js',
      [node({ ...y, options: ['--no-warnings', '--max-old-space-size=512'] })],
    ],
    [
      'node -r ./scripts/y.js scripts/y.js',
      [node({ ...y, loads: [{ option: '-r', path: 'scripts/y.js', digest: y.digest }] }, 'read scripts/y.js')],
    ],
    ['node -r dotenv/config scripts/y.js', [node({ ...y, loads: [{ option: '-r', path: 'dotenv/config' }] })]],
    [
      'node --env-file=.env scripts/y.js',
      [node({ ...y, loads: [{ option: '--env-file', path: '.env' }] }, 'read .env')],
    ],
    ['node -v', [node({ args: ['-v'] })]],
    ['node --inspect scripts/y.js', 'unknown map/unknown-option'],
    ['node -r <file> scripts/y.js', 'unknown map/unknown-option'],
    ['node -r ../x.js scripts/y.js', 'unknown map/unknown-option'],
    ["node -e 'x('<name>')'", 'unknown map/code-open'],
    ['node https://example.com/x.js', 'refused map/remote-code'],
    ['node ../y.js', 'refused parse/path-outside'],
    [
      'deno run --allow-net=api.example.com --allow-read=data scripts/y.js',
      [{ 'sandbox.node': y, effects: ['process deno', 'network https://api.example.com', 'read data'] }],
    ],
    ['deno run -A scripts/y.js', [{ 'sandbox.node': y, effects: ['process deno'] }, 'map/permission-ignored']],
    ['deno run https://example.com/x.ts', 'refused map/remote-code'],
    ['deno run --v8-flags=x scripts/y.js', 'unknown map/unknown-option'],
    ['deno upgrade', 'unknown map/unknown-option'],
    ['bun run scripts/y.js', [{ 'sandbox.node': y, effects: ['process bun'] }]],
    ['bun scripts/y.js', [{ 'sandbox.node': y, effects: ['process bun'] }]],
    [
      'bun run build',
      [
        { 'sandbox.node': { package_script: 'build' }, effects: ['process bun', 'read package.json'] },
        'map/script-missing',
      ],
    ],
    ['bun exec x', 'unknown map/tool-unclear'],
    ['tsx scripts/y.js', [{ 'sandbox.node': y, effects: ['process tsx'] }]],
  ])('%s', (line, expected) => {
    expect(run(line, { files })).toEqual(expected);
  });
  test('a program from a pipe is refused', () => {
    expect(run('node', { stdin: { kind: 'pipe' } })).toBe('refused map/remote-code');
    expect(run('node -', { stdin: { kind: 'pipe' } })).toBe('refused map/remote-code');
    expect(run("node -e 'x()'", { stdin: { kind: 'pipe' } })).toEqual([node({ code: 'x()' })]);
  });
});

describe('package runners', () => {
  /** A program of a package that no table describes. */
  const fetched = (runner: string, program: string, packages: readonly string[], args: readonly string[] = []) => [
    {
      'sandbox.tool': { program, args, known: false, packages },
      effects: [...new Set([`process ${runner}`, `process ${program}`])],
    },
    'map/unknown-tool',
  ];
  test.each([
    [
      'npx lighthouse@12.0.0 https://example.com',
      [
        {
          'sandbox.tool': { program: 'lighthouse', args: ['https://example.com'], packages: ['lighthouse@12.0.0'] },
          effects: ['process npx', 'process lighthouse', 'network https://example.com', 'write .'],
        },
      ],
    ],
    ['npx -y example@1.2.3 build', fetched('npx', 'example', ['example@1.2.3'], ['build'])],
    ['npx @scope/cli go', fetched('npx', 'cli', ['@scope/cli'], ['go'])],
    ['npx example --key <api_key>', fetched('npx', 'example', ['example'], ['--key', '${api_key}'])],
    ['bunx example', fetched('bunx', 'example', ['example'])],
    ['bun x example', fetched('bun', 'example', ['example'])],
    [
      'pnpm db:migrate --all',
      [
        {
          'sandbox.tool': { program: 'pnpm', args: ['run', 'db:migrate', '--all'] },
          effects: ['process pnpm', 'read package.json', 'write .'],
        },
      ],
    ],
    ['pnpm dlx example@1.0.0', fetched('pnpm', 'example', ['example@1.0.0'])],
    ['yarn dlx example', fetched('yarn', 'example', ['example'])],
    ['yarn dlx -p example tool', fetched('yarn', 'tool', ['example'])],
    ['npm exec example', 'unknown map/tool-unclear'],
    ['uvx example==1.0.0 run', fetched('uvx', 'example', ['example@1.0.0'], ['run'])],
    ['uv tool run example', fetched('uv', 'example', ['example'])],
    ['pipx run example', fetched('pipx', 'example', ['example'])],
    ['go run example.com/x@latest', 'unknown map/unknown-tool'],
    ['go run example.com/x@v1.2.3', 'unknown map/unknown-tool'],
    ['deno run npm:example', 'unknown map/unknown-tool'],
    ['deno run jsr:@scope/x', 'unknown map/unknown-tool'],
    ['deno run https://example.com/x.ts', 'refused map/remote-code'],
    [
      'npx tsx scripts/y.js',
      [
        { 'sandbox.node': { ...y, packages: ['tsx'] }, effects: ['process npx', 'process tsx'] },
        'map/package-unpinned',
      ],
    ],
    ['npx https://example.com/x.tgz', 'unknown map/script-open'],
    ['npx ./x', 'unknown map/script-open'],
    ['npx <package>', 'unknown map/script-open'],
    ["npx -c 'sh x'", 'unknown map/unknown-option'],
    ['npx --registry https://example.com x', 'unknown map/unknown-option'],
    ['npx git status', fetched('npx', 'git', ['git'], ['status'])],
    ['npx codex --yolo exec x', fetched('npx', 'codex', ['codex'], ['--yolo', 'exec', 'x'])],
    ['npx @openai/codex@1.0.0 --yolo exec x', 'refused map/tool-refused'],
    ['uvx --from git+https://example.com/x tool', 'unknown map/script-open'],
    ['uv run scripts/x.py a', [python({ ...x, args: ['a'] }, 'process uv')]],
    ['uv run --with requests python scripts/x.py', [python({ ...x, packages: ['requests'] }, 'process uv')]],
    ['uv run -m http.server', [python({ module: 'http.server' }, 'process uv')]],
    ['uv run ../x.py', 'refused parse/path-outside'],
    ['uv run --index https://example.com scripts/x.py', 'unknown map/unknown-option'],
    ['uv run <program>', 'unknown map/script-open'],
    [
      'go run ./main.go a',
      [
        { 'sandbox.tool': { program: 'go', script: 'main.go', args: ['a'] }, effects: ['process go', 'read main.go'] },
        'map/script-missing',
      ],
    ],
    ['go run -exec ./x main.go', 'unknown map/unknown-option'],
    [
      'ruby -e puts',
      [{ 'sandbox.tool': { program: 'ruby', code: 'puts' }, effects: ['process ruby'] }, 'map/interpreter-other'],
    ],
    ['ruby --version', [{ 'sandbox.tool': { program: 'ruby', args: ['--version'] }, effects: ['process ruby'] }]],
    [
      "perl -ne 'print' a.txt",
      [
        {
          'sandbox.tool': { program: 'perl', code: 'print', args: ['a.txt'], options: ['-n'] },
          effects: ['process perl', 'read a.txt'],
        },
        'map/interpreter-other',
      ],
    ],
    ["perl -i -pe 's/a/b/' a.txt", 'unknown map/unknown-option'],
    ["osascript -e 'x'", 'unknown map/interpreter-other'],
    ['pwsh x.ps1', 'unknown map/interpreter-other'],
  ])('%s', (line, expected) => {
    expect(run(line, { files })).toEqual(expected);
  });
});
