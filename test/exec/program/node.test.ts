import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProgramBench, printed, programBench } from './program-run.ts';

let bench: ProgramBench;

beforeAll(async () => {
  bench = await programBench();
});

afterAll(() => bench.close());

const node = { kind: 'process', program: 'node' } as const;

describe('a script', () => {
  it('runs with its words, its input and the modules beside it', async () => {
    const result = await bench.node({
      args: { script: 'scripts/x.js', args: ['a b', '--v'] },
      stdin: 'in',
      bundle: {
        'scripts/x.js':
          'const fs = require("fs"); console.log(require("./lib"), process.argv.slice(2).join("|"), fs.readFileSync(0, "utf8"))',
        'scripts/lib.js': 'module.exports = "lib"',
      },
    });
    expect(printed(result)).toBe('lib a b|--v in\n');
    expect(result.facts).toMatchObject({ interpreter: { version: expect.stringMatching(/^\d+\./) }, exit_code: 0 });
  });

  it('in TypeScript runs without a compiler', async () => {
    const text = 'enum Size { Small = 1 }\nconst size: Size = Size.Small;\nconsole.log(size as number);\n';
    expect(printed(await bench.node({ args: { script: 'x.ts' }, bundle: { 'x.ts': text } }))).toBe('1\n');
  });

  it('loads first only what belongs to the skill', async () => {
    const bundle = { 'x.js': 'console.log(globalThis.ready)', 'setup.js': 'globalThis.ready = "yes"' };
    const loads = (path: string, digest?: string) => [
      { option: '-r', path, ...(digest === undefined ? {} : { digest }) },
    ];
    bench.write('evil.js', 'console.log("evil")');
    const refused = await bench.node({
      args: { script: 'x.js', loads: loads('evil.js') },
      bundle,
      effects: [node, { kind: 'read', path: '.' }],
    });
    expect(refused).toMatchObject({ status: 'failed', code: 'program/not-bundled' });
    const { sha256 } = await import('../../../src/ir/digest.ts');
    const given = { script: 'x.js', loads: loads('setup.js', sha256(bundle['setup.js'])) };
    expect(printed(await bench.node({ args: given, bundle }))).toBe('yes\n');
  });
});

describe('code', () => {
  it('runs where the call runs, and finds the modules of the skill', async () => {
    bench.write('data.txt', 'data');
    const code = 'console.log(require("./lib"), fs.readFileSync("data.txt", "utf8"), process.argv.slice(1).join())';
    const result = await bench.node({
      args: { code, args: ['a', '-b'] },
      effects: [node, { kind: 'read', path: 'data.txt' }],
      bundle: { 'lib.js': 'module.exports = "lib"' },
    });
    expect(printed(result)).toBe('lib data a,-b\n');
  });

  it('is printed when that is asked for', async () => {
    expect(printed(await bench.node({ args: { code: '6 * 7', print: true } }))).toBe('42\n');
  });

  it('never loads packages of the workspace', async () => {
    bench.write('node_modules/helper/index.js', 'module.exports = "evil"');
    const code = 'try { console.log(require("helper")) } catch (error) { console.log(error.code) }';
    const effects = [node, { kind: 'read', path: '.' }] as const;
    expect(printed(await bench.node({ args: { code }, effects }))).toBe('MODULE_NOT_FOUND\n');
    const bundle = { 'x.js': code };
    expect(printed(await bench.node({ args: { script: 'x.js' }, effects, bundle }))).toBe('MODULE_NOT_FOUND\n');
  });

  it('gets no options from a variable', async () => {
    const effects = [node, { kind: 'env', name: 'NODE_OPTIONS' }] as const;
    const args = { code: '1', env: { NODE_OPTIONS: '--require=/work/evil.js' } };
    expect(await bench.node({ args, effects })).toMatchObject({ status: 'failed', code: 'program/variable' });
  });
});

it('a script of package.json is a line for a shell, and is not run', async () => {
  expect(await bench.node({ args: { package_script: 'build' } })).toMatchObject({ code: 'program/package-script' });
});
