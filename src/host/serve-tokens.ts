import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { privateDirectory, readPrivateFile, writePrivateFile } from '../store/private-file.ts';
import { processStarted } from './process-started.ts';

/** Two roles: an agent calls tools, a reviewer answers. Neither token does the other's work. */
export interface ServeTokens {
  readonly agent: string;
  readonly reviewer: string;
  readonly agentFile: string;
  readonly reviewerFile: string;
}

/** Made once for a home, readable by its owner only. */
export function serveTokens(home: string): ServeTokens {
  const folder = join(home, 'serve');
  privateDirectory(folder);
  const agentFile = join(folder, 'agent-token');
  const reviewerFile = join(folder, 'reviewer-token');
  return { agent: tokenIn(agentFile, 'agent'), reviewer: tokenIn(reviewerFile, 'reviewer'), agentFile, reviewerFile };
}

function tokenIn(file: string, role: string): string {
  const known = readPrivateFile(file)?.trim();
  if (known !== undefined && known.length >= 32) return known;
  const made = `skillc_${role}_${randomBytes(32).toString('base64url')}`;
  writePrivateFile(file, `${made}\n`);
  return readPrivateFile(file)?.trim() ?? made;
}

/** Where the server of this home is now, for whoever opens its console. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Of the process, so that another one of the same number is not taken for it. */
  readonly started: string;
}

export function announceServer(home: string, url: string): () => void {
  const server: RunningServer = { url, pid: process.pid, started: startOf(process.pid) };
  const file = join(home, 'serve', 'server.json');
  writePrivateFile(file, `${JSON.stringify(server)}\n`);
  return () => {
    if (runningServer(home)?.pid === server.pid) rmSync(file, { force: true });
  };
}

/** Undefined where the process that said so is gone. */
export function runningServer(home: string): RunningServer | undefined {
  const file = join(home, 'serve', 'server.json');
  const text = existsSync(file) ? readPrivateFile(file) : undefined;
  try {
    const { url, pid, started } = JSON.parse(text ?? '') as { readonly [key: string]: unknown };
    if (typeof url !== 'string' || typeof pid !== 'number' || typeof started !== 'string') return undefined;
    process.kill(pid, 0);
    return startOf(pid) === started ? { url, pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function startOf(pid: number): string {
  return processStarted(pid) ?? 'unknown';
}
