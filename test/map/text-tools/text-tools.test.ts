import { describe, expect, it } from 'vitest';
import type { CommandWords } from '../../../src/map/primitive.ts';
import { textTools } from '../../../src/map/primitives/text-tools/index.ts';
import { processorMs } from '../../processor-time.ts';
import { command, contextWith, show, word } from '../command-words.ts';

function map(words: readonly string[], more: Partial<CommandWords> = {}, files: Readonly<Record<string, string>> = {}) {
  const inner = (nested: CommandWords) => {
    const name = nested.words[0]?.[0];
    const tool = textTools.get(name?.kind === 'literal' ? name.value : '');
    if (tool === undefined) throw new Error('unexpected inner command');
    return tool(nested, context);
  };
  const context = contextWith(files, inner);
  const tool = textTools.get(words[0] ?? '');
  if (tool === undefined) throw new Error(`no tool ${words[0]}`);
  return show(tool(command(words, more), context));
}

const transform = (words: readonly string[], ...effects: readonly string[]) => [
  'text.transform',
  { command: words[0], args: words.slice(1) },
  ...effects,
];

describe('output', () => {
  it.each([
    [['echo', 'a', 'b  c'], { text: 'a b  c' }],
    [['echo'], { text: '' }],
    [['echo', '-n', 'a'], { text: 'a', newline: false }],
    [['echo', '-e', 'a\\tb\\x41\\0101\\u00e9\\\\'], { text: 'a\tbAAé\\' }],
    [['echo', '-ne', 'a\\cb'], { text: 'a', newline: false }],
    [['echo', '-e', 'a\\cb'], { text: 'a', newline: false }],
    [['echo', '-eE', 'a\\t'], { text: 'a\\t' }],
    [['echo', '-x', '-n'], { text: '-x -n' }],
    [['echo', '-e', '${X}\\n'], { text: '${X}\\n', escapes: true }],
    [['echo', '-e', '\\xff'], { text: '\\xff', escapes: true }],
    [['printf', '%s\\n', '${X}'], { format: '%s\\n', args: ['${X}'], newline: false }],
    [['printf', '--', '%5.2f%%', '1'], { format: '%5.2f%%', args: ['1'], newline: false }],
  ])('%j', (words, args) => {
    expect(map(words)).toEqual(['io.println', args, 'output']);
  });

  it.each([
    [['printf', '-v', 'x', 'a'], 'unknown map/unknown-option'],
    [['printf', '${X}'], 'unknown map/code-open'],
    [['printf', '%n', 'x'], 'unknown map/bad-arguments'],
    [['printf', '%z'], 'unknown map/bad-arguments'],
    [['printf'], 'unknown map/bad-arguments'],
    [['yes'], 'refused map/never-ends'],
  ])('%j is %s', (words, expected) => {
    expect(map(words)).toBe(expected);
  });
});

