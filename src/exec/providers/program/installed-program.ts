import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mount } from '../../sandbox/sandbox.ts';
import type { RunEnvironment } from './environment-port.ts';

/** A program that a package brought along, inside. */
export interface InstalledProgram {
  readonly path: string;
  /** Whether its first line names Node: which one is ours to say. */
  readonly forNode: boolean;
}

export function installedProgram(name: string, { mounts, path }: RunEnvironment): InstalledProgram | undefined {
  if (!/^[A-Za-z0-9_][\w.+-]*$/.test(name)) return undefined;
  for (const folder of path) {
    const host = hostOf(`${folder}/${name}`, mounts);
    const line = host === undefined ? undefined : firstLine(host);
    if (line !== undefined) return { path: `${folder}/${name}`, forNode: /^#!.*\bnode\b/.test(line) };
  }
  return undefined;
}

function hostOf(path: string, mounts: readonly Mount[]): string | undefined {
  for (const mount of mounts)
    if (mount.kind === 'path' && path.startsWith(`${mount.at}/`)) return join(mount.host, path.slice(mount.at.length));
  return undefined;
}

function firstLine(host: string): string | undefined {
  try {
    const descriptor = openSync(realpathSync(host), 'r');
    try {
      const head = Buffer.alloc(256);
      return head.toString('latin1', 0, readSync(descriptor, head)).split('\n')[0] ?? '';
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** So that programs find an interpreter which is no part of the system. */
export function folderOf(program: string): readonly string[] {
  return /^\/(?:usr|bin)\//.test(program) ? [] : [dirname(program)];
}
