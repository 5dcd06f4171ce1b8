import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literalText } from '../../../src/ir/text.ts';
import { exampleWords } from '../../../src/map/tools/example-words.ts';
import { mapWords, output, run, summary } from '../runtime/run.ts';

const git = (effects: readonly string[] = [], args: readonly string[] = ['status'], more: object = {}) => ({
  'sandbox.tool': { program: 'git', args, ...more },
  effects: ['process git', 'read .', ...effects],
});

describe('unwrapped exactly', () => {
  test.each([
    ['sudo git status', [git(), 'map/privilege-dropped']],
    ['sudo -u root -E git status', [git(), 'map/privilege-dropped']],
    ['sudo LANG=C git status', [git(['env LANG'], ['status'], { env: { LANG: 'C' } }), 'map/privilege-dropped']],
    ['doas git status', [git(), 'map/privilege-dropped']],
    ['env git status', [git()]],
    ['env -i LANG=C git status', [git(['env LANG'], ['status'], { env: { LANG: 'C' } })]],
    ['env -u LANG git status', [git()]],
    ['env - git status', [git()]],
    ['time -p git status', [git()]],
    ['timeout 5 git status', [git()]],
    ['timeout -k 1s -s KILL 2.5m git status', [git()]],
    ['timeout <limit> git status', [git()]],
    ['nohup git status', [git()]],
    ['nice -n 10 git status', [git()]],
    ['nice -5 git status', [git()]],
    ['stdbuf -oL git status', [git()]],
    ['command git status', [git()]],
    ['builtin command git status', [git()]],
    ['exec git status', [git()]],
    ['sudo env timeout 5 nice git status', [git(), 'map/privilege-dropped']],
    ['command -v git', [{ 'text.transform': { command: 'command', args: ['-v', 'git'] }, effects: [] }]],
    ['exec', [{ 'text.transform': { command: 'exec', args: [], builtin: true }, effects: [] }]],
  ])('%s', (line, expected) => {
    expect(run(line)).toEqual(expected);
  });
});

describe('a call of the tool of an agent’s host that runs a command line', () => {
  test.each([
    ["exec command:'git status | head'", 'git status | head'],
    ["exec background:true timeout:30 command:'git status'", 'git status'],
    ["bash pty:true command:'git status'", 'git status'],
  ])('%s is that line', (line, text) => {
    expect(run(line)).toEqual([{ 'shell.run': { program: text }, effects: [], script: text }]);
  });

  test.each([
    'exec command:',
    "exec command:'git status' command:'git log'",
    "exec command:'git status' now",
    "exec elevated:true command:'git status'",
    "exec pty:maybe command:'git status'",
    'exec background:true',
    'exec command:<line>',
    "nohup command:'git status'",
    "sh command:'git status'",
    "bash command:'git status' now",
  ])('%s is none', (line) => {
    expect(JSON.stringify(run(line))).not.toContain('"script":"git status');
  });
});

describe('not exact, so unknown', () => {
  test.each([
    ['sudo -i git status', 'unknown map/unknown-option'],
    ['sudo -s', 'unknown map/unknown-option'],
    ['sudo -S git status', 'unknown map/unknown-option'],
    ['sudo', 'unknown map/wrapper-unclear'],
    ['env', 'unknown map/wrapper-unclear'],
    ["env -S 'git status'", 'unknown map/unknown-option'],
    ['env <vars> git status', 'unknown map/wrapper-unclear'],
    ['env <name>=x git status', 'unknown map/wrapper-unclear'],
    ['env GIT_SSH_COMMAND=x git status', 'unknown map/env-unsafe'],
    ['env -i PATH=x git status', 'unknown map/env-unsafe'],
    ['timeout git status', 'unknown map/wrapper-unclear'],
    ['timeout 5', 'unknown map/wrapper-unclear'],
    ['timeout -s <signal> 5 git status', 'unknown map/wrapper-unclear'],
    ['time -o out git status', 'unknown map/unknown-option'],
    ['xargs -p git status', 'unknown map/unknown-option'],
    ['xargs <program>', 'unknown map/wrapper-unclear'],
    ['watch git status', 'unknown map/wrapper-unclear'],
    ['parallel git ::: status', 'unknown map/wrapper-unclear'],
    ['sudo made-up', 'unknown map/unknown-tool'],
  ])('%s', (line, expected) => {
    expect(run(line)).toBe(expected);
  });
});