describe('files', () => {
  it.each([
    [
      ['cat', 'a.txt'],
      ['io.read-file', { path: 'a.txt' }, 'read a.txt'],
    ],
    [
      ['cat', 'a', '${F}'],
      ['io.read-file', { paths: ['a', '${F}'] }, 'read a', 'read ${F}'],
    ],
    [['cat'], transform(['cat'])],
    [['cat', '-'], transform(['cat', '-'])],
    [['cat', '-n', 'a'], transform(['cat', '-n', 'a'], 'read a')],
    [
      ['tee', '-a', 'x'],
      ['io.write-file', { path: 'x', content: '${stdin}', append: true }, 'write x', 'output'],
    ],
    [
      ['cp', '-r', 'a', 'b', 'c'],
      ['io.write-file', { operation: 'copy', args: ['-r', 'a', 'b', 'c'] }, 'read a', 'read b', 'write c'],
    ],
    [
      ['cp', '-t', 'd', 'a'],
      ['io.write-file', { operation: 'copy', args: ['-t', 'd', 'a'] }, 'read a', 'write d'],
    ],
    [
      ['mv', 'a', 'b'],
      ['io.write-file', { operation: 'move', args: ['a', 'b'] }, 'read a', 'write a', 'write b'],
    ],
    [
      ['rm', '-rf', '${D}'],
      ['io.write-file', { operation: 'remove', args: ['-rf', '--', '${D}'] }, 'write ${D}'],
    ],
    [
      ['mkdir', '-p', 'a/b'],
      ['io.write-file', { operation: 'make-directory', args: ['-p', 'a/b'] }, 'write a/b'],
    ],
    [
      ['chmod', '+x', 'a'],
      ['io.write-file', { operation: 'change-mode', args: ['+x', 'a'] }, 'write a'],
    ],
    [
      ['ln', '-s', 'a', 'b'],
      ['io.write-file', { operation: 'link', args: ['-s', 'a', 'b'] }, 'read a', 'write b'],
    ],
    [['mktemp'], ['io.write-file', { operation: 'make-temporary', args: [] }, 'write /tmp/tmp.*']],
    [
      ['mktemp', 'x.XXXX'],
      ['io.write-file', { operation: 'make-temporary', args: ['x.XXXX'] }, 'write x.*'],
    ],
    [
      ['split', '-l', '5', 'in', 'p.'],
      ['io.write-file', { operation: 'split', args: ['-l', '5', 'in', 'p.'] }, 'read in', 'write p.*'],
    ],
    [['ls'], transform(['ls'], 'read .')],
    [['ls', '-la', 'd'], transform(['ls', '-la', 'd'], 'read d')],
    [['test', '-f', 'a'], transform(['test', '-f', 'a'], 'read a')],
    [['[', 'a', '-nt', 'b', ']'], transform(['[', 'a', '-nt', 'b', ']'], 'read a', 'read b')],
    [['[', '-n', '${X}', ']'], transform(['[', '-n', '${X}', ']'])],
  ])('%j', (words, expected) => {
    expect(map(words)).toEqual(expected);
  });

  it.each([
    [['rm', '--no-preserve-root', '-r', '/'], 'refused map/refused-option'],
    [['split', '--filter=sh', 'a'], 'refused map/runs-program'],
    [['rm'], 'unknown map/bad-arguments'],
    [['[', '-f', 'a'], 'unknown map/bad-arguments'],
    [['[', '-Q', 'a', ']'], 'unknown map/unknown-option'],
  ])('%j is %s', (words, expected) => {
    expect(map(words)).toBe(expected);
  });
});

