import { describe, expect, test } from 'vitest';
import { Recorder } from '../../../src/exec/learn/observation.ts';
import { questionIn, readTrace } from '../../../src/exec/learn/read-trace.ts';

function seen(...lines: readonly string[]) {
  const recorder = new Recorder();
  readTrace(lines.join('\n'), { cwd: '/w', own: ['/w', '/tmp/own'] }, recorder);
  return Object.fromEntries(Object.entries(recorder.observation).filter(([, list]) => list.length > 0));
}

describe('a trace', () => {
  test.each([
    ['7 openat(AT_FDCWD</w>, "in.txt", O_RDONLY|O_CLOEXEC) = 3</w/in.txt>', { read: ['/w/in.txt'] }],
    ['7 openat(AT_FDCWD</w>, "out.txt", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</w/out.txt>', { written: ['/w/out.txt'] }],
    ['7 openat(5</w/sub>, "x", O_RDONLY) = -1 ENOENT (No such file or directory)', { missing: ['/w/sub/x'] }],
    ['7 openat(AT_FDCWD</w>, "x", O_WRONLY|O_CREAT, 0666) = -1 EROFS (Read-only file system)', { written: ['/w/x'] }],
    ['7 open("a b.txt", O_RDONLY)             = 4</w/a b.txt>', { read: ['/w/a b.txt'] }],
    ['7 newfstatat(AT_FDCWD</w>, "gone", 0x7ffd, 0) = -1 ENOENT (No such file or directory)', { missing: ['/w/gone'] }],
    ['7 newfstatat(AT_FDCWD</w>, "there", {st_mode=S_IFREG|0644}, 0) = 0', {}],
    ['7 rename("a", "b")                       = 0', { written: ['/w/a', '/w/b'] }],
    ['7 renameat2(AT_FDCWD</w>, "a", AT_FDCWD</w/d>, "b", 0) = 0', { written: ['/w/a', '/w/d/b'] }],
    ['7 mkdir("d", 0777)                       = 0', { written: ['/w/d'] }],
    ['7 openat(AT_FDCWD</w>, "\\303\\274\\"\\n.txt", O_RDONLY) = -1 ENOENT (x)', { missing: ['/w/ü"\n.txt'] }],
    ['7 openat(AT_FDCWD</w>, "/etc/passwd", O_RDONLY) = 3</etc/passwd>', {}],
    ['7 openat(AT_FDCWD</w>, "/tmp/scratch", O_RDWR|O_CREAT, 0600) = 3</tmp/scratch>', {}],
    ['7 openat(AT_FDCWD</w>, "/tmp/own/x", O_RDONLY) = 3</tmp/own/x>', { read: ['/tmp/own/x'] }],
    ['7 openat(AT_FDCWD</w>, "/data/x", O_RDONLY) = -1 ENOENT (x)', { missing: ['/data/x'] }],
    [
      '7 connect(3<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.7")}, 16) = -1 ENETUNREACH (x)',
      { hosts: ['192.0.2.7:443'] },
    ],
    [
      '7 connect(3<x>, {sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (x)',
      { hosts: ['[2001:db8::1]:80'] },
    ],
    ['7 connect(3<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(3128), sin_addr=inet_addr("127.0.0.1")}, 16) = 0', {}],
    ['7 connect(3<UNIX:[1]>, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = -1 ENOENT (x)', {}],
    [
      '7 sendto(3<UDP:[1]>, "\\22\\64\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\3api\\7example\\3com\\0\\0\\1\\0\\1", 33, MSG_NOSIGNAL, NULL, 0) = 33',
      { hosts: ['api.example.com'] },
    ],
    ['7 exit_group(0)                           = ?', {}],
    ['garbage', {}],
    ['7 openat(AT_FDCWD</w>, "cut"..., O_RDONLY) = -1 ENOENT (x)', {}],
  ])('%s', (line, expected) => {
    expect(seen(line)).toEqual(expected);
  });

  test('of several processes is put together', () => {
    expect(
      seen(
        '7 execve("/usr/bin/tool", ["tool"], 0x7ffd /* 5 vars */) = 0',
        '7 openat(AT_FDCWD</w>, "a", O_RDONLY <unfinished ...>',
        '8 execve("/usr/bin/helper", ["helper"], 0x7ffd /* 5 vars */) = 0',
        '8 execve("/usr/bin/none", ["none"], 0x7ffd /* 5 vars */) = -1 ENOENT (No such file or directory)',
        '7 <... openat resumed>)             = 3</w/a>',
        '8 chdir("sub")                      = 0',
        '8 mkdir("d", 0777)                  = 0',
      ),
    ).toEqual({ read: ['/w/a'], written: ['/w/sub/d'], children: ['/usr/bin/helper'] });
  });

  test('of a file that was written and read again says that it was written', () => {
    const line = (flags: string) => `7 openat(AT_FDCWD</w>, "t", ${flags}) = 3</w/t>`;
    expect(seen(line('O_WRONLY|O_CREAT, 0666'), line('O_RDONLY'))).toEqual({ written: ['/w/t'] });
  });
});

describe('a question to a name server', () => {
  const head = [1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  test.each([
    ['a name', [...head, 1, 97, 2, 98, 99, 0, 0, 1, 0, 1], 'a.bc'],
    ['an answer', [1, 2, 0x81, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 1, 98, 0, 0, 1, 0, 1], undefined],
    ['a length beyond the end', [...head, 60, 97, 98, 99, 100], undefined],
    ['a label with a NUL', [...head, 3, 97, 0, 98, 1, 99, 0], undefined],
    ['too short', [1, 2, 3], undefined],
  ])('%s', (_, bytes, expected) => {
    expect(questionIn(Uint8Array.from(bytes))).toBe(expected);
  });
});
