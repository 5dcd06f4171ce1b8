import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderResult } from '../../../src/exec/provider.ts';
import { type ProgramBench, printed, programBench } from './program-run.ts';

let bench: ProgramBench;

beforeAll(async () => {
  bench = await programBench();
});

afterAll(() => bench.close());

const process = { kind: 'process', program: 'python3' } as const;

function textOf(result: ProviderResult) {
  return {
    status: result.status,
    stdout: Buffer.from(result.stdout).toString(),
    code: result.code,
    exitCode: result.exitCode,
  };
}

describe('a script of the skill', () => {
  it('runs with its arguments, its input and the modules beside it', async () => {
    const result = await bench.python({
      args: { script: 'scripts/report.py', args: ['--days', '7', 'a b', ''] },
      stdin: 'from the step before',
      bundle: {
        'scripts/report.py': 'import sys, helper\nprint(sys.argv[1:], sys.stdin.read(), helper.value, __file__)',
        'scripts/helper.py': 'value = 42',
      },
    });
    expect(textOf(result)).toEqual({
      status: 'done',
      stdout: "['--days', '7', 'a b', ''] from the step before 42 /skill/scripts/report.py\n",
      code: undefined,
      exitCode: 0,
    });
    expect(result.facts).toMatchObject({
      interpreter: {
        path: expect.stringMatching(/^\/usr\/bin\/python3/),
        version: expect.stringMatching(/^3\./),
        digest: expect.stringMatching(/^sha256:/),
      },
      script: { path: 'scripts/report.py', digest: expect.stringMatching(/^sha256:/) },
      isolation: { backend: 'bubblewrap', class: 'process' },
      exit_code: 0,
    });
    expect(result.used.wall_clock_ms).toBeGreaterThan(0);
  });

  it('finds the files of the skill where it looks for them, and cannot change them', async () => {
    const result = await bench.python({
      args: { script: 'scripts/x.py' },
      bundle: {
        'scripts/x.py': [
          'import os, pathlib',
          'print(open("assets/t.txt").read(), (pathlib.Path(__file__).parent.parent / "assets/t.txt").read_text())',
          'for path in ("assets/t.txt", "/skill/assets/t.txt", "/skill/new", "new.txt"):',
          '    try: open(path, "w")',
          '    except OSError as e: print(type(e).__name__, e.errno)',
        ].join('\n'),
        'assets/t.txt': 'template',
      },
    });
    expect(printed(result)).toBe('template template\nOSError 30\nOSError 30\nOSError 30\nOSError 30\n');
  });

  it('is the one that was approved and no other', async () => {
    const bundle = { 'x.py': 'print(1)' };
    expect(await bench.python({ args: { script: 'x.py', digest: 'sha256:00' }, bundle })).toMatchObject({
      status: 'failed',
      code: 'program/other-content',
    });
    expect(printed(await bench.python({ args: { script: 'x.py' }, bundle }))).toBe('1\n');
  });

  it('is never one that is only on the disk', async () => {
    bench.write('scripts/local.py', 'print("from the disk")');
    const result = await bench.python({
      args: { script: 'scripts/local.py' },
      effects: [process, { kind: 'read', path: 'scripts/local.py' }],
    });
    expect(result).toMatchObject({ status: 'failed', code: 'program/not-bundled', remedy: expect.any(String) });
  });

  it('that fails says why, and its exit code', async () => {
    const result = await bench.python({
      args: { script: 'x.py' },
      bundle: { 'x.py': 'import sys\nprint("so far")\nsys.exit("no such city")' },
    });
    expect(result).toMatchObject({ status: 'failed', code: 'program/exit', exitCode: 1, stderr: 'no such city\n' });
    expect(result.message).toBe('`python3` ended with 1: no such city');
    expect(Buffer.from(result.stdout).toString()).toBe('so far\n');
  });
});

describe('code on a command line', () => {
  it('runs as it stands, with its arguments', async () => {
    const code =
      'import sys, pickle\nclass A: pass\nprint(sys.argv, __name__, pickle.loads(pickle.dumps(A())).__class__.__name__)';
    expect(printed(await bench.python({ args: { code, args: ['x', '-v'] } }))).toBe("['-c', 'x', '-v'] __main__ A\n");
  });

  it('may be longer than a word of a command line', async () => {
    const code = `text = ${JSON.stringify('x'.repeat(300_000))}\nprint(len(text))`;
    expect(printed(await bench.python({ args: { code } }))).toBe('300000\n');
  });

  it('may import modules of the skill', async () => {
    const result = await bench.python({
      args: { code: 'from lib.tool import v\nprint(v)' },
      bundle: { 'lib/tool.py': 'v = 1' },
    });
    expect(printed(result)).toBe('1\n');
  });
});