describe('text tools', () => {
  it.each([
    [['sort', '-u', '-k2,2n', 'a'], ['read a']],
    [
      ['sort', '-o', 'out', 'in'],
      ['write out', 'read in'],
    ],
    [
      ['uniq', '-c', 'in', 'out'],
      ['read in', 'write out'],
    ],
    [['head', '-5', 'a'], ['read a']],
    [['tail', '-n', '+2'], []],
    [['cut', '-d:', '-f1'], []],
    [['tr', '-d', '\\n'], []],
    [['tr', '+/', '-_'], []],
    [['base64', '-d'], []],
    [['grep', '-i', 'x', 'a', '-'], ['read a']],
    [['grep', '-e', 'x', 'a'], ['read a']],
    [
      ['grep', '-f', 'pats', 'a'],
      ['read pats', 'read a'],
    ],
    [['grep', '-rn', 'x'], ['read .']],
    [['wc', '-l', 'a'], ['read a']],
    [['date', '+%s'], []],
    [['date', '-u', '-d', '${WHEN}', '+%F'], []],
    [['date', '-f', 'dates'], ['read dates']],
    [
      ['xxd', '-r', '-p', 'in', 'out'],
      ['read in', 'write out'],
    ],
    [['seq', '1', '3'], []],
    [['true'], []],
    [['expr', '1', '+', '1'], []],
    [
      ['diff', '-u', 'a', 'b'],
      ['read a', 'read b'],
    ],
  ])('%j', (words, effects) => {
    expect(map(words)).toEqual(transform(words, ...effects));
  });

  it('puts `--` in front of an operand that a value could turn into an option', () => {
    expect(map(['grep', '${P}', '-i', 'f'])).toEqual([
      'text.transform',
      { command: 'grep', args: ['-i', '--', '${P}', 'f'] },
      'read f',
    ]);
    expect(map(['grep', '-i', '--', '${P}', 'f'])).toEqual(transform(['grep', '-i', '--', '${P}', 'f'], 'read f'));
  });

  it.each([
    [['sort', '--compress-program=sh', 'a'], 'refused map/runs-program'],
    [['sort', '--compress-prog', 'sh'], 'refused map/runs-program'],
    [['sort', '--files0-from=x'], 'unknown map/unknown-option'],
    [['sha256sum', '-c', 'sums'], 'unknown map/unknown-option'],
    [['md5', '-x', 'a'], 'unknown map/unknown-option'],
    [['tail', '-f', 'log'], 'refused map/never-ends'],
    [['tail', '-n5', '-F', 'log'], 'refused map/never-ends'],
    [['tail', '--follow=name', 'log'], 'refused map/never-ends'],
    [['rg', '--pre', 'sh', 'x'], 'refused map/runs-program'],
    [['date', '-s', 'now'], 'refused map/refused-option'],
    [['date', '010203042026'], 'refused map/refused-option'],
    [['date', '${X}'], 'unknown map/code-open'],
    [['sort', '--nope'], 'unknown map/unknown-option'],
    [['grep'], 'unknown map/bad-arguments'],
    [['seq', '1', 'inf'], 'unknown map/bad-arguments'],
  ])('%j is %s', (words, expected) => {
    expect(map(words)).toBe(expected);
  });

  it('runs in a plain environment only', () => {
    expect(map(['sort', 'a'], { env: new Map([['LC_ALL', word('C')]]) })).toEqual(transform(['sort', 'a'], 'read a'));
    expect(map(['sort', 'a'], { env: new Map([['LD_PRELOAD', word('x')]]) })).toBe('unknown map/env-unsafe');
    expect(map(['date', '-s', 'x'], { env: new Map([['A', word('x')]]) })).toBe('refused map/refused-option');
  });
});

