import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Attempt, inside, nowhere, numbers, onHost } from './attempt.ts';

const readIt = `return open(p['path']).read()`;
const openForWriting = `
for path in p['paths']:
    try:
        os.close(os.open(path, os.O_WRONLY))
        return path
    except OSError as error:
        last = error
raise last
`;

export const fileAttempts: readonly Attempt[] = [
  {
    name: 'read a file outside',
    body: readIt,
    ...inside(
      ({ canary }) => ({ path: canary }),
      () => ({ path: '/input/data' }),
    ),
  },
  {
    name: 'list the home of the user',
    body: `return os.listdir(p['path'])`,
    ...inside(
      () => ({ path: homedir() }),
      () => ({ path: '/input' }),
    ),
  },
  {
    name: 'write a file outside',
    body: `return open(p['path'], 'w').write('written')`,
    ...inside(
      ({ canary }) => ({ path: join(dirname(canary), 'new') }),
      () => ({ path: '/work/new' }),
    ),
  },
  {
    name: 'read it through the root of another process',
    body: `
for pid in [n for n in os.listdir('/proc') if n.isdigit()]:
    try:
        return open('/proc/%s/root%s' % (pid, p['path'])).read()
    except OSError:
        pass`,
    ...onHost(({ canary }) => ({ path: canary })),
  },
  {
    name: 'read it through the directory of the first process',
    body: `
for name in ('cwd', 'root'):
    path = '/proc/%s/%s/%s%s' % (p['pid'], name, '../' * 20, p['path'])
    if os.path.exists(path):
        return open(path).read()`,
    attack: ({ canary }) => ({ pid: 1, path: canary }),
    control: { on: 'host', with: ({ canary, victim }) => ({ pid: victim, path: canary }) },
  },
  {
    name: 'leave through an open descriptor',
    body: `
if p.get('open'):
    os.open(p['open'], os.O_RDONLY)
for fd in os.listdir('/proc/self/fd'):
    for way in ('', '/..', '/../..'):
        path = '/proc/self/fd/%s%s/%s' % (fd, way, p['name'])
        if os.path.exists(path):
            return open(path).read()`,
    attack: () => ({ name: 'outside/canary' }),
    control: { on: 'host', with: ({ directory }) => ({ open: join(directory, 'input'), name: 'outside/canary' }) },
  },
  {
    name: 'follow a link that the program makes',
    body: `
os.symlink(p['path'], p['link'])
return open(p['link']).read()`,
    ...inside(
      ({ canary }) => ({ path: canary, link: '/work/link-out' }),
      () => ({ path: '/input/data', link: '/work/link-in' }),
    ),
  },
  {
    name: 'follow a link that was there before',
    body: readIt,
    attack: () => ({ path: '/work/planted' }),
    control: { on: 'host', with: ({ directory }) => ({ path: join(directory, 'work', 'planted') }) },
  },
  {
    name: 'make a hard link to what can only be read',
    body: `
os.link(p['from'], p['to'])
return open(p['to'], 'a').write('more')`,
    ...inside(
      () => ({ from: '/input/data', to: '/work/hard' }),
      () => ({ from: '/work/own', to: '/work/hard-own' }),
    ),
  },
  {
    name: 'make a hard link to a program that runs as root',
    body: `
os.link(p['from'], p['to'])
return os.stat(p['to']).st_nlink`,
    ...inside(
      () => ({ from: '/usr/bin/su', to: '/work/su' }),
      () => ({ from: '/work/own', to: '/work/hard-own-2' }),
    ),
  },
  {
    name: 'climb above a mounted directory',
    body: `return os.path.exists(p['path'])`,
    attack: () => ({ path: '/work/../outside/canary' }),
    control: { on: 'host', with: ({ directory }) => ({ path: join(directory, 'work/../outside/canary') }) },
  },
  {
    name: 'open a file again for writing through its descriptor',
    body: `
fd = os.open(p['path'], os.O_RDONLY)
return os.write(os.open('/proc/self/fd/%d' % fd, os.O_WRONLY | os.O_APPEND), b'x')`,
    ...inside(
      () => ({ path: '/input/data' }),
      () => ({ path: '/work/own' }),
    ),
  },
  {
    name: 'write to the system',
    body: openForWriting,
    ...inside(
      () => ({
        paths: ['/usr/bin/env', '/bin/sh', '/etc/passwd', '/etc/hosts', '/etc/ld.so.cache', '/lib/os-release'],
      }),
      () => ({ paths: ['/work/own'] }),
    ),
  },
  {
    name: 'make a file in the root or beside the mounts',
    body: `
for path in p['paths']:
    try:
        return os.open(path, os.O_CREAT | os.O_WRONLY)
    except OSError as error:
        last = error
raise last`,
    ...inside(
      () => ({ paths: ['/new', '/usr/new', '/etc/new', '/dev/new', '/home/new', '/run/new', '/input/new'] }),
      () => ({ paths: ['/work/new-2'] }),
    ),
  },
  {
    name: 'rename a mounted directory away',
    body: `
os.rename(p['from'], p['to'])
return True`,
    ...inside(
      () => ({ from: '/input', to: '/work/input' }),
      () => ({ from: '/work/movable', to: '/work/renamed' }),
    ),
  },
  {
    name: 'change settings of the kernel',
    body: openForWriting,
    ...inside(
      () => ({
        paths: [
          ...[
            '/proc/sys/kernel/core_pattern',
            '/proc/sys/kernel/hostname',
            '/proc/sys/kernel/modprobe',
            '/proc/sysrq-trigger',
          ],
          ...['/proc/sys/vm/drop_caches', '/proc/sys/fs/binfmt_misc/register', '/proc/sys/kernel/usermodehelper/bset'],
        ],
      }),
      () => ({ paths: ['/work/planted-not', '/work/new', '/work/own', '/dev/null'] }),
    ),
  },
  {
    name: 'change what the kernel holds of a process',
    body: openForWriting,
    attack: () => ({
      paths: [
        '/proc/self/uid_map',
        '/proc/self/oom_score_adj',
        '/proc/1/oom_score_adj',
        '/proc/self/setgroups',
        '/proc/1/comm',
      ],
    }),
    control: { on: 'host', with: () => ({ paths: ['/proc/self/oom_score_adj'] }) },
  },
  {
    name: 'read what the kernel tells of the machine',
    body: `
for path in p['paths']:
    try:
        if open(path, 'rb').read(64):
            return path
    except OSError as error:
        last = error
raise last`,
    attack: () => ({
      paths: [
        'kcore',
        'kmsg',
        'kallsyms',
        'keys',
        'key-users',
        'cmdline',
        'iomem',
        'timer_list',
        'slabinfo',
        'vmallocinfo',
      ]
        .map((name) => `/proc/${name}`)
        .concat('/proc/no-such-file'),
    }),
    control: { on: 'host', with: () => ({ paths: ['/proc/cmdline'] }) },
  },
  {
    name: 'look into sysfs, groups and debugging file systems',
    body: `
for path in p['paths']:
    if os.path.exists(path) and os.listdir(path):
        return path`,
    attack: () => ({
      paths: [
        '/sys',
        '/sys/fs/cgroup',
        '/sys/kernel/debug',
        '/sys/class/net',
        '/sys/firmware',
        '/boot',
        '/var',
        '/opt',
        '/srv',
        '/mnt',
      ],
    }),
    control: { on: 'host', with: () => ({ paths: ['/sys'] }) },
  },
  {
    name: 'open devices',
    body: `
for name in os.listdir('/dev'):
    mode = os.lstat('/dev/' + name).st_mode
    if (stat.S_ISBLK(mode) or stat.S_ISCHR(mode)) and name not in ('null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx'):
        return name
for name in ('mem', 'kmsg', 'kvm', 'fuse', 'vda', 'sda', 'net/tun', 'loop0', 'vsock', 'tty1', 'console'):
    if os.path.exists('/dev/' + name):
        return name`,
    ...onHost(() => ({})),
  },
  {
    name: 'make a device',
    body: `
for place in ('/tmp', '/work', '/dev/shm'):
    try:
        os.mknod(place + '/disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0))
        return place
    except OSError as error:
        last = error
raise last`,
    ...nowhere('it needs root, and would leave a device behind'),
  },
  {
    name: 'leave a file that runs as its owner',
    body: `
open('/work/own-mode', 'w').close()
os.chmod('/work/own-mode', p['mode'])
return oct(os.stat('/work/own-mode').st_mode)`,
    ...inside(
      () => ({ mode: 0o4755 }),
      () => ({ mode: 0o755 }),
    ),
  },
  {
    name: 'leave a file that runs as its group',
    body: `
fd = os.open('/work/own-mode-2', os.O_CREAT | os.O_WRONLY)
os.fchmod(fd, p['mode'])
return True`,
    ...inside(
      () => ({ mode: 0o2755 }),
      () => ({ mode: 0o700 }),
    ),
  },
  {
    name: 'make such a file at once',
    body: `return os.open(p['path'], os.O_CREAT | os.O_EXCL | os.O_WRONLY, p['mode'])`,
    ...inside(
      () => ({ path: '/work/at-once', mode: 0o6755 }),
      () => ({ path: '/work/at-once-2', mode: 0o755 }),
    ),
  },
  {
    name: 'give a file the powers of root',
    body: `
open('/work/powers', 'w').close()
os.setxattr('/work/powers', 'security.capability', struct.pack('<IIIII', 0x02000001, 0xffffffff, 0, 0xffffffff, 0))
return True`,
    ...nowhere('it needs root'),
  },
  {
    name: 'change the owner of a file',
    body: `
os.chown('/work/own', p['uid'], -1)
return True`,
    ...inside(
      () => ({ uid: 1 }),
      () => ({ uid: -1 }),
    ),
  },
  {
    name: 'overwrite the program that holds it',
    body: `
for pid in ('1', 'self'):
    try:
        return os.open('/proc/%s/exe' % pid, os.O_WRONLY)
    except OSError as error:
        last = error
raise last`,
    ...nowhere("it would open this machine's own programs for writing"),
  },
  {
    name: 'open a file by its handle',
    body: `
handle = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128))
mount = ctypes.c_int()
call(p['number'], -100, p['path'].encode(), handle, ctypes.byref(mount), 0)
return True`,
    ...onHost(() => ({ number: numbers(303, 264), path: '/' })),
  },
];
