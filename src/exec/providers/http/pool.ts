import type { SecureContext } from 'node:tls';
import { openSocket } from './connect.ts';
import { Connection } from './connection.ts';
import { checkClass, type Place, type Resolver, reach } from './reach.ts';
import type { HttpLimits, NetworkGrant } from './request.ts';

/**
 * Idle connections by holder and origin. None passes from one holder to another, and the address of one that is used again is
 * checked again, under the grant of the call that wants it.
 */
export class Pool {
  #idle = new Map<string, Connection[]>();
  #count = 0;
  #resolver: Resolver;
  #trust: () => SecureContext;
  #limits: HttpLimits;
  #closed = false;

  constructor(resolver: Resolver, trust: () => SecureContext, limits: HttpLimits) {
    this.#resolver = resolver;
    this.#trust = trust;
    this.#limits = limits;
  }

  take(place: Place, grant: NetworkGrant): Connection | undefined {
    const list = this.#idle.get(keyOf(place, grant));
    for (let connection = list?.pop(); connection !== undefined; connection = list?.pop()) {
      this.#count -= 1;
      if (!connection.alive) continue;
      try {
        checkClass(place, connection.addressClass, grant);
        return connection;
      } catch (error) {
        connection.destroy();
        throw error;
      }
    }
    return undefined;
  }

  async open(place: Place, grant: NetworkGrant, connectMs: number, signal: AbortSignal): Promise<Connection> {
    const checked = await reach(place, grant, this.#resolver, signal);
    const socket = await openSocket(checked, this.#trust, connectMs, signal);
    const connection = new Connection(place, socket, this.#limits);
    socket.socket.once('close', () => this.#forget(connection, keyOf(place, grant)));
    return connection;
  }

  give(connection: Connection, grant: NetworkGrant): void {
    // One that was never used is in nobody's care yet: nothing would close it when it is idle for long.
    if (this.#closed || !connection.used || !connection.alive || this.#count >= this.#limits.idleConnections) {
      connection.destroy();
      return;
    }
    const key = keyOf(connection.place, grant);
    const list = this.#idle.get(key);
    if (list === undefined) this.#idle.set(key, [connection]);
    else list.push(connection);
    this.#count += 1;
  }

  #forget(connection: Connection, key: string): void {
    const list = this.#idle.get(key);
    const at = list?.indexOf(connection) ?? -1;
    if (at !== -1) {
      list?.splice(at, 1);
      this.#count -= 1;
    }
    if (list?.length === 0) this.#idle.delete(key);
  }

  close(): void {
    this.#closed = true;
    for (const list of this.#idle.values()) for (const connection of list) connection.destroy();
    this.#idle.clear();
    this.#count = 0;
  }
}

function keyOf(place: Place, grant: NetworkGrant): string {
  return `${place.origin} ${grant.holder}`;
}