describe('sed', () => {
  it.each([
    [['sed', 's/a/b/g', 'f'], ['read f']],
    [['sed', '-n', '/x/,/y/{p;=}'], []],
    [['sed', '-E', 's|a/(b)|\\1|I;y/ab/cd/;$!N;2q'], []],
    [['sed', '1r other'], ['read other']],
    [['sed', 's/a/b/w out'], ['write out']],
    [['sed', '-n', '/x/w out\np'], ['write out']],
    [['sed', 's/a/b/w /dev/stdout'], []],
    [['sed', 'a\\\n w not a command\np'], []],
    [['sed', 'i w text'], []],
    [['sed', 's/e/w x/;s/[/]/b/'], undefined],
  ])('%j', (words, effects) => {
    expect(map(words)).toEqual(effects === undefined ? 'unknown map/code-syntax' : transform(words, ...effects));
  });

  it.each([
    [['sed', 's/a/id/e'], 'refused map/runs-program'],
    [['sed', 's/a/id/gpe'], 'refused map/runs-program'],
    [['sed', '1e id'], 'refused map/runs-program'],
    [['sed', 'p;e'], 'refused map/runs-program'],
    [['sed', '-e', 'p', '-e', '/x/{e id', '-e', '}'], 'refused map/runs-program'],
    [['sed', '/\\/e/e id'], 'refused map/runs-program'],
    [['sed', '\\,x,e id'], 'refused map/runs-program'],
    [['sed', ':a;e id'], 'refused map/runs-program'],
    [['sed', '-f', 'outside.sed', 'f'], 'refused map/program-file'],
    [['sed', 's/a/${X}/'], 'unknown map/code-open'],
    [['sed', 's/a/b'], 'unknown map/code-syntax'],
    [['sed', 'k'], 'unknown map/code-syntax'],
    [['sed', '-i*.bak', 'p', 'f'], 'unknown map/unknown-option'],
  ])('%j is %s', (words, expected) => {
    expect(map(words)).toBe(expected);
  });

  it('edits in place, and reads bundled scripts', () => {
    const edit = (args: readonly string[], ...effects: readonly string[]) => [
      'io.write-file',
      { operation: 'edit', command: 'sed', args },
      ...effects,
    ];
    expect(map(['sed', '-i', 's/a/b/', 'f'])).toEqual(edit(['-i', 's/a/b/', 'f'], 'read f', 'write f'));
    expect(map(['sed', '-i.bak', 'p', 'f'])).toEqual(edit(['-i.bak', 'p', 'f'], 'read f', 'write f', 'write f.bak'));
    expect(map(['sed', '-f', 'a.sed', 'f'], {}, { 'a.sed': 's/a/b/w log\n' })).toEqual(
      transform(['sed', '-f', 'a.sed', 'f'], 'read f', 'write log'),
    );
    expect(map(['sed', '-f', 'a.sed', 'f'], {}, { 'a.sed': 'e id\n' })).toBe('refused map/runs-program');
  });
});

describe('awk', () => {
  it.each([
    [['awk', '{print $1}', 'f'], ['read f']],
    [['awk', '-F:', '-v', 'x=${X}', '$1 == x {print}', 'y=1', 'f'], ['read f']],
    [['awk', '{print $1 > "out"}'], ['write out']],
    [['awk', '{print ($1 > 2), "a|b" # system("x")\n}'], []],
    [['awk', 'BEGIN{while ((getline l < "in") > 0) n++; print n}'], ['read in']],
    [['awk', '/system|x/ {print}'], undefined],
    [['awk', '/a>b|c/ {n = n / 2 / 3; print "system(1)"}'], []],
    [['awk', 'NR > 1 && $2 > 5'], []],
  ])('%j', (words, effects) => {
    expect(map(words)).toEqual(effects === undefined ? 'unknown map/code-open' : transform(words, ...effects));
  });

  it.each([
    [['awk', 'BEGIN{system("id")}'], 'refused map/runs-program'],
    [['awk', '{print | "sh"}'], 'refused map/runs-program'],
    [['awk', 'BEGIN{"id" | getline x}'], 'refused map/runs-program'],
    [['awk', 'BEGIN{print "x" |& "sh"}'], 'refused map/runs-program'],
    [['awk', 'BEGIN{x = 4 / 2; system("id") / 1}'], 'refused map/runs-program'],
    [['awk', 'BEGIN{print ENVIRON["HOME"]}'], 'refused map/environment-read'],
    [['awk', 'BEGIN{f="system"; @f("id")}'], 'refused map/module-load'],
    [['awk', '@load "x"'], 'refused map/module-load'],
    [['gawk', '-i', 'inplace', '{print}', 'f'], 'refused map/runs-program'],
    [['gawk', '-l', 'filefuncs', '1'], 'refused map/runs-program'],
    [['awk', 'BEGIN{print > "/inet/tcp/0/h/80"}'], 'refused map/refused-option'],
    [['awk', '-f', 'outside.awk'], 'refused map/program-file'],
    [['awk', '{print > $1}'], 'unknown map/code-open'],
    [['awk', '{print > "a" $1}'], 'unknown map/code-open'],
    [['awk', 'BEGIN{while ((getline l < f) > 0) n++}'], 'unknown map/code-open'],
    [['awk', 'BEGIN{ARGV[1]="/etc/passwd"}'], 'unknown map/code-open'],
    [['awk', '{print "${X}"}'], 'unknown map/code-open'],
    [['awk', 'if (x) /a/ b'], 'unknown map/code-syntax'],
    [['awk', '{print'], 'unknown map/code-syntax'],
    [['awk', '-v', '${X}=1', '1'], 'unknown map/bad-arguments'],
  ])('%j is %s', (words, expected) => {
    expect(map(words)).toBe(expected);
  });
});