describe('a module by name', () => {
  it('runs from the skill and from the library', async () => {
    const bundle = { 'pkg/__init__.py': '', 'pkg/main.py': 'import sys\nprint(__name__, sys.argv[1:], sys.argv[0])' };
    expect(printed(await bench.python({ args: { module: 'pkg.main', args: ['a'] }, bundle }))).toBe(
      "__main__ ['a'] /skill/pkg/main.py\n",
    );
    expect(printed(await bench.python({ args: { module: 'base64', args: ['-e'] }, stdin: 'abc' }))).toBe('YWJj\n');
  });

  it('is a name and nothing else', async () => {
    expect(await bench.python({ args: { module: '../x' } })).toMatchObject({ code: 'program/module' });
  });
});

describe('modules of the workspace', () => {
  const evil = 'print("evil"); dumps = loads = lambda *a: "evil"';
  const effects = [process, { kind: 'read', path: '.' }] as const;

  it.each([
    ['a script', { script: 'scripts/x.py' }],
    ['code', { code: 'import json\nprint(json.dumps([1]))' }],
    ['a module', { module: 'scripts.x' }],
  ])('are never imported by %s', async (_, args) => {
    for (const name of ['json', 'os', 'site', 'sitecustomize', 'usercustomize', 'encodings'])
      bench.write(`${name}.py`, evil);
    const bundle = { 'scripts/x.py': 'import json\nprint(json.dumps([1]))' };
    expect(printed(await bench.python({ args, effects, bundle }))).toBe('[1]\n');
  });

  it('can be read as files all the same', async () => {
    const code = 'print(open("json.py").read()[:13])';
    expect(printed(await bench.python({ args: { code }, effects }))).toBe('print("evil")\n');
  });
});

describe('variables', () => {
  const show = 'import os, json\nprint(json.dumps(dict(sorted(os.environ.items()))))';

  it('are exactly those that are declared', async () => {
    const before = globalThis.process.env.CANARY_OF_THE_HOST;
    globalThis.process.env.CANARY_OF_THE_HOST = 'seen';
    try {
      const result = await bench.python({
        args: { code: show, env: { CITY: 'Berlin' } },
        effects: [process, { kind: 'env', name: 'CITY' }],
      });
      expect(JSON.parse(printed(result))).toEqual({
        CITY: 'Berlin',
        HOME: bench.home,
        LANG: 'C.UTF-8',
        PATH: '/usr/local/bin:/usr/bin:/bin',
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONNOUSERSITE: '1',
        TMPDIR: '/tmp',
      });
    } finally {
      if (before === undefined) delete globalThis.process.env.CANARY_OF_THE_HOST;
    }
  });

  it.each([
    'PYTHONPATH',
    'PYTHONSTARTUP',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'NODE_OPTIONS',
    'BASH_ENV',
    'PATH',
    'HTTPS_PROXY',
    'GIT_SSH_COMMAND',
  ])('that steer programs are refused: %s', async (name) => {
    const result = await bench.python({
      args: { code: show, env: { [name]: '/work' } },
      effects: [process, { kind: 'env', name }],
    });
    expect(result).toMatchObject({ status: 'failed', code: 'program/variable' });
  });

  it('that nobody declared are refused', async () => {
    expect(await bench.python({ args: { code: show, env: { CITY: 'x' } } })).toMatchObject({
      code: 'program/variable',
    });
  });

  it('hold handles in the place of secrets, and what comes out holds neither', async () => {
    const use = { name: 'API_KEY', origin: 'https://api.example.com', slot: 'header:authorization' };
    const code =
      'import os, base64\nk = os.environ["API_KEY"]\nprint(k, base64.b64encode(k.encode()).decode(), k.startswith("skh_"))';
    const result = await bench.python({
      args: { code },
      effects: [process, { kind: 'env', name: 'API_KEY' }],
      uses: [use],
    });
    expect(printed(result)).toBe('${secret:API_KEY} ${secret:API_KEY} True\n');
  });

  it('hold no handle for a tool nobody has described', async () => {
    const use = { name: 'API_KEY', origin: 'https://api.example.com', slot: 'header:authorization' };
    const result = await bench.tool({
      args: { program: 'env' },
      effects: [
        { kind: 'process', program: 'env' },
        { kind: 'env', name: 'API_KEY' },
      ],
      uses: [use],
      tier: 3,
    });
    expect(printed(result)).not.toContain('API_KEY');
    expect(printed(result)).toContain(`HOME=${bench.home}`);
  });
});

