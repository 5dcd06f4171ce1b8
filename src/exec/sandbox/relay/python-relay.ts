import { type Relay, relayPort, relaySocket } from './relay.ts';

/**
 * Listens before it forks, so nobody has to wait. The relay is a grandchild: a program that waits for its children does
 * not wait for it. One thread a direction is enough: a few connections at a time.
 */
const script = `
import os, sys
import _socket as s
from select import select
listener = s.socket(s.AF_INET, s.SOCK_STREAM)
listener.setsockopt(s.SOL_SOCKET, s.SO_REUSEADDR, 1)
listener.bind(('127.0.0.1', ${relayPort}))
listener.listen(128)
if os.fork():
    os.wait()
    listener.close()
    try:
        os.execv(sys.argv[1], sys.argv[1:])
    except OSError as error:
        sys.stderr.write('%s: %s\\n' % (sys.argv[1], error.strerror))
        os._exit(127)
if os.fork():
    os._exit(0)
null = os.open('/dev/null', os.O_RDWR)
for fd in (0, 1, 2):
    os.dup2(null, fd)
peers, waiting, ended = {}, {}, set()
def close(one):
    other = peers.pop(one, None)
    peers.pop(other, None)
    for each in (one, other):
        if each is not None:
            waiting.pop(each, None)
            ended.discard(each)
            each.close()
while True:
    full = {peers[one] for one in waiting if waiting[one] and one in peers}
    reads = [one for one in peers if one not in ended and one not in full]
    ready, writable, _ = select(reads + [listener], [one for one in peers if waiting.get(one)], [])
    for one in writable:
        if one not in peers:
            continue
        try:
            waiting[one] = waiting[one][one.send(waiting[one]):]
            if not waiting[one] and peers[one] in ended:
                one.shutdown(s.SHUT_WR)
        except OSError:
            close(one)
    for one in ready:
        if one is listener:
            fd, _ = listener._accept()
            client, broker = s.socket(fileno=fd), s.socket(s.AF_UNIX, s.SOCK_STREAM)
            try:
                broker.connect('${relaySocket}')
            except OSError:
                client.close()
                broker.close()
                continue
            client.setblocking(False)
            broker.setblocking(False)
            peers[client], peers[broker] = broker, client
        elif one in peers:
            other = peers[one]
            try:
                data = one.recv(65536)
                if data:
                    waiting[other] = waiting.get(other, b'') + data
                else:
                    ended.add(one)
                    if other in ended:
                        close(one)
                    elif not waiting.get(other):
                        other.shutdown(s.SHUT_WR)
            except BlockingIOError:
                pass
            except OSError:
                close(one)
`;

export function pythonRelay(program: string): Relay {
  // Isolated: neither variables nor files beside it change what it imports.
  return { name: 'python3', command: [program, '-I', '-S', '-c', script], processes: 1 };
}
