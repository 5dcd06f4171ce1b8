import { type Relay, relayPort, relaySocket } from './relay.ts';

const connections = 32;

/**
 * The text is fixed; program and arguments are its parameters. The inner brackets leave the relay to the first process,
 * so that a program that waits for its children does not wait for it. Looking at the kernel's table costs no process, and
 * not by standard input, which is the program's.
 */
const script = `
set -eu
( "$0" "TCP4-LISTEN:${relayPort},bind=127.0.0.1,reuseaddr,fork,max-children=${connections},backlog=128" "UNIX-CONNECT:${relaySocket}" </dev/null >/dev/null 2>&1 & )
tries=0
while :; do
  while read -r _ local _ <&9; do
    case "$local" in 0100007F:${relayPort.toString(16).toUpperCase().padStart(4, '0')}) exec "$@" 9<&- ;; esac
  done 9</proc/net/tcp
  tries=$((tries + 1))
  [ "$tries" -lt 100000 ] || { echo 'the relay did not start' >&2; exit 125; }
done
`;

export function socatRelay(program: string): Relay {
  return { name: 'socat', command: ['/bin/sh', '-c', script, program], processes: connections + 1 };
}