describe('files', () => {
  it('of the workspace are read and written where they were granted', async () => {
    bench.write('data/in.csv', 'a,b\n1,2\n');
    bench.write('log.txt', 'first\n');
    const code = [
      'rows = open("data/in.csv").read().split()',
      'open("out.txt", "w").write(rows[1])',
      'open("log.txt", "a").write("second\\n")',
      'print(len(rows))',
    ].join('\n');
    const result = await bench.python({
      args: { code },
      effects: [
        process,
        { kind: 'read', path: 'data/in.csv' },
        { kind: 'write', path: 'out.txt' },
        { kind: 'write', path: 'log.txt' },
      ],
    });
    expect(printed(result)).toBe('2\n');
    expect(bench.read('out.txt')).toBe('1,2');
    expect(bench.read('log.txt')).toBe('first\nsecond\n');
    expect(result.facts).toMatchObject({
      written: [
        { path: join(bench.workspace, 'log.txt'), bytes: 13, how: 'replaced' },
        { path: join(bench.workspace, 'out.txt'), bytes: 3, how: 'created' },
      ],
    });
  });

  it('are replaced as programs do it, by a rename', async () => {
    bench.write('state.json', '1');
    const code =
      'import os, tempfile\nfd, p = tempfile.mkstemp(dir=".")\nos.write(fd, b"2")\nos.replace(p, "state.json")';
    const result = await bench.python({ args: { code }, effects: [process, { kind: 'write', path: 'state.json' }] });
    expect(printed(result)).toBe('');
    expect(bench.read('state.json')).toBe('2');
  });

  it('written where nothing was granted are dropped and named', async () => {
    const code = 'open("extra.txt", "w").write("x")\nopen("granted.txt", "w").write("y")';
    const result = await bench.python({ args: { code }, effects: [process, { kind: 'write', path: 'granted.txt' }] });
    expect(result).toMatchObject({ status: 'done', facts: { dropped: ['extra.txt'] } });
    expect(existsSync(join(bench.workspace, 'extra.txt'))).toBe(false);
    expect(bench.read('granted.txt')).toBe('y');
  });

  it('of a program that was stopped are not kept', async () => {
    bench.write('state.json', '1');
    const code = 'open("state.json", "w").write("half")\nwhile True: pass';
    const result = await bench.python({
      args: { code },
      effects: [process, { kind: 'write', path: 'state.json' }],
      cap: { wall_clock_ms: 700 },
    });
    expect(result).toMatchObject({ status: 'failed', code: expect.stringMatching(/^limit\/(time|cpu)$/) });
    expect(bench.read('state.json')).toBe('1');
  });

  it('that are links to the outside are not made', async () => {
    bench.write('out/a.txt', '1');
    const code = 'import os\nopen("out/a.txt", "w").write("2")\nos.symlink("/etc/passwd", "out/b")';
    const result = await bench.python({ args: { code }, effects: [process, { kind: 'write', path: 'out' }] });
    expect(result).toMatchObject({ status: 'failed', code: 'program/odd-output' });
    expect(bench.read('out/a.txt')).toBe('1');
    expect(existsSync(join(bench.workspace, 'out/b'))).toBe(false);
  });

  it('behind a link that leaves the grant stay unread', async () => {
    symlinkSync('/etc/hostname', join(bench.workspace, 'innocent.txt'));
    const code = 'print(open("innocent.txt").read())';
    expect(
      await bench.python({ args: { code }, effects: [process, { kind: 'read', path: 'innocent.txt' }] }),
    ).toMatchObject({
      status: 'failed',
      code: 'io/outside-grant',
    });
  });

  it('in /output are results, kept by content', async () => {
    const code =
      'import os\nos.makedirs("/output/charts")\nopen("/output/charts/a.svg", "w").write("<svg/>")\nprint("done")';
    const result = await bench.python({ args: { code } });
    const output = (result.facts as { output: { path: string; bytes: number; digest: string }[] }).output;
    expect(output).toEqual([{ path: 'charts/a.svg', bytes: 6, digest: expect.stringMatching(/^sha256:/) }]);
    expect(Buffer.from(bench.kept.get(output[0]?.digest ?? '') ?? '').toString()).toBe('<svg/>');
  });

  it('in /input are the inputs of the caller', async () => {
    const code = 'import json\nprint(json.load(open("/input/input.json"))["city"])';
    expect(printed(await bench.python({ args: { code, input: { city: 'Berlin' } } }))).toBe('Berlin\n');
  });
});