describe('text tools without an interpreter', () => {
  it.each([
    [['rg', '-n', 'x', 'src'], ['read src']],
    [
      ['iconv', '-f', 'latin1', '-o', 'b', 'a'],
      ['write b', 'read a'],
    ],
    [['shuf', '-e', 'a', 'b'], []],
  ])('%j is the machine’s own, in a sandbox', ([program = '', ...args], effects) => {
    expect(map([program, ...args])).toEqual(['sandbox.tool', { program, args }, 'process', ...effects]);
  });
});

describe('find', () => {
  it('reads its roots, and what -exec touches is what was found', () => {
    expect(map(['find', '.', '-name', '*.md', '-type', 'f'])).toEqual(
      transform(['find', '.', '-name', '*.md', '-type', 'f'], 'read .'),
    );
    expect(map(['find'])).toEqual(transform(['find'], 'read .'));
    const grep = ['find', 'd', '-exec', 'grep', 'x', '{}', ';'];
    expect(map(grep)).toEqual(transform(grep, 'read d'));
    const md5 = ['find', 'd', '-exec', 'md5', '-q', '{}', ';'];
    expect(map(md5)).toEqual(transform(md5, 'read d'));
    const remove = ['d', '-exec', 'rm', '{}', '+'];
    expect(map(['find', ...remove])).toEqual([
      'io.write-file',
      { operation: 'find', args: remove },
      'read d',
      'write d',
    ]);
    expect(map(['find', 'd', '-delete'])).toEqual([
      'io.write-file',
      { operation: 'find', args: ['d', '-delete'] },
      'read d',
      'write d',
    ]);
    expect(map(['find', 'd', '-fprint', 'o'])).toEqual([
      'io.write-file',
      { operation: 'find', args: ['d', '-fprint', 'o'] },
      'read d',
      'write o',
    ]);
  });

  it.each([
    [['find', '.', '-exec', 'awk', 'BEGIN{system("id")}', '{}', ';'], 'refused map/runs-program'],
    [['find', '.', '-ok', 'rm', '{}', ';'], 'refused map/never-ends'],
    [['find', '.', '-exec', 'sed', 's/a/{}/', 'f', ';'], 'unknown map/code-open'],
    [['find', '.', '-exec', 'grep', 'x'], 'unknown map/bad-arguments'],
    [['find', '.', '-files0-from', 'x'], 'unknown map/unknown-option'],
  ])('%j is %s', (words, expected) => {
    expect(map(words)).toBe(expected);
  });
});

describe('worst cases', () => {
  it.each([
    [['awk', `/${'[[:a:]'.repeat(10_000)}`], 'unknown map/code-syntax'],
    [['awk', `/${'[a'.repeat(30_000)}`], 'unknown map/code-syntax'],
    [['awk', '/[/] system("id") [/]/'], 'unknown map/code-syntax'],
    [['sed', `s/${'[]'.repeat(30_000)}`], 'unknown map/code-syntax'],
    [['sed', '{'.repeat(60_000)], 'unknown map/code-syntax'],
    [['printf', `%${'0'.repeat(60_000)}!`], 'unknown map/bad-arguments'],
    [['printf', `%${'1'.repeat(60_000)}!`], 'unknown map/bad-arguments'],
  ])('case %#', (words, expected) => {
    const start = processorMs();
    expect(map(words)).toBe(expected);
    expect(processorMs() - start).toBeLessThan(500);
  });
});
