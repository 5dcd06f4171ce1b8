import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

export interface Tripwires {
  /** Functions that were called since, in order. */
  readonly tripped: readonly string[];
  readonly restore: () => void;
}

type Functions = Record<string, unknown>;

const processes: readonly (readonly [string, Functions, readonly string[]])[] = [
  [
    'child_process',
    childProcess as unknown as Functions,
    ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'],
  ],
  ['net', net as unknown as Functions, ['connect', 'createConnection', 'createServer']],
  ['net.Socket', net.Socket.prototype as unknown as Functions, ['connect']],
  ['dgram', dgram as unknown as Functions, ['createSocket']],
  ['dns', dns as unknown as Functions, ['lookup', 'resolve', 'resolve4', 'resolve6']],
  ['http', http as unknown as Functions, ['request', 'get']],
  ['https', https as unknown as Functions, ['request', 'get']],
  ['globalThis', globalThis as unknown as Functions, ['fetch', 'WebSocket']],
];

const files: (typeof processes)[number] = [
  'fs',
  fs as unknown as Functions,
  Object.keys(fs).filter((name) => /^[a-z]/.test(name) && typeof (fs as unknown as Functions)[name] === 'function'),
];

/**
 * Until `restore`, starting a process or opening a connection throws and is noted; with `alsoFiles`, so does every
 * function of `node:fs`.
 */
export function setTripwires(alsoFiles = false): Tripwires {
  const tripped: string[] = [];
  const undo: (() => void)[] = [];
  for (const [owner, functions, names] of alsoFiles ? [...processes, files] : processes) {
    for (const name of names) {
      const original = functions[name];
      functions[name] = () => {
        tripped.push(`${owner}.${name}`);
        throw new Error(`${owner}.${name} was called`);
      };
      undo.push(() => {
        functions[name] = original;
      });
    }
  }
  syncBuiltinESMExports();
  const restore = (): void => {
    for (const back of undo) back();
    syncBuiltinESMExports();
  };
  return { tripped, restore };
}
