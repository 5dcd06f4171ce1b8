import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadPolicy } from '../exec/policy/load.ts';
import { configIn } from './config.ts';
import { type Host, limitsOf } from './open-host.ts';
import { policySources, projectPolicy } from './policy-sources.ts';

/**
 * For a process that lives long: the host with rules and answers as the files say now, looked at whenever it is asked for. A file that cannot be
 * read refuses as it would at the start. Where secrets and checkpoints are kept, and which authorities are trusted, counts from the start.
 */
export function keepCurrent(host: Host, workspace: string): () => Host {
  const files = [join(host.home, 'config.yaml'), join(host.home, 'policy.yaml'), projectPolicy(workspace)];
  // What was read at the start may have been written since: it is read again the first time.
  let known: string | undefined;
  let current = host;
  return () => {
    const now = files.map(markOf).join();
    if (now === known) return current;
    const config = configIn(host.home);
    const policy = loadPolicy(policySources(host.home, workspace));
    current = { ...host, config, policy, exec: { ...host.exec, policy, limits: limitsOf(config) } };
    known = now;
    return current;
  };
}

/** Changes with every way of writing a file. Of one that cannot be looked at nothing is known: it is read again each time. */
function markOf(file: string): string {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return '-';
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(':');
  } catch {
    return unknown();
  }
}

let unknowns = 0;

/** Equal to no mark before. */
function unknown(): string {
  unknowns += 1;
  return `unknown ${unknowns}`;
}
