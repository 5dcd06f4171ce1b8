import type { Refusal } from '../job-flaw.ts';

/** Where the broker's socket is inside, and where clients find the proxy. No client speaks to a proxy by a socket file. */
export const relaySocket = '/run/skillc/egress.sock';
export const relayPort = 3128;

/** A program inside that carries connections to the broker. It is started first, and the program once it listens. */
export interface Relay {
  readonly name: RelayName;
  /** Put in front of the program and its arguments; ends by becoming that program. */
  readonly command: readonly string[];
  /** Processes that it needs of its own. */
  readonly processes: number;
}

export type RelayName = 'socat' | 'python3' | 'node';

export const noRelay: Refusal = {
  kind: 'refused',
  code: 'sandbox/relay',
  message: 'nothing on this machine can carry connections out of a sandbox',
  remedy: 'apt-get install socat',
};
