import type { Finder } from '../process/find-program.ts';
import { nodeRelay } from './node-relay.ts';
import { pythonRelay } from './python-relay.ts';
import type { Relay, RelayName } from './relay.ts';
import { socatRelay } from './socat-relay.ts';

/** In order of what they cost. */
const relays: readonly { readonly name: RelayName; readonly make: (program: string) => Relay }[] = [
  { name: 'socat', make: socatRelay },
  { name: 'python3', make: pythonRelay },
  { name: 'node', make: nodeRelay },
];

export function findRelay(find: Finder, names: readonly RelayName[] = ['socat', 'python3', 'node']): Relay | undefined {
  for (const { name, make } of relays) {
    const program = names.includes(name) ? find(name) : undefined;
    if (program !== undefined) return make(program);
  }
  return undefined;
}