describe('bad programs', () => {
  it('that fork without end are ended with all their children', async () => {
    const code = 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass';
    const result = await bench.python({ args: { code }, cap: { wall_clock_ms: 1_500 } });
    expect(result).toMatchObject({ status: 'failed', code: expect.stringMatching(/^limit\//) });
  });

  it('that print without end are stopped', async () => {
    const code = 'while True: print("x" * 10000)';
    expect(await bench.python({ args: { code } })).toMatchObject({ status: 'failed', code: 'limit/output' });
  });

  it('that take a gigabyte do not get it', async () => {
    const code = 'x = bytearray(1024 * 1024 * 1024)\nprint(len(x))';
    const result = await bench.python({ args: { code } });
    expect(result.status).toBe('failed');
    expect(Buffer.from(result.stdout).toString()).toBe('');
  });

  it('that write files without end are stopped', async () => {
    const code = 'for i in range(21000): open(f"/output/{i}", "w").close()';
    expect(await bench.python({ args: { code }, cap: { wall_clock_ms: 60_000, cpu_ms: 60_000 } })).toMatchObject({
      status: 'failed',
      code: expect.stringMatching(/^limit\/(?:files|output|cpu)$/),
    });
  });

  it('that steer terminals print bytes like any other', async () => {
    const code =
      'import sys\nsys.stdout.write("\\x1b]0;owned\\x07\\x1b[2J")\nsys.stderr.write("\\x1b[31mred")\nsys.exit(3)';
    const result = await bench.python({ args: { code } });
    expect(Buffer.from(result.stdout).toString()).toBe('\u001b]0;owned\u0007\u001b[2J');
    expect(result.message).toBe('`python3` ended with 3: \u001b[31mred');
  });

  it('that leave a NUL in a word do not start', async () => {
    expect(await bench.python({ args: { code: 'print(1)', args: ['a\0b'] } })).toMatchObject({ code: 'program/nul' });
  });

  it('find no process but their own and no descriptor that was not given', async () => {
    const code = [
      'import os',
      'print(sorted(int(p) for p in os.listdir("/proc") if p.isdigit())[0])',
      'for fd in os.listdir("/proc/self/fd"):',
      '    try: print(os.readlink("/proc/self/fd/" + fd).split(":")[0])',
      '    except OSError: pass',
    ].join('\n');
    const [first, ...targets] = printed(await bench.python({ args: { code } }))
      .trim()
      .split('\n');
    expect(first).toBe('1');
    expect(targets.filter((target) => !['/dev/null', 'socket', 'pipe'].includes(target))).toEqual([]);
    expect(targets.filter((target) => target !== '/dev/null')).toHaveLength(2);
  });

  it('have no network', async () => {
    const code =
      'import socket\ntry: socket.create_connection(("127.0.0.1", 1))\nexcept OSError as e: print(type(e).__name__)\ntry: socket.getaddrinfo("example.com", 80)\nexcept OSError as e: print(type(e).__name__)';
    expect(printed(await bench.python({ args: { code } }))).toBe('ConnectionRefusedError\ngaierror\n');
  });
});

describe('a runtime', () => {
  it('that no interpreter has fails with what to install', async () => {
    expect(await bench.python({ args: { code: 'print(1)', runtime: 'python:2.7' } })).toMatchObject({
      status: 'failed',
      code: 'runtime/missing',
      remedy: expect.stringContaining('`python2.7`'),
    });
  });

  it('needs packages that are installed', async () => {
    const result = await bench.python({
      args: { code: 'print(1)' },
      policy: { packages: ['made-up-package==1.0'] },
    });
    expect(result).toMatchObject({
      status: 'failed',
      code: 'environment/missing',
      message: '`made-up-package==1.0` must be installed first',
    });
  });
});

describe('paths', () => {
  it('that a program puts together are those of the host', async () => {
    bench.write('sub/data.txt', 'data');
    const code =
      'import os, sys\nprint(os.getcwd(), open(sys.argv[1]).read(), open(os.path.expanduser("~/notes.txt")).read(), sys.argv[2:])';
    writeFileSync(join(bench.home, 'notes.txt'), 'notes');
    const result = await bench.python({
      args: { code, args: [join(bench.workspace, 'sub/data.txt'), '~/notes.txt', '--at=~/x', 'a~b'], cwd: 'sub' },
      effects: [process, { kind: 'read', path: 'sub/data.txt' }, { kind: 'read', path: '~/notes.txt' }],
    });
    const words = `['${bench.home}/notes.txt', '--at=${bench.home}/x', 'a~b']`;
    expect(printed(result)).toBe(`${join(bench.workspace, 'sub')} data notes ${words}\n`);
  });

  it('may be granted by their absolute names', async () => {
    const file = join(bench.workspace, 'absolute.txt');
    const code = `open(${JSON.stringify(file)}, "w").write("1")`;
    expect(printed(await bench.python({ args: { code }, effects: [process, { kind: 'write', path: file }] }))).toBe('');
    expect(bench.read('absolute.txt')).toBe('1');
  });

  it('start in a folder that is there, whatever is granted in it', async () => {
    const code = 'import os\nprint(os.getcwd(), os.listdir("."))';
    expect(printed(await bench.python({ args: { code, cwd: 'not/there' } }))).toBe(
      `${join(bench.workspace, 'not/there')} []\n`,
    );
  });
});
