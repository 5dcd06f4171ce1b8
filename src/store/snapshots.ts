import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { StoreFault } from './fault.ts';
import { type Home, openHome } from './home.ts';
import { checkPrivateFile, privateDirectory, writePrivateFile } from './private-file.ts';

/** Bytes by their SHA-256: what was approved stays what it was, whatever becomes of the file it came from. */
export interface Snapshots {
  /** Gives `sha256:…`; the bytes are on the disk when it returns. */
  readonly put: (bytes: Uint8Array) => string;
  /** Undefined where there are none; throws where they are not the ones that were put. */
  readonly get: (digest: string) => Uint8Array | undefined;
}

export function openSnapshots(path: string, anchors?: string): Snapshots {
  const home = openHome(path, anchors);
  return { put: (bytes) => put(home, bytes), get: (digest) => get(home, digest) };
}

function put(home: Home, bytes: Uint8Array): string {
  const digest = `sha256:${hash('sha256', bytes, 'hex')}`;
  const file = pathOf(home, digest);
  privateDirectory(join(file, '..'));
  if (!isIntact(file, digest)) writePrivateFile(file, bytes);
  return digest;
}

/** A damaged copy is replaced: the bytes that are put are known to be right. */
function isIntact(file: string, digest: string): boolean {
  return checkPrivateFile(file) && `sha256:${hash('sha256', fs.readFileSync(file), 'hex')}` === digest;
}

function get(home: Home, digest: string): Uint8Array | undefined {
  const file = pathOf(home, digest);
  if (!checkPrivateFile(file)) return undefined;
  const bytes = fs.readFileSync(file);
  if (`sha256:${hash('sha256', bytes, 'hex')}` !== digest) {
    throw new StoreFault('snapshot/changed', `the stored copy of \`${digest}\` was changed`, 'load the skill again');
  }
  return bytes;
}

function pathOf(home: Home, digest: string): string {
  const hex = /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1];
  if (hex === undefined) throw new StoreFault('snapshot/bad-digest', `\`${digest}\` is no digest`);
  return join(home.blobs, hex.slice(0, 2), hex);
}
