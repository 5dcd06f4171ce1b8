import { type Attempt, inside, nowhere, numbers, onHost } from './attempt.ts';

export const processAttempts: readonly Attempt[] = [
  {
    name: 'read the environment of other processes',
    body: `
for pid in [n for n in os.listdir('/proc') if n.isdigit() and int(n) != os.getpid()]:
    try:
        text = open('/proc/%s/environ' % pid, 'rb').read()
    except OSError:
        continue
    if p['secret'].encode() in text:
        return pid`,
    ...onHost(({ secret }) => ({ secret: `SECRET=${secret}` })),
  },
  {
    name: 'see the processes of the host',
    body: `return [n for n in os.listdir('/proc') if n.isdigit() and int(n) == p['pid'] and int(n) > 50]`,
    ...onHost(({ victim }) => ({ pid: victim })),
  },
  {
    name: 'signal a process of the host',
    body: `
os.kill(p['pid'], 0)
return True`,
    ...onHost(({ victim }) => ({ pid: victim })),
  },
  {
    name: 'end every process there is',
    alone: true,
    body: `
signal.signal(signal.SIGTERM, signal.SIG_IGN)
try:
    os.kill(-1, signal.SIGTERM)
except ProcessLookupError:
    pass
return False`,
    ...nowhere("it would end this machine's processes"),
  },
  {
    name: 'trace a process',
    body: `return call(p['number'], 0, 0, 0, 0) == 0`,
    ...onHost(() => ({ number: numbers(101, 117) })),
  },
  {
    name: 'read the memory of a process',
    body: `
data, copy = ctypes.create_string_buffer(b'secret'), ctypes.create_string_buffer(6)
class Vector(ctypes.Structure):
    _fields_ = [('base', ctypes.c_void_p), ('size', ctypes.c_size_t)]
local, remote = Vector(ctypes.addressof(copy), 6), Vector(ctypes.addressof(data), 6)
call(p['number'], os.getpid(), ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
return copy.value`,
    ...onHost(() => ({ number: numbers(310, 270) })),
  },
  {
    name: 'open the memory of the first process',
    body: `return os.open('/proc/%s/mem' % p['pid'], os.O_RDWR)`,
    attack: () => ({ pid: '1' }),
    control: { on: 'host', with: () => ({ pid: 'self' }) },
  },
  {
    name: 'open the descriptors of the first process',
    body: `
for fd in os.listdir('/proc/%s/fd' % p['pid']):
    target = os.readlink('/proc/%s/fd/%s' % (p['pid'], fd))
    if target.startswith('/') and not target.startswith(('/dev/', '/proc/')):
        return target`,
    attack: () => ({ pid: 1 }),
    control: { on: 'nowhere', because: 'not every machine has such a descriptor open' },
  },
  {
    name: 'take a descriptor of another process',
    body: `
fd = call(434, p['pid'], 0)
return call(438, fd, 0, 0)`,
    attack: () => ({ pid: 1 }),
    control: { on: 'host', with: ({ victim }) => ({ pid: victim }) },
  },
  {
    name: 'limit a process of the host',
    body: `
import resource
resource.prlimit(p['pid'], resource.RLIMIT_NOFILE)
return True`,
    ...onHost(({ victim }) => ({ pid: victim })),
  },
  {
    name: 'raise its own limits',
    body: `
import resource
which = getattr(resource, p['limit'])
soft, hard = resource.getrlimit(which)
resource.setrlimit(which, (soft, hard + p['more']))
return resource.getrlimit(which)`,
    ...inside(
      () => ({ limit: 'RLIMIT_NOFILE', more: 1 }),
      () => ({ limit: 'RLIMIT_NOFILE', more: 0 }),
    ),
  },
  {
    name: 'run before everyone else',
    body: `
os.sched_setscheduler(0, p['policy'], os.sched_param(p['priority']))
return True`,
    ...inside(
      () => ({ policy: 1, priority: 50 }),
      () => ({ policy: 3, priority: 0 }),
    ),
  },
  {
    name: 'become someone else',
    body: `
before = os.getuid()
for become in (lambda: os.setuid(1), lambda: os.setresuid(-1, 1, -1), lambda: os.setgid(1), lambda: os.setgroups([1])):
    try:
        become()
        return True
    except OSError as error:
        last = error
raise last`,
    ...nowhere('only root could'),
  },
  {
    name: 'become root by a program of the system',
    body: `
for command in (['/usr/bin/su', '-c', 'true'], ['/usr/bin/sudo', '-n', 'true'], ['/usr/bin/newgrp', 'root'], ['/usr/bin/pkexec', 'true']):
    try:
        if subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=5).returncode == 0 and command[0] != '/usr/bin/newgrp':
            return command
    except FileNotFoundError:
        pass
status = open('/proc/self/status').read()
return 'NoNewPrivs:\\t0' in status`,
    ...nowhere('who may become root differs from machine to machine'),
  },
  {
    name: 'get capabilities back',
    body: `
status = dict(line.split(':\\t') for line in open('/proc/self/status').read().strip().split('\\n'))
return [name for name in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb') if int(status[name], 16) != 0]`,
    ...nowhere('an ordinary user has none either'),
  },
  {
    name: 'type into the terminal',
    body: `
import fcntl
for path in ('/dev/tty', '/proc/self/fd/0', '/proc/self/fd/1', '/dev/console', '/dev/pts/0'):
    try:
        fcntl.ioctl(os.open(path, os.O_RDWR), 0x5412, b'x')
        return path
    except OSError as error:
        last = error
raise last`,
    ...nowhere('there is no terminal where tests run'),
  },
  {
    name: 'reach the shared memory of the host',
    body: `
libc.shmat.restype = ctypes.c_void_p
number = libc.shmget(p['key'], 0, 0)
return number >= 0 and ctypes.string_at(libc.shmat(number, None, 0o10000))`,
    ...onHost(({ sharedMemory }) => ({ key: sharedMemory })),
  },
  {
    name: 'leave shared memory behind',
    body: `
open('/dev/shm/' + p['name'], 'w').write(p['name'])
return False`,
    attack: ({ mark }) => ({ name: mark }),
    control: { on: 'nowhere', because: 'it is looked for on the host after the run' },
  },
  {
    name: 'hide in the variables of its own process group',
    body: `return [name for name in os.environ if name not in ('PATH', 'LC_ALL', 'MARK')]`,
    ...onHost(() => ({})),
  },
];