describe('xargs', () => {
  test('puts its input behind the words', () => {
    expect(run('xargs -n 1 git add')).toEqual([
      {
        'sandbox.tool': { program: 'git', args: ['add', '${dynamic:xargs input}'] },
        effects: ['process git', 'write .'],
      },
    ]);
  });
  test('puts its input in place of the mark', () => {
    expect(run('xargs -I{} git add dir/{} {}')).toEqual([
      {
        'sandbox.tool': { program: 'git', args: ['add', 'dir/${dynamic:xargs input}', '${dynamic:xargs input}'] },
        effects: ['process git', 'write .'],
      },
    ]);
  });
  test('reads a file by -a', () => {
    expect(run('xargs -a list.txt git add')).toEqual([
      {
        'sandbox.tool': { program: 'git', args: ['add', '${dynamic:xargs input}'] },
        effects: ['process git', 'write .', 'read list.txt'],
      },
    ]);
  });
  test('never lets its input be a sub-command or a program', () => {
    expect(run('xargs git')).toBe('unknown map/unknown-subcommand');
    expect(run("xargs -I{} sh -c '{}'")).toBe('refused map/remote-code');
    expect(run("xargs -I{} sh -c 'echo {}'")).toBe('refused map/remote-code');
    expect(run('xargs -I{} {} x')).toBe('unknown map/wrapper-unclear');
    expect(run('xargs bash')).toBe('unknown map/script-open');
  });
});

describe('a wrapper never softens', () => {
  const wrappers = [
    'sudo',
    'sudo -n',
    'env',
    'env A=b',
    'time',
    'timeout 5',
    'nohup',
    'nice',
    'command',
    'exec',
    'stdbuf -o0',
    'setsid',
    'xargs',
    'builtin',
  ];
  const refused = [
    'git fetch --upload-pack=x',
    'ssh -oProxyCommand=x h.example.com',
    'docker run --privileged x',
    'python3 ../x.py',
    'deno run https://example.com/x.ts',
  ];
  test('a refused command stays refused behind up to six wrappers', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...refused),
        fc.array(fc.constantFrom(...wrappers), { maxLength: 6 }),
        (inner, outer) => {
          expect(run([...outer, inner].join(' '))).toMatch(/^refused /);
        },
      ),
      { numRuns: 300 },
    );
  });
  test('an unknown program stays unknown', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...wrappers), { maxLength: 6 }), (outer) => {
        expect(run([...outer, 'made-up x'].join(' '))).toMatch(/^unknown /);
      }),
      { numRuns: 200 },
    );
  });
  test('a shell that reads a pipe stays refused', () => {
    for (const outer of wrappers.filter((wrapper) => wrapper !== 'xargs')) {
      expect(run(`${outer} bash`, { stdin: { kind: 'pipe' } })).toBe('refused map/remote-code');
    }
  });
  test('any words return', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'sudo',
        'env',
        'xargs',
        'bash',
        '-c',
        '-',
        '--',
        'A=b',
        '-I',
        '{}',
        'python3',
        'npx',
        'uv',
        'run',
        './x',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (words) => {
        const line = words.map(literalText);
        expect(summary(mapWords(line))).toEqual(summary(mapWords(line)));
      }),
      { numRuns: 1000 },
    );
  });
  test('a thousand wrappers return', () => {
    expect(run(`${'sudo '.repeat(1000)}git status`)).toMatch(/^(unknown|refused) /);
  });
  test('output of another program as the wrapped program is unknown', () => {
    expect(summary(mapWords([literalText('sudo'), [output()]]))).toMatch(/^unknown /);
    expect(exampleWords('sudo git').length).toBe(2);
  });
});
