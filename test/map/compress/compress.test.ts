import { expect, test } from 'vitest';
import { run } from '../runtime/run.ts';

test.each([
  ['gzip dump.sql', ['read dump.sql', 'write dump.sql', 'write dump.sql.gz']],
  ['gzip -k /var/log/x', ['read /var/log/x', 'write /var/log/x.gz']],
  ['gzip -S .zip a', ['read a', 'write a', 'write a.zip']],
  ['gzip -r logs', ['read logs', 'write logs', 'write .']],
  ['gzip <file>', ['read ${file}', 'write ${file}', 'write ${file}.gz']],
  ['gunzip a.gz', ['read a.gz', 'write a.gz', 'write a']],
  [
    'gunzip dir/a.tgz b.gz',
    ['read dir/a.tgz', 'read b.gz', 'write dir/a.tgz', 'write b.gz', 'write dir/a.tar', 'write b'],
  ],
  ['gunzip dir/a', ['read dir/a', 'write dir/a', 'write dir']],
  ['gunzip -N dir/a.gz', ['read dir/a.gz', 'write dir/a.gz', 'write dir']],
  ['gunzip <name>.gz', ['read ${name}.gz', 'write ${name}.gz', 'write ${name}']],
  ['gunzip <name>', ['read ${name}', 'write ${name}', 'write .']],
  ['gunzip -c a.gz', ['read a.gz']],
  ['gzip -t a.gz', ['read a.gz']],
  ['gzip -d a.gz', ['read a.gz', 'write a.gz', 'write a']],
  ['gzip --decomp a.gz', ['read a.gz', 'write a.gz', 'write a']],
  ['bzip2 a', ['read a', 'write a', 'write a.bz2']],
  ['bunzip2 a.bz2', ['read a.bz2', 'write a.bz2', 'write a']],
  ['xz -dk a.xz', ['read a.xz', 'write a']],
  ['unxz a.xz', ['read a.xz', 'write a.xz', 'write a']],
  ['zstd a', ['read a', 'write a.zst']],
  ['zstd --rm a', ['read a', 'write a', 'write a.zst']],
  ['zstd -o /tmp/b a', ['write /tmp/b', 'read a']],
  ['unzstd a.zst', ['read a.zst', 'write a']],
  ['gzip', []],
])('%s', (line, effects) => {
  const [program = '', ...args] = line.split(' ');
  expect(run(line)).toEqual([
    {
      'sandbox.tool': { program, args: args.map((word) => word.replace(/<(\w+)>/, '${$1}')) },
      effects: [`process ${program}`, ...new Set(effects)],
    },
  ]);
});

test('an option that is not known', () => {
  expect(run('gzip --made-up a')).toBe('unknown map/unknown-option');
  expect(run('xz --files=list')).toBe('unknown map/tool-unclear');
});
